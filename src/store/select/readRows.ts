import { Denormalizer } from '../../normalize/Denormalizer'
import type { Entity } from '../../schema/Entity'
import { INVALID, isLiteral, isSchemaObject } from '../../schema/schemaObject'
import { argsAsText } from '../../util/keys'
import { getOrCreate } from '../../util/collections'
import { isObject } from '../../util/checks'
import { replaceEqualDeep } from '../../util/replaceEqualDeep'
import type { RestState } from '../state/state'
import { type RowsRead, type StateCache, stateCacheOf } from '../state/StateCache'

type Args = readonly unknown[]

/** A query, with the schema of what it computes from. */
interface Wrapper {
  readonly schema?: unknown
  over?(inner: unknown): unknown
}

/** Stands for a result that is inferred from the arguments. */
const INFERRED = Symbol('inferred')

/**
 * Reads the rows that a normalized result names.
 * @param name identifies a read among those of one schema
 */
export function readResult(
  state: RestState,
  schema: unknown,
  result: unknown,
  args: Args,
  name: string,
): RowsRead {
  const cache = stateCacheOf(state)
  const known = cache.reads.get(schema, name)
  if (known !== undefined && known.result === result && isReadWith(known, args)) return known
  const reader = newReader(cache, args)
  const found =
    result === INFERRED
      ? readInferred(cache, schema, name, reader, reader.query(schema))
      : reader.read(schema, result)
  const isInvalid = found === INVALID
  const read: RowsRead = {
    result,
    value: isInvalid ? undefined : found,
    isInvalid,
    dependencies: reader.dependencies,
    argsText: reader.isArgsDependent ? argsAsText(args) : undefined,
  }
  cache.reads.set(schema, name, read)
  return read
}

/**
 * Infers the data of a schema from the arguments and the rows.
 * @throws TypeError, in development, where the schema is an endpoint, which would read as `undefined` for ever
 */
export function inferResult(state: RestState, schema: unknown, args: Args, name: string): RowsRead {
  if (process.env.NODE_ENV !== 'production') refuseEndpoint(schema)
  return readResult(state, schema, INFERRED, args, name)
}

/** Infers the response of an endpoint. A query asks for what it computes from, where the schema inside would. */
export function inferResponse(
  state: RestState,
  schema: unknown,
  args: Args,
  name: string,
): RowsRead {
  const { over, schema: inner } = (isSchemaObject(schema) ? schema : {}) as Wrapper
  const found = over && !isLiteral(inner) ? inferResponse(state, inner, args, name) : undefined
  return found && found.value === undefined ? found : inferResult(state, schema, args, name)
}

function refuseEndpoint(schema: unknown): void {
  if (typeof schema !== 'function' || !('run' in schema) || isSchemaObject(schema)) return
  throw new TypeError(
    `A schema is needed, such as User; found the endpoint ${schema.name}. useSuspense and useDLE fetch it; useCache, selectData and controller.getResponse read its stored response.`,
  )
}

/** Every entity of a kind in table order; the same list while none of them changed. */
export function readAll<E extends typeof Entity>(
  state: RestState,
  entity: E,
): readonly InstanceType<E>[] {
  const cache = stateCacheOf(state)
  const schema = getOrCreate(lists, entity, () => [entity] as const)
  const reader = newReader(cache, [])
  const found = readInferred(cache, schema, '', reader, reader.pks(entity.key))
  return (found ?? NO_ENTITIES) as readonly InstanceType<E>[]
}

const NO_ENTITIES: readonly never[] = /* @__PURE__ */ Object.freeze([])
const lists = new WeakMap<typeof Entity, readonly [typeof Entity]>()

function newReader({ source, cache, version }: StateCache, args: Args): Denormalizer {
  return new Denormalizer(source, cache, version, args)
}

/** Whether it would be read as the same with these arguments. */
function isReadWith({ argsText }: RowsRead, args: Args): boolean {
  return argsText === undefined || argsText === argsAsText(args)
}

/** Reads a result that was inferred: as the object that was inferred before, if it equals this one. */
function readInferred(
  { inferred }: StateCache,
  schema: unknown,
  name: string,
  reader: Denormalizer,
  found: unknown,
): unknown {
  const result = replaceEqualDeep(inferred.get(schema, name), found)
  if (typeof result === 'object') inferred.set(schema, name, result)
  if (result === undefined || result === INVALID) return result
  const value = reader.read(schema, result)
  // Where a part must not be shown, another one that is missing makes no difference.
  return value === INVALID || isFound(schema, result) ? value : undefined
}

/** Whether every part of an inferred result was found. */
function isFound(schema: unknown, result: unknown): boolean {
  if (result === undefined || result === INVALID) return false
  if (isSchemaObject(schema) || !isObject(schema) || !isObject(result)) return true
  return Object.entries(schema).every(([field, member]) => isFound(member, result[field]))
}
