import type { AnyType } from '../util/anyType'
import type {
  DenormalizeDelegate,
  NormalizeDelegate,
  QueryDelegate,
  RowSchema,
  Schema,
  SchemaKind,
} from './contract'
import { isEntityRef } from './entityRef'
import { isRowSchema } from './schemaObject'
import { normalizeInner } from './Query'
import type { Denormalize, EntityClass, InputOf, Normalize, SetArgs, Shape } from './types'
import { isNothing } from '../util/checks'

/**
 * Data that is stored with what contains it, and read on demand: the field shows primary keys, and does not change with
 * what they stand for.
 *
 * @example
 * class Department extends Entity {
 *   id = ''
 *   buildings: readonly string[] = []
 *   static override key = 'Department'
 *   static override schema = { buildings: new Lazy([Building]) }
 * }
 *
 * const useBuildings = (department: Department) =>
 *   useQuery(Department.schema.buildings.query, department.buildings)
 */
export class Lazy<const S extends Schema> implements SchemaKind {
  declare readonly shape?: Shape<Normalize<S>, readonly AnyType[], Normalize<S>>
  readonly #schema: S
  #query: LazyQuery<S> | undefined

  constructor(schema: S) {
    if (process.env.NODE_ENV !== 'production' && isNothing(schema)) {
      throw new TypeError('new Lazy() takes a schema: new Lazy([User]).')
    }
    this.#schema = schema
  }

  /** The schema of what is read on demand. */
  get schema(): S {
    return this.#schema
  }

  /** The schema to read it by: given what the field shows or, for one that finds its data itself, its arguments. */
  get query(): LazyQuery<S> {
    return (this.#query ??= new LazyQuery(this.#schema))
  }

  normalize(input: unknown, parent: unknown, key: string, delegate: NormalizeDelegate): unknown {
    // What the field shows are references: an entity that is written back has them in place of data.
    return isStored(input) ? input : normalizeInner(this.#schema, input, parent, key, delegate)
  }

  denormalize(input: unknown): unknown {
    return input
  }
}

function isStored(input: unknown): boolean {
  if (Array.isArray(input)) return input.length > 0 && input.every(isStored)
  return typeof input === 'string' || isEntityRef(input)
}

type LazyArgs<S> = S extends EntityClass | RowSchema
  ? SetArgs<S>
  : readonly [Readonly<Normalize<S>> | undefined]

/** The schema that reads the data of a `Lazy`. */
export class LazyQuery<const S extends Schema> implements SchemaKind {
  declare readonly shape?: Shape<Denormalize<S>, LazyArgs<S>, Normalize<S>, InputOf<S>>
  readonly #schema: S

  constructor(schema: S) {
    this.#schema = schema
  }

  normalize(input: unknown, parent: unknown, key: string, delegate: NormalizeDelegate): unknown {
    return normalizeInner(this.#schema, input, parent, key, delegate)
  }

  denormalize(input: unknown, delegate: DenormalizeDelegate): unknown {
    return delegate.visit(this.#schema, input)
  }

  queryKey(args: readonly unknown[], delegate: QueryDelegate): unknown {
    return isRowSchema(this.#schema) ? delegate.query(this.#schema) : args[0]
  }
}
