import type {
  EntityRow,
  IndexedList,
  IndexOfLists,
  ListChanges,
  RowSchema,
} from '../schema/contract'
import { ListIndex } from '../schema/ListIndex'
import { identityOf, type MemberRef } from '../schema/entityRef'
import { addTo, getOrCreate, type Groups, lastOf } from '../util/collections'
import { setOwn } from '../util/record'
import { type PendingEntity, PendingRow } from './PendingRow'
import { doubtOf, type Landing, type LaterChange, type TouchedRows } from './landing'
import type { StoredRows } from './rowSource'
import { checkOwner, type TableOwners } from './tableOwners'

/** A normalized response: itself with primary keys for entities, and the rows it changes, merged with those before. */
export interface Normalized {
  /** The response with primary keys in place of entities. */
  readonly result: unknown
  /** The rows that changed, by table and primary key. */
  readonly entities: Record<string, Record<string, EntityRow>>
  /** The rows that came back as they already were, by table and landing; most of them were stored by one response. */
  readonly touched: Record<string, readonly TouchedRows[]>
}

export interface NormalizedResponse extends Normalized {
  /** The changes of lists, pages included, that earlier requests still have to go through. */
  readonly changes: readonly LaterChange[]
  /** The data that the response has of a row. */
  dataOf(schemaKey: string, pk: string): object | undefined
}

/** What a response is normalized against. */
export interface NormalizeContext {
  readonly source: StoredRows
  readonly args: readonly unknown[]
  readonly landing: Landing
  readonly owners: TableOwners
}

/** The rows that one response writes. */
export class PendingRows {
  readonly #context: NormalizeContext
  /** By table, which several schemas may share. */
  readonly #tables = new Map<string, Map<string, PendingRow>>()
  /** The same by schema, each of which is checked once. */
  readonly #bySchema = new Map<RowSchema, Map<string, PendingRow>>()
  readonly #changes: LaterChange[] = []
  /** The entities whose lists were changed, by table. */
  readonly #decided: Groups<string, string> = new Map()

  constructor(context: NormalizeContext) {
    this.#context = context
  }

  /** A row, made where there is none yet. */
  of(schema: RowSchema, pk: string): PendingRow {
    const rows = this.#bySchema.get(schema) ?? this.#rowsOf(schema)
    let row = rows.get(pk)
    if (row === undefined) {
      row = new PendingRow(pk, this.#context.source.getRow(schema.key, pk))
      rows.set(pk, row)
    }
    return row
  }

  #rowsOf(schema: RowSchema): Map<string, PendingRow> {
    const { key } = schema
    const { owners, landing } = this.#context
    if (getOrCreate(owners, key, () => schema) !== schema) {
      checkOwner(owners, schema, landing, this.#tables.has(key))
    }
    const rows = getOrCreate(this.#tables, key, () => new Map<string, PendingRow>())
    this.#bySchema.set(schema, rows)
    return rows
  }

  /** A row, where there is one. */
  find(schemaKey: string, pk: string): PendingRow | undefined {
    return this.#tables.get(schemaKey)?.get(pk)
  }

  /** The row of a response, which may have another key since a mutation: lists have that in the old one's place. */
  rename(schema: RowSchema, pk: string): void {
    const { owners, source, landing } = this.#context
    const { key } = schema
    const from = landing.renamedFrom?.(key, pk) ?? pk
    const old = from === pk || this.find(key, from) ? undefined : source.getRow(key, from)
    if (old === undefined || old.invalid) return
    this.of(schema, pk).follow(old)
    const gone = this.of(schema, from)
    gone.invalidate(schema)
    gone.isRenamed = true
    for (const owner of owners.values()) {
      const changes = owner.renamed?.(schema, from, pk)
      if (changes !== undefined) this.changeLists(owner, changes)
    }
  }

  /** The stored lists of a table. */
  lists(schemaKey: string): IndexOfLists {
    const { source } = this.#context
    return source.lists?.(schemaKey) ?? new ListIndex(source.rows(schemaKey))
  }

  /** Changes the stored lists of a schema. */
  changeLists(
    schema: RowSchema,
    changes: ListChanges,
    among: Iterable<IndexedList> = this.lists(schema.key).lists(),
  ): void {
    const { key } = schema
    const { landing } = this.#context
    const { landed } = landing.meta
    const doubt = { ...doubtOf(landing, key, changes), knownAt: changes.knownAt, landed }
    this.#changes.push({ schemaKey: key, ...changes, ...doubt })
    if (changes.keepsCount !== true) {
      for (const it of changes.joins) addTo(this.#decided, key, it)
      for (const it of changes.leaves) addTo(this.#decided, key, it)
    }
    const change = (pk: string, row: EntityRow | undefined): void => {
      const found = changes.changeOf(pk, row)
      if (found !== undefined) this.of(schema, pk).change(Object.assign(found, doubt))
    }
    for (const { pk, row } of among) {
      if (this.find(key, pk)?.isInvalidated !== true) change(pk, row)
    }
    // Lists that came before by the same write.
    for (const [pk, row] of this.#tables.get(key) ?? []) {
      if (!row.stored) change(pk, row.resolve(landing, key))
    }
  }

  /** The rows of entities that the response changes. */
  changedEntities(): readonly PendingEntity[] {
    return [...this.#tables.values()].flatMap((rows) =>
      [...rows.values()].filter((it): it is PendingEntity => it.isChangedEntity),
    )
  }

  /** Whether the response brings a whole list of a table. */
  hasWholeList(schemaKey: string): boolean {
    return [...(this.#tables.get(schemaKey)?.values() ?? [])].some((it) => it.isWhole)
  }

  /** Whether the schema of the response has decided which lists of a table hold an entity. */
  isDecided(schemaKey: string, ref: MemberRef): boolean {
    return this.#decided.get(schemaKey)?.has(identityOf(ref)) === true
  }

  /** @param result the response with primary keys in place of entities */
  finish(result: unknown): NormalizedResponse {
    const { landing } = this.#context
    const changes = [...this.#changes]
    const entities: Record<string, Record<string, EntityRow>> = {}
    const touched: Record<string, readonly TouchedRows[]> = {}
    for (const [schemaKey, rows] of this.#tables) {
      const table: Record<string, EntityRow> = {}
      const unchanged: Touched[] = []
      let hasChanged = false
      for (const pending of rows.values()) {
        const row = pending.finish(landing, schemaKey)
        if (row === 'touched') addTouched(unchanged, pending)
        else if (row !== undefined) {
          hasChanged = true
          setOwn(table, pending.pk, row)
        }
        if (pending.page !== undefined) changes.push(pending.page)
      }
      if (hasChanged) setOwn(entities, schemaKey, table)
      if (unchanged.length > 0) setOwn(touched, schemaKey, unchanged)
    }
    const dataOf = (schemaKey: string, pk: string): object | undefined =>
      this.find(schemaKey, pk)?.data
    return { result, entities, touched, changes, dataOf }
  }
}

interface Touched extends TouchedRows {
  readonly pks: string[]
}

function addTouched(touched: Touched[], { pk, stored }: PendingRow): void {
  const { landed } = (stored as EntityRow).meta
  const last = lastOf(touched)
  if (last !== undefined && last.landed === landed) last.pks.push(pk)
  else touched.push({ landed, pks: [pk] })
}
