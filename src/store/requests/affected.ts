import type { EndpointContract } from '../../endpoint/contract'
import type { AffectedDelegate } from '../../schema/contract'
import { usablePk } from '../../schema/entityRef'
import { isSchemaObject } from '../../schema/schemaObject'
import { addTo, type Groups } from '../../util/collections'
import { attempt, isObject } from '../../util/checks'

/** What may be another one at the server: a list, or what stands beside it. */
export type ListMark = 'doubtful' | 'changed'

/** What a mutation may write, as far as its schema and its arguments name it. */
export interface Affected {
  readonly rows: Groups<string, string>
  /** Those of them that it deletes. */
  readonly deleted: Groups<string, string>
  /** What is uncertain of the lists, by table. */
  readonly lists: ReadonlyMap<string, ListMark>
}

/** A mutation, as far as its schema and its arguments name what it writes. */
interface AffectingCall {
  readonly endpoint: Pick<EndpointContract, 'schema' | 'lastParam'>
  readonly args: readonly unknown[]
}

export function affectedBy({ endpoint, args }: AffectingCall): Affected {
  const [rows, deleted] = [new Map<string, Set<string>>(), new Map<string, Set<string>>()]
  const affected = { rows, deleted, lists: new Map<string, ListMark>() }
  const delegate: AffectedDelegate = {
    row(schemaKey, pk, isDeleted = false) {
      addTo(rows, schemaKey, pk)
      if (isDeleted) addTo(deleted, schemaKey, pk)
    },
    lists(schemaKey, mark: ListMark = 'doubtful') {
      if (affected.lists.get(schemaKey) !== 'doubtful') affected.lists.set(schemaKey, mark)
    },
  }
  attempt(() => collect(endpoint.schema, args, delegate))
  return affected
}

/** What the arguments of a mutation name, by its schema. */
function collect(schema: unknown, args: readonly unknown[], delegate: AffectedDelegate): void {
  if (isSchemaObject(schema)) schema.affected?.(args, delegate)
  else if (Array.isArray(schema)) collect(schema[0], args, delegate)
  else if (isObject(schema)) for (const it of Object.values(schema)) collect(it, args, delegate)
}

/** The key that an entity of a response had before, by its table and its key now; `undefined` where it has that one still. */
export type RenamedFrom = (schemaKey: string, pk: string) => string | undefined

/**
 * What the path of a PUT or PATCH ends with: a response with another key has renamed it. Nothing where several parts of the
 * response may be meant.
 */
export function renamedBy({ endpoint, args }: AffectingCall): RenamedFrom | undefined {
  const [params] = args
  const { lastParam } = endpoint
  if (lastParam === undefined || !isObject(params)) return undefined
  const { [lastParam]: last, ...others } = params
  const schemas = partsOf(endpoint.schema)
  const [first] = schemas
  if (schemas.length === 1 && rowsOf(first, params).size === 0) {
    return unlessNamed(rowsOf(first, last), others)
  }
  const found = schemas.flatMap((schema) => {
    const without = rowsOf(schema, others)
    const rows = new Map<string, string>()
    for (const [schemaKey, pks] of rowsOf(schema, params)) {
      for (const pk of pks) if (without.get(schemaKey)?.has(pk) !== true) rows.set(schemaKey, pk)
    }
    return rows.size === 0 ? [] : [rows]
  })
  return found.length === 1 ? (schemaKey) => found[0]?.get(schemaKey) : undefined
}

function rowsOf(schema: unknown, named: unknown): Affected['rows'] {
  return affectedBy({ endpoint: { schema }, args: [named] }).rows
}

/** Of `/tasks/:task/position/:position`, the task is the one that another parameter names. */
function unlessNamed(rows: Affected['rows'], others: object): RenamedFrom {
  const named = new Set(Object.values(others).map(usablePk))
  return (schemaKey, pk) => (named.has(pk) ? undefined : [...(rows.get(schemaKey) ?? [])][0])
}

/** The schemas of what is no member of a list. */
function partsOf(schema: unknown): readonly unknown[] {
  if (isSchemaObject(schema)) return [schema]
  return isObject(schema) && !Array.isArray(schema) ? Object.values(schema).flatMap(partsOf) : []
}
