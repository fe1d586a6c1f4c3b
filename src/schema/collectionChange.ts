import { isObject } from '../util/isObject'
import {
  type CollectionForm,
  entityOf,
  type Members,
  type Place,
  type Visited,
} from './collectionForm'
import type { NormalizeDelegate } from './contract'
import type { MemberRef } from './entityRef'

/** What is to be known of a collection to store what a change of it brings. */
export interface ChangedCollection {
  readonly member: unknown
  readonly form: CollectionForm
}

/** A member that a change brings: as it came, and as it was stored. */
export interface Arrival {
  readonly value: unknown
  readonly ref: MemberRef
}

/** What a change brings. */
export interface Change {
  /** What it comes to for the caller: one reference for one member, a list or map for several. */
  readonly result: unknown
  /** The members in the form that rows have. */
  readonly members: Members
  readonly arrivals: readonly Arrival[]
}

/** Stores what a change of a collection brings: one member, a list of them or, for a map, members by key. */
export function readChange(
  { member, form }: ChangedCollection,
  input: unknown,
  place: Place,
  delegate: NormalizeDelegate,
): Change {
  const visit = (index: number | undefined, value: unknown): Visited =>
    delegate.visitMember(index, member, value, place.parent, place.key) as Visited
  if (Array.isArray(input)) {
    const arrivals = Array.from(input as unknown[]).flatMap((value, index): Arrival[] => {
      const ref = visit(index, value)
      return ref === undefined ? [] : [{ value, ref }]
    })
    const members = form.gather(arrivals.map(({ ref }) => ref))
    return { result: members, members, arrivals }
  }
  if (form.isMap && isObject(input) && !isOneMember(input, member, place, delegate)) {
    const members = form.read(input, member, place, delegate)
    const arrivals = Object.entries(members).map(([key, ref]) => ({ value: input[key], ref }))
    return { result: members, members, arrivals }
  }
  const ref = visit(undefined, input) as MemberRef
  return { result: ref, members: form.gather([ref]), arrivals: [{ value: input, ref }] }
}

/** An object that has a primary key is a member, and not a map of members. */
function isOneMember(
  input: object,
  member: unknown,
  { parent, key }: Place,
  { args }: NormalizeDelegate,
): boolean {
  const entity = entityOf(member, input)
  if (entity === undefined) return false
  try {
    const processed = entity.process(input, parent, key, args) ?? input
    return entity.pk(processed, parent, key, args) !== undefined
  } catch {
    // What is written for one member need not fit a map of them.
    return false
  }
}
