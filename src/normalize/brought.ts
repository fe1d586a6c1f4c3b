import type { EntityRow } from '../schema/contract'
import { lastOf } from '../util/collections'
import { isSame, isSameField } from '../util/replaceEqualDeep'
import type { Landing } from './landing'

// What mutations and messages have brought of a row that another mutation writes as well.

type RowName = readonly [schemaKey: string, pk: string]

/** Whether nothing but messages wrote a row since a mutation started, which say what its response says. */
export function isSaidBefore(
  { since = [], before = [] }: Landing,
  name: RowName,
  stored: object,
  data: object,
): boolean {
  const said: object[] = []
  for (const it of since) {
    const brought = it.dataOf(...name)
    if (brought === undefined) continue
    if (it.by !== undefined || !isIn(data, brought)) return false
    said.push(brought)
  }
  const known = lastOf(before)?.(...name)?.data
  return said.length > 0 && isIn(Object.assign({ ...known }, ...said) as object, stored)
}

/** The fields that differ from those of a row. */
export function differing(data: object, row: EntityRow | undefined): readonly string[] {
  const known = row === undefined || row.invalid ? {} : row.data
  return Object.keys(data).filter((field) => !isSameField(known, data, field))
}

/** The fields of a row that mutations without a body brought which started later than one whose response comes after theirs. */
export function keptFields(
  { since = [], started, by }: Landing,
  name: RowName,
): ReadonlySet<string> {
  const later = since.filter((it) => it.isToggle && it.by !== by && it.started > started)
  return new Set(later.flatMap((it) => Object.keys(it.dataOf(...name) ?? {})))
}

/** Whether data has all that a response brought. */
export function isIn(data: object, incoming: object): boolean {
  if (Array.isArray(incoming)) return isSame(data, incoming)
  return Object.keys(incoming).every((field) => isSameField(data, incoming, field))
}
