import { argsAsText } from '../util/keys'
import { getOrCreate } from '../util/collections'
import type { AnyType } from '../util/anyType'
import type {
  DenormalizeDelegate,
  NormalizeDelegate,
  QueryDelegate,
  Schema,
  SchemaKind,
} from './contract'
import { INVALID, isSchemaObject } from './schemaObject'
import { ObjectSchema } from './ObjectSchema'
import type {
  Denormalize,
  DenormalizeNullable,
  InputOf,
  Normalize,
  ReadonlyList,
  SchemaArgs,
  Shape,
} from './types'
import { isNothing } from '../util/checks'

/** What `process` is given: in an object of several schemas, any of them may be missing. */
export type QueryValue<S> = S extends
  SchemaKind | readonly unknown[] | ((...args: never[]) => unknown)
  ? S extends ObjectSchema<infer Fields>
    ? DenormalizeNullable<Fields>
    : Denormalize<S>
  : DenormalizeNullable<S>

type QueryArgs<S, Args extends readonly unknown[]> = Args extends readonly [] ? SchemaArgs<S> : Args

/** How many results are kept for one value: enough for what one page computes. */
const MAX_RESULTS = 1_000

/**
 * Computes a value from stored data: filters, sorts, counts or joins it. The result is memoized until the data or the
 * arguments change.
 *
 * @example
 * const adults = new Query(new All(User), (users) => users.filter((user) => user.age >= 18))
 * controller.get(adults)
 */
export class Query<
  const S extends Schema,
  Args extends readonly AnyType[],
  Result,
> implements SchemaKind {
  declare readonly shape?: Shape<ReadonlyList<Result>, QueryArgs<S, Args>, Normalize<S>, InputOf<S>>
  readonly #schema: S
  readonly #process: (value: QueryValue<S>, ...args: Args) => Result
  /** What was computed, by the data and the arguments. */
  readonly #results = new WeakMap<object, Map<string, Result>>()

  /** @param process gets the data and the arguments of the read; not called for what is missing or invalid */
  constructor(schema: S, process: (value: QueryValue<S>, ...args: Args) => Result) {
    checkQuery(schema, process)
    this.#schema = schema
    this.#process = process
  }

  /** The schema of what is computed from. */
  get schema(): S {
    return this.#schema
  }

  /** @internal The same computation over a changed schema. */
  over(change: (schema: S) => unknown): Query<S, Args, Result> {
    return new Query(change(this.#schema) as S, this.#process)
  }

  normalize(input: unknown, parent: unknown, key: string, delegate: NormalizeDelegate): unknown {
    return normalizeInner(this.#schema, input, parent, key, delegate)
  }

  denormalize(input: unknown, delegate: DenormalizeDelegate): unknown {
    const value = delegate.visit(this.#schema, input)
    if (value === INVALID || value === undefined) return value
    const argsKey = delegate.argsKey(argsAsText) as string
    const compute = (): Result => this.#process(value as QueryValue<S>, ...(delegate.args as Args))
    return typeof value === 'object' && value !== null
      ? this.#memoize(value, argsKey, compute)
      : compute()
  }

  #memoize(value: object, argsKey: string, compute: () => Result): Result | undefined {
    const results = getOrCreate(this.#results, value, () => new Map<string, Result>())
    if (!results.has(argsKey)) {
      if (results.size >= MAX_RESULTS) results.delete(results.keys().next().value as string)
      results.set(argsKey, compute())
    }
    return results.get(argsKey)
  }

  queryKey(_args: readonly unknown[], delegate: QueryDelegate): unknown {
    const schema: unknown = this.#schema
    return delegate.query(schema instanceof ObjectSchema ? schema.fields : schema)
  }
}

function checkQuery(schema: unknown, compute: unknown): void {
  if (process.env.NODE_ENV === 'production') return
  if (typeof compute === 'function' && !isNothing(schema)) return
  throw new TypeError(
    'new Query() takes a schema and a function of its data: new Query(new All(User), (users) => users.length).',
  )
}

/** Stores a value as another schema would, at the place where the schema around it is. */
export function normalizeInner(
  schema: unknown,
  value: unknown,
  parent: unknown,
  key: string,
  delegate: NormalizeDelegate,
): unknown {
  if (isSchemaObject(schema)) return schema.normalize(value, parent, key, delegate)
  const isData = typeof value === 'object' && value !== null
  if (!isData && typeof schema === 'object') return delegate.fail('an object or a list', value)
  return delegate.visit(schema, value, parent, key)
}
