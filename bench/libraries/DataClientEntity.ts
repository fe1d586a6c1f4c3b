import type { IDenormalizeDelegate, INormalizeDelegate } from '@data-client/normalizr'

interface Meta {
  readonly fetchedAt: number
}

/**
 * An entity for @data-client/normalizr 0.18, written to its published interface: the @data-client/endpoint that goes
 * with it cannot be installed. It does what that one does in production, and nothing else.
 */
export class DataClientEntity {
  declare static key: string
  static schema: Record<string, object> = {}

  pk(): string {
    return `${(this as unknown as { id: string | number }).id}`
  }

  static pk(value: object): string {
    return this.prototype.pk.call(value as DataClientEntity)
  }

  static merge(existing: object, incoming: object): object {
    return { ...existing, ...incoming }
  }

  static shouldReorder(before: Meta, now: Meta): boolean {
    return now.fetchedAt < before.fetchedAt
  }

  static mergeWithStore(before: Meta, now: Meta, existing: object, incoming: object): object {
    return this.shouldReorder(before, now)
      ? this.merge(incoming, existing)
      : this.merge(existing, incoming)
  }

  static mergeMetaWithStore(before: Meta, now: Meta): Meta {
    return this.shouldReorder(before, now) ? before : now
  }

  static createIfValid(props: object): object {
    return Object.assign(new this(), props)
  }

  static normalize(
    input: object,
    _parent: unknown,
    _key: unknown,
    delegate: INormalizeDelegate,
  ): string {
    const processed: Record<string, unknown> = { ...input }
    const pk = this.pk(processed)
    if (delegate.checkLoop(this.key, pk, input)) return pk
    for (const field of Object.keys(this.schema)) {
      if (!Object.hasOwn(processed, field)) continue
      processed[field] = delegate.visit(this.schema[field], processed[field], processed, field)
    }
    delegate.mergeEntity(this, pk, processed)
    return pk
  }

  static denormalize(input: Record<string, unknown>, delegate: IDenormalizeDelegate): object {
    if (typeof input === 'symbol') return input
    for (const field of Object.keys(this.schema)) {
      const value: unknown = delegate.unvisit(this.schema[field], input[field])
      input[field] = typeof value === 'symbol' ? undefined : value
    }
    return input
  }

  static queryKey(): undefined {
    return undefined
  }
}
