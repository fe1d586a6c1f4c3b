import { isObject } from '../util/checks'
import { setOwn } from '../util/record'
import type { AnyType } from '../util/anyType'
import type {
  DenormalizeDelegate,
  NormalizeDelegate,
  QueryDelegate,
  Schema,
  SchemaKind,
} from './contract'
import type { Denormalize, DenormalizeNullable, InputOf, Normalize, Shape } from './types'

/** The schemas of the fields of an object. */
export interface ObjectDefinition {
  readonly [field: string]: Schema
}

/**
 * An object with known fields: `schema.Object`. The same as `{ field: S }`, and more fields can be added later, which
 * schemas that contain each other need.
 *
 * @example
 * const page = new schema.Object({ users: new Collection([User]), next: '' })
 */
export class ObjectSchema<const Fields extends ObjectDefinition> implements SchemaKind {
  declare readonly shape?: Shape<
    Denormalize<Fields>,
    readonly AnyType[],
    Normalize<Fields>,
    InputOf<Fields>
  > & {
    readonly nullable: DenormalizeNullable<Fields>
  }
  readonly #fields: Record<string, Schema> = {}
  /** Define the same fields of copies. */
  readonly #copies: ((fields: ObjectDefinition) => void)[] = []

  constructor(fields: Fields) {
    this.define(fields)
  }

  /** The schema of each field. */
  get fields(): ObjectDefinition {
    return this.#fields
  }

  /** @internal An object with changed fields, those that are added later included. */
  over(
    change: (fields: ObjectDefinition) => unknown,
    note: (copy: object) => void,
  ): ObjectSchema<ObjectDefinition> {
    const copy = new ObjectSchema<ObjectDefinition>({})
    const define = (fields: ObjectDefinition): void =>
      copy.define(change(fields) as ObjectDefinition)
    note(copy)
    define(this.#fields)
    this.#copies.push(define)
    return copy
  }

  /** Adds fields, or replaces their schemas. */
  define(fields: ObjectDefinition): void {
    if (process.env.NODE_ENV !== 'production' && !isObject(fields)) {
      throw new TypeError('A schema.Object is made of fields: new schema.Object({ user: User }).')
    }
    for (const [field, schema] of Object.entries(fields)) setOwn(this.#fields, field, schema)
    for (const define of this.#copies) define(fields)
  }

  normalize(input: unknown, parent: unknown, key: string, delegate: NormalizeDelegate): unknown {
    if (!isObject(input)) return delegate.fail('an object', input)
    return delegate.visit(this.#fields, input, parent, key)
  }

  denormalize(input: unknown, delegate: DenormalizeDelegate): unknown {
    return delegate.visit(this.#fields, input)
  }

  /** Found only if every field is. */
  queryKey(_args: readonly unknown[], delegate: QueryDelegate): unknown {
    const found = delegate.query(this.#fields) as object
    return Object.keys(this.#fields).every((field) => Object.hasOwn(found, field))
      ? found
      : undefined
  }
}
