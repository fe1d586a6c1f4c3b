import type { EntityRow } from '../../schema/contract'
import { isEntity } from '../../schema/Discriminator'
import { getOrCreate, lastOf } from '../../util/collections'
import { getOwn } from '../../util/record'
import type { Runtime } from '../Runtime'
import type { EndpointRead } from '../select/readEndpoint'
import { isCovered } from '../state/confirmed'
import { isSettled } from '../state/requestRows'
import type { RestState } from '../state/state'
import { getRow, rows } from '../state/table'
import type { Observed } from './deriveView'

// Development only.

const warned = new WeakSet<object>()

/** By entity class: the fields that lists do have. */
const listedFields = new WeakMap<object, Set<string>>()

/**
 * Warns once for each entity class of fields that the row of a reader lacks. They are those that the endpoint itself brings and
 * that nothing else does: what a server leaves out where it is empty comes with some row of a list.
 */
export function warnMissingFields(
  { state }: Runtime,
  { endpoint, fetches }: Observed,
  { isFound, row, dependencies }: EndpointRead,
): void {
  const { schema, name } = endpoint
  const isOwn = isSettled(row) || endpoint.isPartial !== undefined
  if (!fetches || isOwn || !isFound || !isEntity(schema) || warned.has(schema)) return
  const { pk, data = {} } = lastOf(dependencies) ?? {}
  // What a mutation in flight is expected to bring is a part of what it will.
  if (isCovered(state, schema.key, `${pk}`)) return
  const listed = getOrCreate(listedFields, schema, () => new Set<string>())
  const isMissing = (field: string): boolean => !Object.hasOwn(data, field) && !listed.has(field)
  const missing = Object.keys(schema.defaults as object).filter(isMissing)
  if (missing.length === 0) return
  const table = getOwn(state.entities, schema.key)
  const own = ownPks(state, endpoint)
  const brought = missing.filter((it) => own.some((one) => hasField(getRow(table, one), it)))
  if (brought.length === 0) return
  const others = rows(table).filter(([it]) => !own.includes(it))
  for (const it of brought) if (others.some(([, one]) => hasField(one, it))) listed.add(it)
  const lacking = brought.filter(isMissing)
  if (lacking.length === 0) return
  warned.add(schema)
  const fields = lacking.map((it) => `\`${it}\``).join(', ')
  console.warn(
    `${name} shows a ${schema.key} without ${fields}, and fetches nothing, as a list has brought it. If lists have fewer fields, declare theirs in a class that ${schema.key} extends: resource({ …, summary: ${schema.key}Summary }). If they have all, and the server leaves out what is empty, write summary: ${schema.key}.`,
  )
}

/** The primary keys of what the endpoint itself has brought. */
function ownPks({ requests }: RestState, endpoint: Observed['endpoint']): readonly string[] {
  const own = rows(requests).filter(([key]) => endpoint.testKey?.(key) === true)
  return own.flatMap(([, { result }]) => (typeof result === 'string' ? [result] : []))
}

function hasField(row: EntityRow | undefined, field: string): boolean {
  return row?.invalid === false && Object.hasOwn(row.data, field)
}
