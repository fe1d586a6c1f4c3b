import { Denormalizer } from '../../normalize/Denormalizer'
import type { Entity } from '../../schema/Entity'
import { INVALID } from '../../schema/invalid'
import { isKind } from '../../schema/kinds'
import { argsAsText } from '../../util/argsAsText'
import { getOrCreate } from '../../util/getOrCreate'
import { isObject } from '../../util/isObject'
import { reuse } from '../../util/reuse'
import type { RestState } from '../state/state'
import { type RowsRead, type StateCache, stateCacheOf } from '../state/StateCache'

type Args = readonly unknown[]

/** Stands for a result that is inferred from the arguments. */
const INFERRED = Symbol('inferred')

/**
 * Reads the rows that a normalized result names.
 * @param name tells the calls of one schema apart
 */
export function readResult(
  state: RestState,
  schema: unknown,
  result: unknown,
  args: Args,
  name: string,
): RowsRead {
  return readOnce(state, { schema, result, args, name }, (reader) => reader.read(schema, result))
}

/** Reads what a schema's data would be, as far as arguments and rows tell; `name` tells the reads of one schema apart. */
export function inferResult(state: RestState, schema: unknown, args: Args, name: string): RowsRead {
  return readInferred(state, { schema, args, name }, (reader) => reader.query(schema))
}

/** Every entity of a kind in table order; the same list while none of them changed. */
export function readAll<E extends typeof Entity>(
  state: RestState,
  entity: E,
): readonly InstanceType<E>[] {
  const schema = getOrCreate(lists, entity, () => [entity] as const)
  const read = readInferred(state, { schema, args: [], name: '' }, (it) => it.pks(entity.key))
  return (read.value ?? NO_ENTITIES) as readonly InstanceType<E>[]
}

const NO_ENTITIES: readonly never[] = []
const lists = new WeakMap<typeof Entity, readonly [typeof Entity]>()

/** What a schema's result would be by its arguments alone, with primary keys in place of entities. */
export function queryResult(state: RestState, schema: unknown, args: Args): unknown {
  return newReader(stateCacheOf(state), args).query(schema)
}

function readInferred(
  state: RestState,
  read: Omit<Read, 'result'>,
  infer: (reader: Denormalizer) => unknown,
): RowsRead {
  return readOnce(state, { ...read, result: INFERRED }, (reader, { inferred }) => {
    const { schema, name } = read
    const result = reuse(inferred.get(schema, name), infer(reader))
    if (typeof result === 'object') inferred.set(schema, name, result)
    if (isFound(schema, result)) return reader.read(schema, result)
    return result === INVALID ? INVALID : undefined
  })
}

interface Read {
  readonly schema: unknown
  readonly result: unknown
  readonly args: Args
  readonly name: string
}

function readOnce(
  state: RestState,
  { schema, result, args, name }: Read,
  read: (reader: Denormalizer, stateCache: StateCache) => unknown,
): RowsRead {
  const stateCache = stateCacheOf(state)
  const known = stateCache.reads.get(schema, name)
  if (known !== undefined && known.result === result && isForArgs(known, args)) return known
  const reader = newReader(stateCache, args)
  const found = read(reader, stateCache)
  const isInvalid = found === INVALID
  const rowsRead: RowsRead = {
    result,
    value: isInvalid ? undefined : found,
    isInvalid,
    dependencies: reader.dependencies,
    argsText: reader.isArgsDependent ? argsAsText(args) : undefined,
  }
  stateCache.reads.set(schema, name, rowsRead)
  return rowsRead
}

function isForArgs({ argsText }: RowsRead, args: Args): boolean {
  return argsText === undefined || argsText === argsAsText(args)
}

function newReader({ source, cache, version }: StateCache, args: Args): Denormalizer {
  return new Denormalizer(source, cache, version, args)
}

/** Whether every part of an inferred result was found. */
function isFound(schema: unknown, result: unknown): boolean {
  if (result === undefined || result === INVALID) return false
  if (isKind(schema) || !isObject(schema) || !isObject(result)) return true
  return Object.entries(schema).every(([field, member]) => isFound(member, result[field]))
}
