import type { EndpointContract } from '../../endpoint/contract'
import type { AffectedDelegate } from '../../schema/contract'
import { isSchemaObject } from '../../schema/schemaObject'
import { addTo, type Groups } from '../../util/collections'
import { attempt, isObject } from '../../util/checks'

/** What a mutation may write, as far as its schema and its arguments name it. */
export interface Affected {
  readonly rows: Groups<string, string>
  /** Those of them that it deletes. */
  readonly deleted: Groups<string, string>
  /** The tables of the lists. */
  readonly lists: ReadonlySet<string>
}

/** A mutation, as far as its schema and its arguments name what it writes. */
interface AffectingCall {
  readonly endpoint: Pick<EndpointContract, 'schema' | 'lastParam'>
  readonly args: readonly unknown[]
}

export function affectedBy({ endpoint, args }: AffectingCall): Affected {
  const [rows, deleted] = [new Map<string, Set<string>>(), new Map<string, Set<string>>()]
  const affected = { rows, deleted, lists: new Set<string>() }
  const delegate: AffectedDelegate = {
    row(schemaKey, pk, isDeleted = false) {
      addTo(rows, schemaKey, pk)
      if (isDeleted) addTo(deleted, schemaKey, pk)
    },
    lists: (schemaKey) => affected.lists.add(schemaKey),
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

/**
 * The row that the path of a PUT or PATCH ends with, by table: a response with another key has renamed it. Nothing where several
 * parts of the response may be meant.
 */
export function renamedBy(call: AffectingCall): ReadonlyMap<string, string> | undefined {
  const { endpoint, args } = call
  const [params] = args
  const { lastParam } = endpoint
  if (lastParam === undefined || !isObject(params)) return undefined
  const { [lastParam]: _, ...others } = params
  const found = partsOf(endpoint.schema).flatMap((schema) => {
    const rowsOf = (named: object): Affected['rows'] =>
      affectedBy({ endpoint: { schema }, args: [named] }).rows
    const without = rowsOf(others)
    const rows = new Map<string, string>()
    for (const [schemaKey, pks] of rowsOf(params)) {
      for (const pk of pks) if (without.get(schemaKey)?.has(pk) !== true) rows.set(schemaKey, pk)
    }
    return rows.size === 0 ? [] : [rows]
  })
  return found.length === 1 ? found[0] : undefined
}

/** The schemas of what is no member of a list. */
function partsOf(schema: unknown): readonly unknown[] {
  if (isSchemaObject(schema)) return [schema]
  return isObject(schema) && !Array.isArray(schema) ? Object.values(schema).flatMap(partsOf) : []
}
