import { isTemporaryKey } from '../../schema/rowKey'
import { isObject, isPlainScalar } from '../../util/checks'
import { getOwn } from '../../util/record'
import type { ExpectedUpdate } from './ExpectedUpdate'
import type { OverlaidRows } from './OverlaidRows'

/**
 * Gives the rows that a response creates the temporary keys by which they were shown: each that of the expected row at its
 * place. Lists of other lengths, or in another order, have no places in common. A row that another response brought before is
 * written again, as readers know it by the other key.
 */
export function nameCreated(
  { written, result: expected }: ExpectedUpdate,
  committed: OverlaidRows,
  result: unknown,
  landed: number,
): void {
  const seen = new Set<unknown>()
  const visitRows = (key: string, pk: string): void => {
    for (const [schemaKey, table] of written) {
      const [known, row] = [table.get(key), committed.getRow(schemaKey, pk)]
      if (known === undefined || row === undefined || seen.has(known)) continue
      seen.add(known)
      const { createdAs = [] } = row.meta
      // A row that was expected by its own key was not created.
      if (isTemporaryKey(key) && !table.has(pk) && !createdAs.includes(key)) {
        const meta = { ...row.meta, landed, createdAs: [...createdAs, key] }
        committed.write(schemaKey, pk, { ...row, data: { ...row.data }, meta })
      }
      visit(known.data, row.data)
    }
  }
  const isLike = (key: unknown, pk: unknown): boolean =>
    [...written].some(([schemaKey, table]) => {
      const [known, row] = [table.get(key as string), committed.getRow(schemaKey, pk as string)]
      return known !== undefined && row !== undefined && hasFields(row.data, known.data)
    })
  const isInOrder = (keys: readonly unknown[], pks: readonly unknown[]): boolean =>
    keys.every((it, at) => isLike(it, pks[at]) || !pks.some((pk) => isLike(it, pk)))
  const visit = (one: unknown, other: unknown): void => {
    if (typeof one === 'string' && typeof other === 'string') visitRows(one, other)
    else if (Array.isArray(one) && Array.isArray(other)) {
      const isSame = one.length === other.length && isInOrder(one, other)
      if (isSame) one.forEach((it, at) => visit(it, other[at]))
    } else if (isObject(one) && isObject(other)) {
      for (const [field, value] of Object.entries(one)) visit(value, other[field])
    }
  }
  visit(expected, result)
}

/** Whether data has all texts, numbers and the like that were expected. */
function hasFields(data: object, expected: object): boolean {
  return Object.entries(expected).every(
    ([field, value]) =>
      isTemporaryKey(value) || !isPlainScalar(value) || getOwn(data as Fields, field) === value,
  )
}

type Fields = Record<string, unknown>
