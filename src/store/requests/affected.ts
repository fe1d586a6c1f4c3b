import type { AffectedDelegate } from '../../schema/contract'
import { isSchemaObject } from '../../schema/schemaObject'
import { addTo, type Groups } from '../../util/collections'
import { attempt, isObject } from '../../util/checks'
import type { RequestCall } from './InFlightRequest'

/** What a mutation may write, as far as its schema and its arguments name it. */
export interface Affected {
  readonly rows: Groups<string, string>
  /** Those of them that it deletes. */
  readonly deleted: Groups<string, string>
  /** The tables of the lists. */
  readonly lists: ReadonlySet<string>
}

export function affectedBy({ endpoint, args }: Pick<RequestCall, 'endpoint' | 'args'>): Affected {
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
