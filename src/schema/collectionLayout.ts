import { preallocate } from '../util/collections'
import type { DenormalizeDelegate, NormalizeDelegate } from './contract'
import { distinctRefs, type MemberRef } from './entityRef'

/** What a row of a collection holds: a list of references, or references by key. */
export type Members = readonly MemberRef[] | MemberMap

export interface MemberMap {
  readonly [key: string]: MemberRef
}

/** Joins the members of a row with others. */
export type JoinMembers = (existing: Members, incoming: Members) => Members

/** Where a value is in a response. */
export interface Place {
  readonly parent: unknown
  readonly key: string
}

/** Where a collection that is a list differs from one that is a map. */
export interface CollectionLayout {
  /** Whether members have keys. */
  readonly isMap: boolean
  /** Stores the members of a whole collection. */
  normalize(input: unknown, member: unknown, place: Place, delegate: NormalizeDelegate): Members
  /** Stores the input of a change that is members by key; `undefined` for one member, and for a list of them. */
  readByKey?(
    input: unknown,
    member: unknown,
    place: Place,
    delegate: NormalizeDelegate,
  ): Members | undefined
  /** What readers see of what a change brought. */
  show(stored: unknown, member: unknown, delegate: DenormalizeDelegate): unknown
  instantiate(stored: Members): object
  /** Fills what `instantiate` made with the denormalized members of a row. */
  fill(instance: object, stored: Members, member: unknown, delegate: DenormalizeDelegate): unknown
  /** Adds members at the end, except those that are there already. */
  append: JoinMembers
  remove(existing: Members, gone: readonly MemberRef[]): Members
  /** Each member once. */
  toMembers(members: Members): Members
}

/** The references among members, in order. */
export function refsOf(members: Members): readonly MemberRef[] {
  return Array.isArray(members) ? (members as readonly MemberRef[]) : Object.values(members)
}

/** A collection that is a list: members have an order, and are in it once. */
export const listLayout: CollectionLayout = {
  isMap: false,
  normalize(input, member, { parent, key }, delegate) {
    if (!Array.isArray(input)) return delegate.fail('a list', input)
    const refs: MemberRef[] = []
    for (let index = 0; index < input.length; index++) {
      const ref = delegate.visitMember(member, input[index], parent, key, index)
      if (ref !== undefined) refs.push(ref as MemberRef)
    }
    return distinctRefs(refs)
  },
  show(stored, member, delegate) {
    return Array.isArray(stored) ? delegate.list(member, stored) : delegate.visit(member, stored)
  },
  instantiate: (stored) => preallocate(refsOf(stored).length),
  fill: (instance, stored, member, delegate) =>
    delegate.list(member, refsOf(stored), instance as unknown[]),
  append(existing, added) {
    const absent = distinctRefs(refsOf(added), refsOf(existing))
    return absent.length === 0 ? existing : refsOf(existing).concat(absent)
  },
  remove: (existing, gone) => distinctRefs(refsOf(existing), gone),
  toMembers: (members) => distinctRefs(refsOf(members)),
}

/** Adds members in front of a list, except those that are there already. */
export function prependMembers(existing: Members, added: Members): Members {
  const absent = distinctRefs(refsOf(added), refsOf(existing))
  return absent.length === 0 ? existing : [...absent, ...refsOf(existing)]
}
