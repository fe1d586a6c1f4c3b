import type { IDenormalizeDelegate, INormalizeDelegate } from '@data-client/normalizr'

interface Reference {
  readonly id: string
  readonly schema: string
}

/** A union for @data-client/normalizr 0.18; see `DataClientEntity`. */
export class DataClientUnion {
  readonly kinds: Readonly<Record<string, object>>

  constructor(kinds: Readonly<Record<string, object>>) {
    this.kinds = kinds
  }

  normalize(
    input: { readonly type: string },
    parent: unknown,
    key: unknown,
    delegate: INormalizeDelegate,
  ): Reference {
    const schema = input.type
    return { id: delegate.visit(this.kinds[schema], input, parent, key) as string, schema }
  }

  denormalize({ id, schema }: Reference, delegate: IDenormalizeDelegate): unknown {
    return delegate.unvisit(this.kinds[schema], id)
  }

  queryKey(): undefined {
    return undefined
  }
}
