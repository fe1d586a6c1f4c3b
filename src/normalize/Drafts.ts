import type { Edit, EditOf, EntityRow, RowMeta, RowSchema } from '../schema/contract'
import { hashTable } from '../util/hashTable'
import { setOwn } from '../util/own'
import { addIndexChanges, type IndexChanges } from './indexChanges'
import { RowDraft } from './RowDraft'
import type { RowSource } from './rowSource'

/** The rows that a run changes, the ones that were only confirmed, and what that means for indexes; by table. */
export interface RowsWritten {
  readonly entities: Record<string, Record<string, EntityRow>>
  readonly touched: Record<string, string[]>
  readonly indexes: IndexChanges
}

/** A change of the rows of one table. */
export interface TableEdit {
  readonly schemaKey: string
  readonly editOf: EditOf
}

/** Changes of a row, oldest first. */
export type EditsOfRow = (schemaKey: string, pk: string) => readonly Edit[]

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

  /** Whether this run invalidates a row. */
  isInvalidated(schemaKey: string, pk: string): boolean {
    return this.#byTable.get(schemaKey)?.get(pk)?.isInvalidated === true
  }

  /** @param later finds the changes that came before an answer which is older than they are */
  finish(meta: RowMeta, later: EditsOfRow): RowsWritten {
    const written: RowsWritten = { entities: {}, touched: {}, indexes: {} }
    for (const [schemaKey, drafts] of this.#byTable) {
      const changed = drafts.size > MANY ? hashTable<EntityRow>() : {}
      const touched: string[] = []
      const indexed = this.#owners.get(schemaKey)?.indexed ?? NO_FIELDS
      let hasChanged = false
      for (const draft of drafts.values()) {
        const row = draft.finish(meta, later(schemaKey, draft.pk))
        if (row === 'touched') touched.push(draft.pk)
        else if (row !== undefined) {
          hasChanged = true
          if (draft.pk === '__proto__') setOwn(changed, draft.pk, row)
          else changed[draft.pk] = row
          if (indexed.size > 0) {
            addIndexChanges(written.indexes, schemaKey, indexed, draft.pk, draft.stored, row)
          }
        }
      }
      if (hasChanged) setOwn(written.entities, schemaKey, changed)
      if (touched.length > 0) setOwn(written.touched, schemaKey, touched)
    }
    return written
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
      throw new TypeError(
        `two schemas are called ${key}; give each its own \`static key\`, or both the same one to share the table`,
      )
    }
    const { indexed } = owner ?? { indexed: new Set<string>() }
    for (const field of schema.indexes ?? []) indexed.add(field)
    if (owner === undefined) this.#owners.set(key, { schema, indexed })
  }
}
