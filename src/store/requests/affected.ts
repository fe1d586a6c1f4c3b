import type { AffectedDelegate } from '../../schema/contract'
import { isSchemaObject } from '../../schema/schemaObject'
import { getOrCreate, type Groups } from '../../util/collections'
import { attempt, isObject } from '../../util/checks'
import type { RequestCall } from './InFlightRequest'

type ListTest = (pk: string, data: object) => boolean

/** What a mutation may write, as far as its schema and its arguments name it. */
export interface Affected {
  readonly rows: Groups<string, string>
  readonly lists: ReadonlyMap<string, readonly ListTest[]>
}

/** Filters of the user's own may fail for arguments that came to nothing: any list may be affected then. */
export function affectedBy({ endpoint, args }: Pick<RequestCall, 'endpoint' | 'args'>): Affected {
  const affected = { rows: new Map<string, Set<string>>(), lists: new Map<string, ListTest[]>() }
  const delegate: AffectedDelegate = {
    row: (schemaKey, pk) => getOrCreate(affected.rows, schemaKey, () => new Set()).add(pk),
    lists(schemaKey, test) {
      const isList: ListTest = (pk, data) => attempt(() => test(pk, data)) ?? true
      getOrCreate(affected.lists, schemaKey, () => []).push(isList)
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
