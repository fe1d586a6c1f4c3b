import type { NormalizedResponse } from '../../normalize/NormalizeRun'
import type { EntityRow, RowMeta } from '../../schema/contract'
import type { TableOwners } from '../../normalize/PendingRows'
import type { RowSource } from '../../normalize/rowSource'
import { isTemporaryKey } from '../../schema/rowKey'
import { isEntityRef, pkOfRef } from '../../schema/entityRef'
import { isObject, isPlainScalar } from '../../util/checks'
import { getOrCreate } from '../../util/collections'
import { getOwn, mapValues, setOwn } from '../../util/record'
import type { CommitPayload } from '../../store/state/actions'
import { FOREVER } from '../../store/state/expiry'
import { confirmedRow, type CoveredTables } from '../../store/state/confirmed'

type Entities = CommitPayload['entities']

/** The rows that a mutation is expected to write: as fresh as nothing else is, where there are no stored ones. */
export function expectedRows(
  { entities }: NormalizedResponse,
  fetchedAt: number,
  owners: TableOwners,
  below: Pick<RowSource, 'getRow'>,
): Entities {
  const date = Math.floor(fetchedAt)
  const meta: RowMeta = { fetchedAt, date, expiresAt: FOREVER, landed: fetchedAt }
  return mapValues(entities, (table, schemaKey) => {
    const { defaults = {} } = Object(owners.get(schemaKey)) as { defaults?: object }
    return mapValues(table, ({ data, invalid }, pk) => {
      const known = below.getRow(schemaKey, pk)
      if (known !== undefined || !isTemporaryKey(pk)) {
        return { data, invalid, meta: known?.meta ?? meta }
      }
      const named = 'id' in defaults ? { ...data, id: pk } : data
      return { data: named, invalid, meta: { ...meta, createdAs: [pk] } }
    })
  })
}

/**
 * The rows of a response, where those that it creates know the temporary keys by which they were shown. One that another response brought
 * before is written again, as readers know it by the other key.
 */
export function nameCreated(
  stored: CoveredTables,
  layer: Entities,
  expected: unknown,
  { entities: given, result }: Pick<CommitPayload, 'entities' | 'result'>,
  landed: number,
): CommitPayload['entities'] {
  const entities: Record<string, Record<string, EntityRow>> = mapValues(given, (it) => ({ ...it }))
  const seen = new Set<EntityRow>()
  const rowOf: RowReader = (schemaKey, pk) =>
    getOwn(getOwn(entities, schemaKey), pk) ?? confirmedRow(stored, schemaKey, pk)
  const name = (schemaKey: string, row: EntityRow, key: string, pk: string): void => {
    const { createdAs = [] } = row.meta
    if (!isTemporaryKey(key) || createdAs.includes(key)) return
    const table = getOwn(entities, schemaKey) ?? {}
    const meta = { ...row.meta, landed, createdAs: [...createdAs, key] }
    setOwn(table, pk, { ...row, data: { ...row.data }, meta })
    setOwn(entities, schemaKey, table)
  }
  const visit = (key: unknown, pk: unknown): void => {
    if (typeof key === 'string' && typeof pk === 'string') {
      for (const [schemaKey, layered] of Object.entries(layer)) {
        const [known, row] = [getOwn(layered, key), rowOf(schemaKey, pk)]
        if (row === undefined || known === undefined || seen.has(known)) continue
        seen.add(known)
        name(schemaKey, row, key, pk)
        visit(known.data, row.data)
      }
    } else if (Array.isArray(key) && Array.isArray(pk)) {
      const places = matchMembers(key, pk, layer, rowOf)
      for (const [at, place] of places.entries()) {
        if (place !== undefined) visit(key[at], pk[place])
      }
    } else if (isObject(key) && isObject(pk)) {
      for (const [field, value] of Object.entries(key)) visit(value, pk[field])
    }
  }
  visit(expected, result)
  return entities
}

type RowReader = (schemaKey: string, pk: string) => EntityRow | undefined

/**
 * The place in the list of a response of each expected member: that of its key, or of the one member with its fields. A server
 * may change fields. So the others are at their own places, if both lists are equally long, and what was found is in order.
 */
function matchMembers(
  expected: readonly unknown[],
  actual: readonly unknown[],
  layer: Entities,
  rowOf: RowReader,
): readonly (number | undefined)[] {
  const keys = expected.map(keyOf)
  const schemaKey = Object.keys(layer).find((it) =>
    keys.some((key) => isTemporaryKey(key) && layer[it]?.[key]),
  )
  const dataOf = (member: unknown, row: RowReader): Fields =>
    Object(schemaKey === undefined ? member : row(schemaKey, keyOf(member) ?? '')?.data) as Fields
  const actualData = actual.map((it) => dataOf(it, rowOf))
  const byKey = uniquePlaces(actual.map(keyOf))
  /** By the names of the fields: members may have different ones. */
  const byFields = new Map<string, Places<string>>()
  const findByFields = (data: Fields): number | undefined => {
    const fields = plainFields(data)
    const identify = (it: Fields): string => JSON.stringify(fields.map((field) => it[field]))
    const places = getOrCreate(byFields, fields.join(), () =>
      uniquePlaces(actualData.map(identify)),
    )
    return fields.length === 0 ? undefined : places.get(identify(data))
  }
  const isKnown = (at: number): boolean => keys[at] !== undefined && !isTemporaryKey(keys[at])
  const found = expected.map((it, at) =>
    isKnown(at) ? byKey.get(keys[at]) : findByFields(dataOf(it, (name, pk) => layer[name]?.[pk])),
  )
  const isInOrder = found.every((place, at) => place === undefined || place === at)
  if (isInOrder && expected.length === actual.length) {
    return found.map((place, at) => (isKnown(at) ? place : at))
  }
  const claims = uniquePlaces(found)
  return found.map((place) => (claims.get(place) === undefined ? undefined : place))
}

function keyOf(member: unknown): string | undefined {
  return typeof member === 'string' || isEntityRef(member) ? pkOfRef(member) : undefined
}

type Fields = Readonly<Record<string, unknown>>

/** The names of the fields that a response can be compared by. */
function plainFields(data: Fields): readonly string[] {
  return Object.keys(data).filter(
    (field) => isPlainScalar(data[field]) && !isTemporaryKey(data[field]),
  )
}

type Places<Value> = ReadonlyMap<Value, number | undefined>

/** The places of values, and `undefined` for those that are there more than once. */
function uniquePlaces<Value>(values: readonly Value[]): Places<Value> {
  const places = new Map<Value, number | undefined>()
  for (const [at, value] of values.entries()) places.set(value, places.has(value) ? undefined : at)
  return places
}
