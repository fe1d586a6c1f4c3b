import type { EntityRow, ListChange, Order, RowSchema } from '../schema/contract'
import { compareOrder } from '../schema/order'
import { hashTable } from '../util/hashTable'
import { lastOf } from '../util/lastOf'
import { setOwn } from '../util/own'
import { addIndexChanges, type IndexChanges } from './indexChanges'
import type { Landing, LoggedRow, RowRef, TableChange, TouchedRows } from './landing'
import { RowDraft } from './RowDraft'
import type { RowSource } from './rowSource'

/** The rows that a run changes, the ones that were only confirmed, and what that means for indexes; by table. */
export interface RowsWritten {
  readonly entities: Record<string, Record<string, EntityRow>>
  /** `touched[schemaKey]` names the rows that came back unchanged; most were stored by one response, and stand together. */
  readonly touched: Record<string, readonly TouchedRows[]>
  readonly indexes: IndexChanges
  /** What a later landing may ask about; empty where none will. */
  readonly logged: readonly LoggedRow[]
  /** The rows about which overlapping mutations disagree. */
  readonly conflicts: readonly RowRef[]
  /** What pages add to lists, which responses of the whole lists go through. */
  readonly pages: readonly TableChange[]
}

/** From so many rows on an object is rather a hash table than a record. */
const MANY = 32

/** Whose table one is, and the fields that any schema of it wants indexed. */
export interface Owner {
  readonly schema: RowSchema
  readonly indexed: Set<string>
}

/** The owners of tables; they are remembered from one run to the next. */
export type Owners = Map<string, Owner>

const NO_FIELDS: ReadonlySet<string> = new Set()

/** All that one run has to say about rows. */
export class Drafts {
  readonly #source: RowSource
  readonly #owners: Owners
  readonly #byTable = new Map<string, Map<string, RowDraft>>()
  /** The drafts of each schema that had something to say; several schemas may share a table. */
  readonly #bySchema = new Map<RowSchema, Map<string, RowDraft>>()

  /** The schema that was asked for last, and its drafts: many entities of a kind follow each other. */
  #schema: RowSchema | undefined
  #drafts: Map<string, RowDraft> = new Map<string, RowDraft>()

  /** @param owners remembers which schema each table belongs to */
  constructor(source: RowSource, owners: Owners) {
    this.#source = source
    this.#owners = owners
  }

  /** The draft of a row, made where there is none yet. */
  of(schema: RowSchema, pk: string): RowDraft {
    if (schema !== this.#schema) {
      this.#schema = schema
      this.#drafts = this.#bySchema.get(schema) ?? this.#addSchema(schema)
    }
    const drafts = this.#drafts
    let draft = drafts.get(pk)
    if (draft === undefined) {
      draft = new RowDraft(pk, this.#source.getRow(schema.key, pk))
      drafts.set(pk, draft)
    }
    return draft
  }

  /** The draft of a row, where there is one. */
  find(schemaKey: string, pk: string): RowDraft | undefined {
    return this.#byTable.get(schemaKey)?.get(pk)
  }

  /** Whether this run invalidates a row. */
  isInvalidated(schemaKey: string, pk: string): boolean {
    return this.#byTable.get(schemaKey)?.get(pk)?.isInvalidated === true
  }

  finish(landing: Landing): RowsWritten {
    const entities: RowsWritten['entities'] = {}
    const touched: RowsWritten['touched'] = {}
    const indexes: IndexChanges = {}
    const logged: LoggedRow[] = []
    const conflicts: RowRef[] = []
    const pages: TableChange[] = []
    for (const [schemaKey, drafts] of this.#byTable) {
      const changed = drafts.size > MANY ? hashTable<EntityRow>() : {}
      const confirmed: Touched[] = []
      const indexed = this.#owners.get(schemaKey)?.indexed ?? NO_FIELDS
      let hasChanged = false
      for (const draft of drafts.values()) {
        const { pk, stored } = draft
        const row = draft.finish(landing, schemaKey)
        if (landing.isLogged && draft.isWritten) logged.push(loggedRow(draft, schemaKey, landing))
        if (draft.isInConflict === true) conflicts.push({ schemaKey, pk })
        if (draft.page !== undefined) pages.push(changeOfRow(schemaKey, pk, draft.page))
        if (row === 'touched') {
          addTouched(confirmed, pk, (stored as EntityRow).meta.landed)
        } else if (row !== undefined) {
          hasChanged = true
          put(changed, pk, row)
          if (indexed.size > 0) addIndexChanges(indexes, schemaKey, indexed, pk, stored, row)
        }
      }
      if (hasChanged) setOwn(entities, schemaKey, changed)
      if (confirmed.length > 0) setOwn(touched, schemaKey, confirmed)
    }
    return { entities, touched, indexes, logged, conflicts, pages }
  }

  #addSchema(schema: RowSchema): Map<string, RowDraft> {
    const { key } = schema
    this.#claimTable(schema)
    const drafts = this.#byTable.get(key) ?? new Map<string, RowDraft>()
    this.#byTable.set(key, drafts)
    this.#bySchema.set(schema, drafts)
    return drafts
  }

  #claimTable(schema: RowSchema): void {
    const { key } = schema
    const owner = this.#owners.get(key)
    if (
      owner !== undefined &&
      owner.schema !== schema &&
      !(owner.schema.hasOwnKey && schema.hasOwnKey)
    ) {
      const advice =
        process.env.NODE_ENV === 'production'
          ? ''
          : '; give each its own `static key`, or both the same one to share the table'
      throw new TypeError(`two schemas are called ${key}${advice}`)
    }
    const { indexed } = owner ?? { indexed: new Set<string>() }
    for (const field of schema.indexes ?? []) indexed.add(field)
    if (owner === undefined) this.#owners.set(key, { schema, indexed })
  }
}

function put<Value>(record: Record<string, Value>, pk: string, value: Value): void {
  if (pk === '__proto__') setOwn(record, pk, value)
  else record[pk] = value
}

interface Touched extends TouchedRows {
  readonly pks: string[]
}

function addTouched(touched: Touched[], pk: string, landed: Order): void {
  const last = lastOf(touched)
  if (last !== undefined && isSameOrder(last.landed, landed)) last.pks.push(pk)
  else touched.push({ landed, pks: [pk] })
}

function isSameOrder(one: Order, other: Order): boolean {
  return one === other || compareOrder(one, other) === 0
}

function loggedRow(draft: RowDraft, schemaKey: string, landing: Landing): LoggedRow {
  const { pk, isInvalidated } = draft
  return { schemaKey, pk, names: draft.namesOf(landing), isDeletion: isInvalidated }
}

function changeOfRow(schemaKey: string, pk: string, change: ListChange): TableChange {
  const { joins, leaves } = change
  return { schemaKey, joins, leaves, changeOf: (it) => (it === pk ? change : undefined) }
}
