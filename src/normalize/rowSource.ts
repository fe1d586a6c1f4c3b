import type { EntityRow, IndexOfLists } from '../schema/contract'
import { getOwn } from '../util/record'

/** The pks of rows, by table. */
export type RowNames = ReadonlyMap<string, readonly string[]>

/** Stored rows, as a response is merged into them. */
export interface StoredRows {
  getRow(schemaKey: string, pk: string): EntityRow | undefined
  rows(schemaKey: string): Iterable<readonly [pk: string, row: EntityRow]>
  /** The rows of a table of lists, where an index of them is kept. */
  lists?(schemaKey: string): IndexOfLists
}

/** Stored rows, as readers read them. */
export interface RowSource extends StoredRows {
  /** The pks of a table in its order. */
  keys(schemaKey: string): readonly string[] | undefined
  /** The pk of a row whose field has a value. */
  find(schemaKey: string, field: string, value: unknown): string | undefined
  /** The pk of the row that had a temporary one before. */
  createdAs(schemaKey: string, temporary: string): string | undefined
  /** The rows that changed since an earlier state, by its version; `undefined` where that is not known. */
  changesSince(version: object): readonly RowNames[] | undefined
}

/** Rows by table and primary key, as plain objects. */
export interface PlainRows {
  readonly [schemaKey: string]: { readonly [pk: string]: EntityRow }
}

/** A row source over plain objects, such as the `entities` that `normalize` returns. */
export function plainSource(tables: PlainRows): RowSource {
  return {
    getRow: (schemaKey, pk) => getOwn(getOwn(tables, schemaKey), pk),
    rows: (schemaKey) => Object.entries(getOwn(tables, schemaKey) ?? {}),
    keys: (schemaKey) => {
      const table = getOwn(tables, schemaKey)
      return table && Object.keys(table)
    },
    find: () => undefined,
    createdAs: () => undefined,
    changesSince: () => undefined,
  }
}
