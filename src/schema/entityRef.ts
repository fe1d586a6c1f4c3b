import { isObject } from '../util/isObject'

/** How one of several entities is stored: its primary key, and the name that tells which of them it is. */
export interface EntityRef<Name extends string = string> {
  readonly id: string
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

/** A text that two references have in common if they mean the same entity. */
export function identityOf(ref: MemberRef): string {
  return typeof ref === 'string' ? ref : JSON.stringify([ref.schema, ref.id])
}

/** The references without those that mean what an earlier one means already; the same list where there are none. */
export function uniqueRefs(refs: readonly MemberRef[]): readonly MemberRef[] {
  const seen = new Set<string>()
  const unique = refs.filter((ref) => {
    const identity = identityOf(ref)
    return seen.size < seen.add(identity).size
  })
  return unique.length === refs.length ? refs : unique
}

/** The references of a list that mean none of the others. */
export function withoutRefs(
  refs: readonly MemberRef[],
  others: readonly MemberRef[],
): readonly MemberRef[] {
  if (others.length === 0) return refs
  const identities = new Set(others.map(identityOf))
  const rest = refs.filter((ref) => !identities.has(identityOf(ref)))
  return rest.length === refs.length ? refs : rest
}
