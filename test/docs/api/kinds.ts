import type { Entity } from 'rtk-rest'
import type {
  AffectedDelegate,
  DenormalizeDelegate,
  NormalizeDelegate,
  QueryDelegate,
  RowSchema,
  SchemaKind,
  Shape,
} from 'rtk-rest/types'
import { User } from './app'

// #region SchemaKind
/** A schema kind of your own: data inside an envelope, `{ value: … }`. */
export class Envelope implements SchemaKind {
  declare readonly shape?: Shape<unknown>

  readonly schema: typeof Entity

  constructor(schema: typeof Entity) {
    this.schema = schema
  }

  normalize(value: unknown, parent: unknown, key: string, delegate: NormalizeDelegate): unknown {
    return delegate.visit(this.schema, (value as { value: unknown }).value, parent, key)
  }

  denormalize(input: unknown, delegate: DenormalizeDelegate): unknown {
    return delegate.visit(this.schema, input)
  }

  queryKey(_args: readonly unknown[], delegate: QueryDelegate): unknown {
    return delegate.query(this.schema)
  }

  affected(args: readonly unknown[], delegate: AffectedDelegate): void {
    this.schema.affected(args, delegate)
  }
}
// #endregion

// #region RowSchema
export const tableOf = ({ key }: RowSchema) => key

export const users = tableOf(User)
// #endregion
