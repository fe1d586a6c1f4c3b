import type { Edit, EntityRow, Order, RowMeta, Schema } from '../schema/contract'
import type { EditsOfRow, Owners, TableEdit } from './Drafts'
import type { IndexChanges } from './indexChanges'
import { NormalizeRun } from './NormalizeRun'
import { plainSource, type PlainRows, type RowSource } from './rowSource'

/** What a response comes to: itself with primary keys for entities, and the rows it changes, merged with what was there. */
export interface Normalized {
  readonly result: unknown
  readonly entities: Record<string, Record<string, EntityRow>>
  /** The rows that came back as they already were, by table. */
  readonly touched: Record<string, string[]>
  /** What changed in the indexes of those tables; `null` where a value is no longer anybody's. */
  readonly indexes: IndexChanges
}

const TIMELESS: RowMeta = { fetchedAt: 0, seq: 0, date: 0, expiresAt: 8.64e15 }

/**
 * Takes a response apart by its schema.
 * @param args the arguments of the call, which collections are named by
 * @param entities the rows that are already known; they are merged with, and not changed
 * @throws SchemaError with the path to the offending value
 */
export function normalize(
  schema: Schema,
  input: unknown,
  args: readonly unknown[] = [],
  entities: PlainRows = {},
  meta: RowMeta = TIMELESS,
): Normalized {
  const source = plainSource(entities)
  const { edits: _, ...normalized } = normalizeInto(source, schema, input, args, meta, noPast())
  return normalized
}

/** What is remembered from one response to the next. */
export interface Past {
  /** Which schema each table belongs to. */
  readonly owners: Owners
  /** The changes of a row that were made by responses to later requests. */
  editsAfter(order: Order): EditsOfRow
}

const NO_EDITS: readonly Edit[] = []

function noPast(): Past {
  return { owners: new Map(), editsAfter: () => () => NO_EDITS }
}

/** As `normalize`, against any source of rows; the edits are those that older responses still have to go through. */
export function normalizeInto(
  source: RowSource,
  schema: unknown,
  input: unknown,
  args: readonly unknown[],
  meta: RowMeta,
  past: Past,
): Normalized & { readonly edits: readonly TableEdit[] } {
  const run = new NormalizeRun(source, schema, args, meta, past.owners)
  return run.guard(() => {
    const result = run.visitRoot(input)
    return { result, ...run.finish(past.editsAfter(meta)) }
  })
}
