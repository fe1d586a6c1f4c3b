import { isObject } from '../util/isObject'
import type { DenormalizeDelegate, NormalizeDelegate, SchemaKind } from './contract'
import type { Entity } from './Entity'
import type { Denormalize, Shaped } from './types'
import { usablePk } from './usablePk'

/**
 * The schema of a response that says an entity is gone: an object with its primary key, or the primary key alone.
 * Lists drop the entity, optional fields become `undefined`, readers that cannot do without it fetch again.
 *
 * @example
 * new RestEndpoint({ path: '/users/:id', method: 'DELETE', schema: new Invalidate(User) })
 */
export class Invalidate<E extends typeof Entity>
  implements SchemaKind, Shaped<Denormalize<E>, readonly []>
{
  declare readonly shape?: { readonly value: Denormalize<E>; readonly args: readonly [] }
  readonly entity: E

  constructor(entity: E) {
    if (typeof (entity as { pk?: unknown } | undefined)?.pk !== 'function') {
      throw new TypeError('new Invalidate() takes an entity class: new Invalidate(User).')
    }
    this.entity = entity
  }

  normalize(input: unknown, parent: unknown, key: string, delegate: NormalizeDelegate): string {
    const pk = isObject(input) ? this.pkOf(input, parent, key, delegate) : usablePk(input)
    if (pk === undefined) {
      return delegate.fail(
        `the primary key of the ${this.entity.key} to invalidate (as an object, a string or a number; make it in \`process\`)`,
        input,
      )
    }
    delegate.invalidate(this.entity, pk)
    return pk
  }

  denormalize(input: unknown, delegate: DenormalizeDelegate): unknown {
    return typeof input === 'string' ? delegate.lastKnown(this.entity, input) : input
  }

  queryKey(): undefined {
    return undefined
  }

  private pkOf(
    input: object,
    parent: unknown,
    key: string,
    delegate: NormalizeDelegate,
  ): string | undefined {
    const processed = this.entity.process(input, parent, key, delegate.args) ?? input
    return this.entity.pk(processed, parent, key, delegate.args)
  }
}
