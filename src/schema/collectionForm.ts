import { isObject } from '../util/isObject'
import { setOwn } from '../util/own'
import { sized } from '../util/sized'
import type { DenormalizeDelegate, NormalizeDelegate } from './contract'
import type { Entity } from './Entity'
import { identityOf, isEntityRef, type MemberRef, uniqueRefs, withoutRefs } from './entityRef'
import { Union } from './Union'
import { fillValues } from './Values'
import { isNothing } from '../util/isNothing'

/** What a row of a collection holds: a list of references, or references by key. */
export type Members = readonly MemberRef[] | MemberMap

export interface MemberMap {
  readonly [key: string]: MemberRef
}

/** What a member came to; `undefined` where it is left out. */
export type Visited = MemberRef | undefined

/** Where a value is in a response. */
export interface Place {
  readonly parent: unknown
  readonly key: string
}

/** What is the same for every collection, whether it is a list or a map of its members. */
export interface CollectionForm {
  /** Whether members have keys. */
  readonly isMap: boolean
  /** The name of the table, around that of the members' own. */
  tableName(key: string): string
  /** Stores the members of a whole collection. */
  read(input: unknown, member: unknown, place: Place, delegate: NormalizeDelegate): Members
  /** What readers see of what a change brought. */
  show(stored: unknown, member: unknown, delegate: DenormalizeDelegate): unknown
  instantiate(stored: Members): object
  /** Fills what `instantiate` made with what readers see of the members of a row. */
  fill(instance: object, stored: Members, member: unknown, delegate: DenormalizeDelegate): unknown
  /** The members with others added at the end, those left out that are there already. */
  append(existing: Members, added: Members): Members
  remove(existing: Members, gone: readonly MemberRef[]): Members
  /** Members as they are added to a row. */
  gather(refs: readonly MemberRef[]): Members
  /** Each member once. */
  unique(members: Members): Members
}

/** The references among members, in order. */
export function refsOf(members: Members): readonly MemberRef[] {
  return Array.isArray(members) ? (members as readonly MemberRef[]) : Object.values(members)
}

/** A collection that is a list: members have an order, and are in it once. */
export const listForm: CollectionForm = {
  isMap: false,
  tableName: (key) => `[${key}]`,
  read(input, member, { parent, key }, delegate) {
    if (!Array.isArray(input)) return delegate.fail('a list', input)
    const refs: MemberRef[] = []
    const seen = new Set<string>()
    for (let index = 0; index < input.length; index++) {
      const ref = delegate.visitMember(index, member, input[index], parent, key) as Visited
      if (ref === undefined) continue
      if (seen.size < seen.add(identityOf(ref)).size) refs.push(ref)
    }
    return refs
  },
  show(stored, member, delegate) {
    return Array.isArray(stored) ? delegate.list(member, stored) : delegate.visit(member, stored)
  },
  instantiate: (stored) => sized(refsOf(stored).length),
  fill: (instance, stored, member, delegate) =>
    delegate.list(member, refsOf(stored), instance as unknown[]),
  append(existing, added) {
    const absent = withoutRefs(refsOf(added), refsOf(existing))
    return absent.length === 0 ? existing : [...refsOf(existing), ...absent]
  },
  remove: (existing, gone) => withoutRefs(refsOf(existing), gone),
  gather: (refs) => uniqueRefs(refs),
  unique: (members) => uniqueRefs(refsOf(members)),
}

/** A collection that is an object: members have keys of the server's choice. */
export const mapForm: CollectionForm = {
  isMap: true,
  tableName: (key) => `{${key}}`,
  read(input, member, _place, delegate) {
    if (!isObject(input)) return delegate.fail('an object', input)
    const members: Record<string, MemberRef> = {}
    for (const [key, value] of Object.entries(input)) {
      if (isNothing(value)) continue
      if (!delegate.takes(key, member, value, input, key)) continue
      setOwn(members, key, delegate.visitAt(key, member, value, input, key) as MemberRef)
    }
    return members
  },
  show(stored, member, delegate) {
    const isOne = typeof stored === 'string' || isEntityRef(stored)
    if (isOne || !isObject(stored)) return delegate.visit(member, stored)
    return fillValues({}, stored, member, delegate)
  },
  instantiate: () => ({}),
  fill: (instance, stored, member, delegate) =>
    fillValues(instance as Record<string, unknown>, stored, member, delegate),
  append: (existing, added) => ({
    ...(existing as MemberMap),
    ...(added as MemberMap),
  }),
  remove(existing, gone) {
    const identities = new Set(gone.map(identityOf))
    const rest = Object.entries(existing).filter(([, ref]) => !identities.has(identityOf(ref)))
    return Object.fromEntries(rest)
  },
  gather: (refs) =>
    Object.fromEntries(refs.map((ref) => [typeof ref === 'string' ? ref : ref.id, ref])),
  unique: (members) => members,
}

/** The members of a list with others in front, those left out that are there already. */
export function prependMembers(existing: Members, added: Members): Members {
  const absent = withoutRefs(refsOf(added), refsOf(existing))
  return absent.length === 0 ? existing : [...absent, ...refsOf(existing)]
}

/** The entity that a member is: the only one, or the one that the value says. */
export function entityOf(member: unknown, value: unknown): typeof Entity | undefined {
  if (!(member instanceof Union))
    return typeof member === 'function' ? (member as typeof Entity) : undefined
  const name = isEntityRef(value) ? value.schema : member.nameOf(value)
  return member.entityNamed(name)
}
