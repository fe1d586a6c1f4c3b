import type { EntityRow } from '../../schema/contract'
import { getOrCreate } from '../../util/collections'
import { type Page, pagesIn, type Table } from './table'

type Created = ReadonlyMap<string, string>

const NONE: Created = new Map()

/** By a page of a table: a commit changes few of them. */
const createdIn = new WeakMap<Page<EntityRow>, Created>()

/** The primary key of the row that had a temporary one before. */
export function findCreated(
  table: Table<EntityRow> | undefined,
  temporary: string,
): string | undefined {
  for (const page of table === undefined ? [] : pagesIn(table)) {
    const pk = createdRows(page).get(temporary)
    if (pk !== undefined) return pk
  }
  return undefined
}

/** The primary keys of rows by their temporary keys. */
function createdRows(page: Page<EntityRow>): Created {
  return getOrCreate(createdIn, page, () => {
    const keys = new Map<string, string>()
    for (const pk of Object.keys(page)) {
      for (const key of page[pk]?.meta.createdAs ?? []) keys.set(key, pk)
    }
    return keys.size === 0 ? NONE : keys
  })
}
