import type { EntityRow } from '../../schema/contract'
import { isTemporaryKey } from '../../schema/rowKey'
import { isObject, isPlainScalar } from '../../util/checks'
import { getOwn } from '../../util/record'
import type { ExpectedUpdate } from './ExpectedUpdate'
import type { NamedRow, OverlaidRows } from './OverlaidRows'

/**
 * Gives the rows that a response creates the temporary keys by which they were shown: each that of the expected row at its
 * place. Lists of other lengths, or in another order, have no places in common. A row that another response brought before is
 * written again, as readers know it by the other key.
 */
export function nameCreated(
  { rows, result: expected }: Pick<ExpectedUpdate, 'rows' | 'result'>,
  committed: OverlaidRows,
  result: unknown,
  landed: number,
): void {
  const seen = new Set<object>()
  const nameRow = (key: string, pk: string): void => {
    for (const [schemaKey, data, row] of pairsOf(key, pk, rows, committed)) {
      if (seen.has(data)) continue
      seen.add(data)
      const { createdAs = [] } = row.meta
      // A row that was expected by its own key was not created.
      const isOwn = rows.some(([table, it]) => table === schemaKey && it === pk)
      if (isTemporaryKey(key) && !isOwn && !createdAs.includes(key)) {
        const meta = { ...row.meta, landed, createdAs: [...createdAs, key] }
        committed.write(schemaKey, pk, { ...row, data: { ...row.data }, meta })
      }
      visit(data, row.data)
    }
  }
  const isLike = (key: unknown, pk: unknown): boolean =>
    pairsOf(key, pk, rows, committed).some(([, data, row]) => hasFields(row.data, data))
  const isInOrder = (keys: readonly unknown[], pks: readonly unknown[]): boolean =>
    keys.every((it, at) => isLike(it, pks[at]) || !pks.some((pk) => isLike(it, pk)))
  const visit = (one: unknown, other: unknown): void => {
    if (typeof one === 'string' && typeof other === 'string') nameRow(one, other)
    else if (Array.isArray(one) && Array.isArray(other)) {
      const isSame = one.length === other.length && isInOrder(one, other)
      if (isSame) one.forEach((it, at) => visit(it, other[at]))
    } else if (isObject(one) && isObject(other)) {
      for (const [field, value] of Object.entries(one)) visit(value, other[field])
    }
  }
  visit(expected, result)
}

type Pair = readonly [schemaKey: string, expected: object, row: EntityRow]

/** The expected rows of a key, each with the row of the same table that a response brought. */
function pairsOf(
  key: unknown,
  pk: unknown,
  rows: readonly NamedRow[],
  committed: OverlaidRows,
): readonly Pair[] {
  return rows.flatMap(([schemaKey, expectedPk, { data }]): readonly Pair[] => {
    const row = expectedPk === key ? committed.getRow(schemaKey, pk as string) : undefined
    return row === undefined ? [] : [[schemaKey, data, row]]
  })
}

/** Whether data has all texts, numbers and the like that were expected. */
function hasFields(data: object, expected: object): boolean {
  return Object.entries(expected).every(
    ([field, value]) =>
      isTemporaryKey(value) || !isPlainScalar(value) || getOwn(data as Fields, field) === value,
  )
}

type Fields = Record<string, unknown>
