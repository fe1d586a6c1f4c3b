import type { StoredRows } from '../../normalize/rowSource'
import type { EntityRow } from '../../schema/contract'
import type { RestState } from '../../store/state/state'
import { writeTables } from '../../store/state/writes'
import { addTo, getOrCreate, type Groups } from '../../util/collections'

/** The primary keys of rows, by table. */
export type Names = Groups<string, string>

/** Rows by table and primary key. */
export type RowMaps = Map<string, Map<string, EntityRow>>

/** Rows, and a state that has them. */
interface RowsOfState extends StoredRows {
  state(): RestState
}

/** Rows over those of a state. */
export class OverlaidRows implements RowsOfState {
  readonly written: RowMaps = new Map()
  readonly #below: RowsOfState

  constructor(below: RowsOfState) {
    this.#below = below
  }

  write(schemaKey: string, pk: string, row: EntityRow): void {
    placeRow(this.written, schemaKey, pk, row)
  }

  writeAll(rows: RowMaps): void {
    for (const [schemaKey, table] of rows) {
      for (const [pk, row] of table) this.write(schemaKey, pk, row)
    }
  }

  getRow(schemaKey: string, pk: string): EntityRow | undefined {
    return this.written.get(schemaKey)?.get(pk) ?? this.#below.getRow(schemaKey, pk)
  }

  *rows(schemaKey: string): Iterable<readonly [string, EntityRow]> {
    const written = new Map(this.written.get(schemaKey))
    for (const [pk, row] of this.#below.rows(schemaKey)) {
      yield [pk, written.get(pk) ?? row]
      written.delete(pk)
    }
    yield* written
  }

  state(): RestState {
    const tables = Array.from(this.written, ([schemaKey, table]) => [schemaKey, [...table]])
    return writeTables(
      this.#below.state(),
      Object.fromEntries(tables) as Parameters<typeof writeTables>[1],
    )
  }
}

export function placeRow(maps: RowMaps, schemaKey: string, pk: string, row: EntityRow): void {
  getOrCreate(maps, schemaKey, () => new Map<string, EntityRow>()).set(pk, row)
}

export function addNames(names: Names, rows: RowMaps | Names): void {
  for (const [schemaKey, table] of rows) {
    for (const pk of table.keys()) addTo(names, schemaKey, pk)
  }
}

/** Whether some rows, which are few, are among others. */
export function meet(some: RowMaps | Names, others: Names): boolean {
  for (const [schemaKey, table] of some) {
    const known = others.get(schemaKey)
    if (known !== undefined) for (const pk of table.keys()) if (known.has(pk)) return true
  }
  return false
}
