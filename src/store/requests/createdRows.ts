import type { NormalizedResponse } from '../../normalize/NormalizeRun'
import type { EntityRow, Order, RowMeta } from '../../schema/contract'
import type { TableOwners } from '../../normalize/PendingRows'
import { isTemporaryKey } from '../../schema/rowKey'
import { isEntityRef, pkOfRef } from '../../schema/entityRef'
import { isObject, isPlainScalar } from '../../util/checks'
import { getOrCreate } from '../../util/collections'
import { getOwn, mapValues, setOwn } from '../../util/record'
import { FOREVER } from '../state/expiry'
import type { OptimisticLayer, RestState } from '../state/state'
import { getRow } from '../state/table'

/** The rows of a layer: as fresh as nothing else is, where there are no stored ones. */
export function expectedRows(
  { entities }: NormalizedResponse,
  order: Order,
  owners: TableOwners,
): OptimisticLayer['entities'] {
  const meta: RowMeta = { ...order, date: order.fetchedAt, expiresAt: FOREVER, landed: order }
  return mapValues(entities, (table, schemaKey) => {
    const { defaults = {} } = Object(owners.get(schemaKey)?.schema) as { defaults?: object }
    return mapValues(table, ({ data, invalid }, pk) => {
      if (!isTemporaryKey(pk)) return { data, invalid, meta }
      const named = 'id' in defaults ? { ...data, id: pk } : data
      return { data: named, invalid, meta: { ...meta, createdAs: [pk] } }
    })
  })
}

/**
 * Has the rows that a response creates know the temporary keys by which they were shown. One that another response brought
 * before is written again, as readers know it by the other key.
 */
export function nameCreated(
  stored: Pick<RestState, 'entities'>,
  layer: OptimisticLayer,
  expected: unknown,
  { entities, result }: NormalizedResponse,
  landed: Order,
  onName: (key: string, pk: string) => void,
): void {
  const seen = new Set<EntityRow>()
  const rowOf: RowReader = (schemaKey, pk) =>
    getOwn(getOwn(entities, schemaKey), pk) ?? getRow(getOwn(stored.entities, schemaKey), pk)
  const name = (schemaKey: string, row: EntityRow, key: string, pk: string): void => {
    const { createdAs = [] } = row.meta
    if (!isTemporaryKey(key) || createdAs.includes(key)) return
    const table = getOwn(entities, schemaKey) ?? {}
    const meta = { ...row.meta, landed, createdAs: [...createdAs, key] }
    setOwn(table, pk, { ...row, data: { ...row.data }, meta })
    setOwn(entities, schemaKey, table)
    onName(key, pk)
  }
  const visit = (key: unknown, pk: unknown): void => {
    if (typeof key === 'string' && typeof pk === 'string') {
      for (const [schemaKey, layered] of Object.entries(layer.entities)) {
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
}

type RowReader = (schemaKey: string, pk: string) => EntityRow | undefined

/**
 * The place in the list of a response of each expected member: that of the one member with its key or its fields. A server may
 * change fields. So the others are at their own places, if both lists are equally long, and what was found is in order.
 */
function matchMembers(
  expected: readonly unknown[],
  actual: readonly unknown[],
  layer: OptimisticLayer,
  rowOf: RowReader,
): readonly (number | undefined)[] {
  const placeOfKey = new Map(actual.map((member, at) => [keyOf(member), at]))
  const finders = new Map<string, PlaceFinder>()
  const found = expected.map((member) => {
    const key = keyOf(member)
    if (key !== undefined && !isTemporaryKey(key)) return placeOfKey.get(key)
    const schemaKey = Object.keys(layer.entities).find((it) => layer.entities[it]?.[key ?? ''])
    const read = (it: unknown, rowIn: RowReader): object =>
      Object(schemaKey === undefined ? it : rowIn(schemaKey, keyOf(it) ?? '')?.data)
    const find = getOrCreate(finders, schemaKey ?? '', () =>
      placeFinder(actual.map((it) => read(it, rowOf))),
    )
    return find(read(member, (name, pk) => layer.entities[name]?.[pk]))
  })
  const counts = new Map<number | undefined, number>()
  for (const place of found) counts.set(place, (counts.get(place) ?? 0) + 1)
  const places = found.map((place) => (counts.get(place) === 1 ? place : undefined))
  const isInOrder = places.every((place, at) => place === undefined || place === at)
  if (!isInOrder || expected.length !== actual.length) return places
  return places.map((place, at) => {
    const mayDiffer = isTemporaryKey(keyOf(expected[at]) ?? '') || isObject(expected[at])
    return mayDiffer ? at : place
  })
}

function keyOf(member: unknown): string | undefined {
  return typeof member === 'string' || isEntityRef(member) ? pkOfRef(member) : undefined
}

type Fields = Readonly<Record<string, unknown>>
type PlaceFinder = (fields: object) => number | undefined

/** Finds the place of the one member that has all fields of an expected one, as far as these are plain values. */
function placeFinder(members: readonly object[]): PlaceFinder {
  const indexes = new Map<string, Map<unknown, number[]>>()
  const placesOf = (field: string, value: unknown): readonly number[] =>
    getOrCreate(indexes, field, () => {
      const index = new Map<unknown, number[]>()
      for (const [at, member] of members.entries()) {
        getOrCreate(index, (member as Fields)[field], (): number[] => []).push(at)
      }
      return index
    }).get(value) ?? []
  return (expected) => {
    const fields = Object.entries(expected).filter(
      ([, value]) => isPlainScalar(value) && !isTemporaryKey(value),
    )
    const [fewest = []] = fields
      .map(([field, value]) => placesOf(field, value))
      .sort((one, other) => one.length - other.length)
    let found: number | undefined
    for (const at of fewest) {
      const member = members[at] as Fields
      if (!fields.every(([field, value]) => member[field] === value)) continue
      if (found !== undefined) return undefined
      found = at
    }
    return found
  }
}
