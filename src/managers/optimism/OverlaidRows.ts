import type { StoredRows } from '../../normalize/rowSource'
import type { EntityRow } from '../../schema/contract'
import type { CommitPayload } from '../../store/state/actions'
import { writeTables } from '../../store/state/commit'
import type { RestState } from '../../store/state/state'
import { getOrCreate } from '../../util/collections'

/** A row with the name of its table and its primary key. */
export type NamedRow<Row = EntityRow> = readonly [schemaKey: string, pk: string, row: Row]

/** The rows of an action, or of a normalized response. */
export function namedRows(entities: CommitPayload['entities'] = {}): readonly NamedRow[] {
  return Object.entries(entities).flatMap(([schemaKey, table]) =>
    Object.entries(table).map(([pk, row]): NamedRow => [schemaKey, pk, row]),
  )
}

/** Rows, and a state that has them. */
interface RowsOfState extends StoredRows {
  state(): RestState
}

/** Rows over those of a state. */
export class OverlaidRows implements RowsOfState {
  /** By table and primary key. */
  readonly written = new Map<string, Map<string, EntityRow>>()
  readonly #below: RowsOfState

  constructor(below: RowsOfState) {
    this.#below = below
  }

  write(schemaKey: string, pk: string, row: EntityRow): void {
    getOrCreate(this.written, schemaKey, () => new Map<string, EntityRow>()).set(pk, row)
  }

  writeAll(rows: Iterable<NamedRow>): void {
    for (const row of rows) this.write(...row)
  }

  /** The rows that are over the others. */
  *all(): Iterable<NamedRow> {
    for (const [schemaKey, table] of this.written) {
      for (const [pk, row] of table) yield [schemaKey, pk, row]
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
