import type { EntityRow, RowMeta } from '../schema/contract'
import { freezeData } from '../util/freeze'
import { isSame, replaceEqualDeep } from '../util/replaceEqualDeep'
import { isSameMeta, keepKnown } from './landing'

/** The row to store: what equals the stored one stays the same object. */
export function toStore(
  stored: EntityRow | undefined,
  next: EntityRow,
  landing: RowMeta,
): EntityRow | 'touched' | undefined {
  if (stored === undefined) return freezeData(next)
  if (next === stored) return undefined
  const { invalid, meta } = next
  // What comes back to life is new data even if it equals the old, and shares nothing with it.
  const isRevived = stored.invalid && !invalid
  const data = isRevived ? next.data : (replaceEqualDeep(stored.data, next.data) as object)
  if (data === stored.data && invalid === stored.invalid) {
    if (isSameMeta(stored.meta, meta)) return undefined
    const isTouched = meta === landing && isSame(meta.filters, stored.meta.filters)
    if (isTouched && !invalid) return 'touched'
  }
  return freezeData({ data, invalid, meta: keepKnown(meta, stored) })
}
