import type { CommitPayload } from '../../store/state/actions'
import { addTo, getOrCreate, type Groups } from '../../util/collections'

/** Stands for the table of requests among the names of rows. */
export const REQUESTS = '\0requests'

/** Names of rows by table; `undefined` stands for all of them. */
export type RowNames = Groups<string, string | undefined>

type Tables = { readonly [schemaKey: string]: object }

/** Adds the names of rows. */
export function addRows(names: RowNames, tables: Tables): void {
  for (const schemaKey of Object.keys(tables)) {
    const table = getOrCreate(names, schemaKey, () => new Set<string | undefined>())
    for (const pk of Object.keys(tables[schemaKey] ?? {})) table.add(pk)
  }
}

export function addTouched(names: RowNames, touched: CommitPayload['touched'] = {}): void {
  for (const [schemaKey, groups] of Object.entries(touched)) {
    for (const { pks } of groups) for (const pk of pks) addTo(names, schemaKey, pk)
  }
}

/** Whether some names and others have one in common. */
export function meet(some: RowNames, others: RowNames): boolean {
  const [few, many] = some.size < others.size ? [some, others] : [others, some]
  for (const [schemaKey, pks] of few) {
    const known = many.get(schemaKey)
    if (known === undefined) continue
    if (known.has(undefined) || pks.has(undefined)) return true
    for (const pk of pks) if (known.has(pk)) return true
  }
  return false
}
