import type { EntityRow, RowMeta, Schema } from '../schema/contract'
import { INVALID } from '../schema/schemaObject'
import { getOwn } from '../util/record'
import { DenormalizeCache } from './DenormalizeCache'
import { deletedEntities, Denormalizer } from './Denormalizer'
import { type NormalizedResponse, NormalizeRun } from './NormalizeRun'
import type { RowsWritten, TableOwners } from './PendingRows'
import { type Landing, plainLanding, type TouchedRows } from './landing'
import { type PlainRows, plainSource, type RowSource } from './rowSource'

/** A normalized response: itself with primary keys for entities, and the rows it changes, merged with those before. */
export interface Normalized {
  /** The response with primary keys in place of entities. */
  readonly result: unknown
  /** The rows, by table and primary key. */
  readonly entities: Record<string, Record<string, EntityRow>>
  /** The rows that came back as they already were, by table and landing. */
  readonly touched: Record<string, readonly TouchedRows[]>
}

/** The meta of rows that meet no requests in flight: without a landing, that is their order. */
export type PlainMeta = Omit<RowMeta, 'landed'> & Partial<Pick<RowMeta, 'landed'>>

const TIMELESS: PlainMeta = { fetchedAt: 0, seq: 0, date: 0, expiresAt: 8.64e15 }

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
  const { fetchedAt, seq } = meta
  const landing = plainLanding({ landed: { fetchedAt, seq }, ...meta })
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
  const landing = plainLanding({ landed: { fetchedAt: 0, seq: 0 }, ...TIMELESS })
  return normalizeInto(plainSource({}), schema, input, args, landing, new Map(), needsKeys)
}

/**
 * As `normalize`, against any source of rows, for a response that may have overlapped others.
 * @param owners the schema that each table belongs to; remembered from one response to the next
 */
export function normalizeInto(
  source: RowSource,
  schema: unknown,
  input: unknown,
  args: readonly unknown[],
  landing: Landing,
  owners: TableOwners,
  needsKeys = true,
): NormalizedResponse {
  const run = new NormalizeRun(source, schema, args, landing, owners, needsKeys)
  const response = run.run(input)
  if (run.deleted.length > 0) keepDeleted(run, response, source, landing)
  return response
}

/** Reads deleted entities: a field that does not fit stays as it last was, and no deletion fails for it. */
class LenientRun extends NormalizeRun {
  override visitField(...args: Parameters<NormalizeRun['visitField']>): unknown {
    return this.attempt(() => super.visitField(...args))
  }
}

/**
 * Keeps the deleted entities that a response carries, with all that is nested in them, for the caller of the delete. The
 * data of such a response is from before the deletion, and is not stored.
 */
function keepDeleted(
  { deleted, args }: NormalizeRun,
  { entities }: RowsWritten,
  source: RowSource,
  { meta }: Landing,
): void {
  const landing = { ...plainLanding(meta), isMutation: true }
  const run = new LenientRun(source, undefined, args, landing, new Map())
  const carried = deleted.filter(
    ({ schema, pk, response, parent, key }) =>
      run.attempt(() => run.visit(schema, response, parent, key)) === pk,
  )
  const rows = plainSource(run.attempt(() => run.finish().entities) ?? {})
  const getRow: RowSource['getRow'] = (...name) => rows.getRow(...name) ?? source.getRow(...name)
  const cache = new DenormalizeCache(rows)
  for (const { schema, pk } of carried) {
    const row = getOwn(getOwn(entities, schema.key), pk)
    const denormalizer = new Denormalizer({ ...source, getRow }, cache, rows, args)
    const entity = run.attempt(() => denormalizer.row(schema, pk))
    if (row !== undefined && entity !== INVALID) deletedEntities.set(row, entity)
  }
}
