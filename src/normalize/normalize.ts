import type { RowMeta, Schema } from '../schema/contract'
import { NormalizeRun } from './NormalizeRun'
import type { Normalized } from './PendingRows'
import { plainLanding } from './landing'
import { type PlainRows, plainSource } from './rowSource'

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
  const {
    changes: _,
    dataOf: __,
    ...normalized
  } = new NormalizeRun(
    {
      source: plainSource(entities),
      args,
      landing: plainLanding({ landed: meta.fetchedAt, ...meta }),
      owners: new Map(),
    },
    schema,
  ).run(input)
  return normalized
}

/**
 * A response that is stored nowhere.
 * @param needsKeys whether an entity without a primary key is an error
 */
export function normalizeAlone(
  schema: unknown,
  input: unknown,
  args: readonly unknown[],
  needsKeys: boolean,
): Normalized {
  let count = 0
  const landing = { ...plainLanding({ landed: 0, ...TIMELESS }), isWhole: true }
  const context = {
    source: plainSource({}),
    args,
    landing: needsKeys ? landing : { ...landing, makeKey: () => `?${(count += 1)}` },
    owners: new Map(),
  }
  return new NormalizeRun(context, schema).run(input)
}
