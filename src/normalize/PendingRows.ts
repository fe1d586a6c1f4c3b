import type { EntityRow, ListChanges, RowSchema } from '../schema/contract'
import { getOrCreate, lastOf } from '../util/collections'
import { codedMessage } from '../util/messages'
import { dictionary, setOwn } from '../util/record'
import { PendingRow } from './PendingRow'
import type { Landing, TableChange, TouchedRows } from './landing'
import type { StoredRows } from './rowSource'

/** The rows that a response changes, those that it only confirms; by table. */
export interface RowsWritten {
  readonly entities: Record<string, Record<string, EntityRow>>
  /** `touched[schemaKey]` names the rows that came back unchanged; most were stored by one response, and stand together. */
  readonly touched: Record<string, readonly TouchedRows[]>
  /** The changes of lists, pages included, that earlier requests still have to go through. */
  readonly changes: readonly TableChange[]
}

/** From so many rows on an object is rather a hash table than a record. */
const MANY = 32

/** The schema that each table belongs to; they are remembered from one response to the next. */
export type TableOwners = Map<string, RowSchema>

/** The rows of one table; several schemas may share it. */
interface PendingTable {
  /** The schema that brought the last of them. */
  readonly schema: RowSchema
  readonly rows: Map<string, PendingRow>
}

type Written = { readonly changes: TableChange[] } & Omit<RowsWritten, 'changes'>

/** The rows that one response writes. */
export class PendingRows {
  readonly #source: StoredRows
  readonly #owners: TableOwners
  readonly #landing: Landing
  readonly #tables = new Map<string, PendingTable>()
  readonly #changes: TableChange[] = []
  /** The table of the last row: many entities of a kind follow each other. */
  #last: PendingTable | undefined

  constructor(source: StoredRows, owners: TableOwners, landing: Landing) {
    this.#source = source
    this.#owners = owners
    this.#landing = landing
  }

  /** A row, made where there is none yet. */
  of(schema: RowSchema, pk: string): PendingRow {
    const last = this.#last
    const { rows } = last?.schema === schema ? last : this.#tableOf(schema)
    let row = rows.get(pk)
    if (row === undefined) {
      row = new PendingRow(pk, this.#source.getRow(schema.key, pk))
      rows.set(pk, row)
    }
    return row
  }

  /** A row, where there is one. */
  find(schemaKey: string, pk: string): PendingRow | undefined {
    return this.#tables.get(schemaKey)?.rows.get(pk)
  }

  /** Changes the stored lists of a schema. */
  changeLists(schema: RowSchema, changes: ListChanges): void {
    const { key } = schema
    this.#changes.push({ schemaKey: key, ...changes })
    for (const [pk, row] of this.#source.rows(key)) {
      const isGone = row.invalid || this.find(key, pk)?.isInvalidated === true
      const change = isGone ? undefined : changes.changeOf(pk)
      if (change !== undefined) this.of(schema, pk).change(change)
    }
  }

  finish(): RowsWritten {
    const written: Written = { entities: {}, touched: {}, changes: [...this.#changes] }
    for (const [schemaKey, table] of this.#tables) this.#finishTable(schemaKey, table, written)
    return written
  }

  #finishTable(schemaKey: string, { rows }: PendingTable, written: Written): void {
    const landing = this.#landing
    const changed = rows.size > MANY ? dictionary<EntityRow>() : {}
    const touched: Touched[] = []
    let hasChanged = false
    for (const pending of rows.values()) {
      const { pk, stored } = pending
      const row = pending.finish(landing, schemaKey)
      if (row === 'touched') addTouched(touched, pk, (stored as EntityRow).meta.landed)
      else if (row !== undefined) {
        hasChanged = true
        setOwn(changed, pk, row)
      }
      const { page } = pending
      if (page !== undefined) {
        const { joins, leaves } = page
        const changeOf = (it: string) => (it === pk ? page : undefined)
        written.changes.push({ schemaKey, joins, leaves, changeOf })
      }
    }
    if (hasChanged) setOwn(written.entities, schemaKey, changed)
    if (touched.length > 0) setOwn(written.touched, schemaKey, touched)
  }

  #tableOf(schema: RowSchema): PendingTable {
    const { key } = schema
    let table = this.#tables.get(key)
    if (table?.schema !== schema) {
      claimTable(this.#owners, schema)
      table = { schema, rows: table?.rows ?? new Map() }
      this.#tables.set(key, table)
    }
    this.#last = table
    return table
  }
}

/** @throws TypeError where two schemas have one key that were not both given it on purpose */
function claimTable(owners: TableOwners, schema: RowSchema): void {
  const { key } = schema
  const owner = getOrCreate(owners, key, () => schema)
  if (owner !== schema && !(owner.hasOwnKey && schema.hasOwnKey)) {
    throw new TypeError(
      codedMessage(
        'duplicate-key',
        process.env.NODE_ENV === 'production' ||
          `two schemas are called ${key}; give each its own \`static key\`, or both the same one to share the table`,
        key,
      ),
    )
  }
}

interface Touched extends TouchedRows {
  readonly pks: string[]
}

function addTouched(touched: Touched[], pk: string, landed: number): void {
  const last = lastOf(touched)
  if (last !== undefined && last.landed === landed) last.pks.push(pk)
  else touched.push({ landed, pks: [pk] })
}
