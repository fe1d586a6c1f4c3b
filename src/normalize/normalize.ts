import type { EntityRow, RowMeta, Schema } from '../schema/contract'
import { type NormalizedResponse, NormalizeRun } from './NormalizeRun'
import type { TableOwners } from './PendingRows'
import { type Landing, plainLanding, type TouchedRows } from './landing'
import { type PlainRows, plainSource, type StoredRows } from './rowSource'

/** A normalized response: itself with primary keys for entities, and the rows it changes, merged with those before. */
export interface Normalized {
  /** The response with primary keys in place of entities. */
  readonly result: unknown
  /** The rows, by table and primary key. */
  readonly entities: Record<string, Record<string, EntityRow>>
  /** The rows that came back as they already were, by table and landing. */
  readonly touched: Record<string, readonly TouchedRows[]>
}

/** The meta of rows that meet no requests in flight: without a landing, that is their `fetchedAt`. */
export type PlainMeta = Omit<RowMeta, 'landed'> & Partial<Pick<RowMeta, 'landed'>>

const TIMELESS: PlainMeta = { fetchedAt: 0, date: 0, expiresAt: 8.64e15 }

/**
 * Takes a response apart by its schema, as the store does. It needs no store, and changes none.
 * @param schema the schema of the response
 * @param input the response
 * @param args the arguments of the call, which collections are named by
 * @param entities the rows that are already known; they are merged with, and not changed
 * @param meta the times of the rows. Default: they never expire
 * @throws SchemaError with the path to the offending value
 */
export function normalize(
  schema: Schema,
  input: unknown,
  args: readonly unknown[] = [],
  entities: PlainRows = {},
  meta: PlainMeta = TIMELESS,
): Normalized {
  const landing = plainLanding({ landed: meta.fetchedAt, ...meta })
  const run = normalizeInto(plainSource(entities), schema, input, args, landing, new Map())
  const { result, entities: changed, touched } = run
  return { result, entities: changed, touched }
}

/** A response that is stored nowhere, so that its entities need no primary keys. */
export function normalizeAlone(
  schema: unknown,
  input: unknown,
  args: readonly unknown[],
  needsKeys: boolean,
): Pick<Normalized, 'result' | 'entities'> {
  const landing = plainLanding({ landed: 0, ...TIMELESS })
  return normalizeInto(plainSource({}), schema, input, args, landing, new Map(), needsKeys)
}

/**
 * As `normalize`, against any source of rows, for a response that may have overlapped others.
 * @param owners the schema that each table belongs to; remembered from one response to the next
 */
export function normalizeInto(
  source: StoredRows,
  schema: unknown,
  input: unknown,
  args: readonly unknown[],
  landing: Landing,
  owners: TableOwners,
  needsKeys = true,
): NormalizedResponse {
  return new NormalizeRun(source, schema, args, landing, owners, needsKeys).run(input)
}
