import { isObject } from '../util/checks'

/** The stored form of one of several entities: its primary key, and the name that the map of entities has for its kind. */
export interface EntityRef<Name extends string = string> {
  /** The primary key. */
  readonly id: string
  /** The name of its kind. */
  readonly schema: Name
}

/** What a list or map holds for a member: its primary key, or a reference where it may be one of several entities. */
export type MemberRef = string | EntityRef

/** Whether a value is a stored reference, and not an object that happens to have these fields among others. */
export function isEntityRef(value: unknown): value is EntityRef {
  return (
    isObject(value) &&
    typeof value['schema'] === 'string' &&
    typeof value['id'] === 'string' &&
    Object.keys(value).length === 2
  )
}

export function pkOfRef(ref: MemberRef): string {
  return typeof ref === 'string' ? ref : ref.id
}

/** A text that two references have in common if they refer to the same entity. */
export function identityOf(ref: MemberRef): string {
  return typeof ref === 'string' ? ref : JSON.stringify([ref.schema, ref.id])
}

/** Each entity once, without those that `others` refer to; the same list where none is left out. */
export function distinctRefs(
  refs: readonly MemberRef[],
  others: readonly MemberRef[] = [],
): readonly MemberRef[] {
  // A change adds few to a list that may be long.
  const left = new Set(refs.map(identityOf))
  if (left.size === refs.length && others.length === 0) return refs
  for (const it of others) left.delete(identityOf(it))
  const distinct = refs.filter((ref) => left.delete(identityOf(ref)))
  return distinct.length === refs.length ? refs : distinct
}

/** A primary key as text, or `undefined` where the value cannot be one (`undefined`, `''`, `NaN`, an object, …). */
export function usablePk(value: unknown): string | undefined {
  const isScalar =
    typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint'
  const text = isScalar ? `${value}` : ''
  return text === '' || text === 'undefined' || text === 'NaN' ? undefined : text
}
