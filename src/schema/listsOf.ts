import { getOrCreate } from '../util/collections'
import type { NormalizeDelegate } from './contract'
import type { MemberRef } from './entityRef'

/** The lists of a kind of entity, which follow what responses change of it. */
export interface FollowingList {
  readonly key: string
  readonly member: object
  readonly layout: { readonly isMap: boolean }
  noteWritten(refs: readonly MemberRef[], delegate: NormalizeDelegate): void
  /** Has the lists follow an entity within their members. */
  noteWithin(entity: object, pk: string, delegate: NormalizeDelegate, hasNewKey: boolean): void
}

/** An entity class, as far as the entities within it are concerned. */
interface Kind {
  readonly schema: Readonly<Record<string, unknown>>
}

/** A member that may be one of several entities. */
interface Several {
  readonly entities?: Readonly<Record<string, object>>
}

/** By entity class; one for each kind of member, and of list or map. */
const lists = new WeakMap<object, FollowingList[]>()
/** By entity class, the lists that filter by one of its fields, by their tables. */
const around = new WeakMap<object, Map<string, FollowingList>>()
/** By entity class, with those of the classes that it extends. */
let found = new WeakMap<object, readonly FollowingList[]>()

/** Notes a collection as one of the entities that it may hold. */
export function noteList(list: FollowingList): void {
  const { member, layout } = list
  const { entities = { '': member } } = member as Several
  for (const entity of Object.values(entities)) {
    const known = getOrCreate(lists, entity, (): FollowingList[] => [])
    const isKnown = known.some((it) => it.member === member && it.layout.isMap === layout.isMap)
    if (isKnown) continue
    known.push(list)
    found = new WeakMap()
  }
}

/** The lists that may hold an entity, also as a summary: a class that the class of the entity extends. */
export function listsOf(entity: object): readonly FollowingList[] {
  return getOrCreate(found, entity, () => {
    const own = lists.get(entity) ?? []
    const parent = Object.getPrototypeOf(entity) as object | null
    return parent === null ? own : [...own, ...listsOf(parent)]
  })
}

/** Notes that a list filters by a field of an entity within its members. */
export function noteFilter(entity: object, list: FollowingList): void {
  getOrCreate(around, entity, () => new Map<string, FollowingList>()).set(list.key, list)
}

/** The lists that filter by a field of an entity within their members. */
export function listsAround(entity: object): Iterable<FollowingList> {
  return around.get(entity)?.values() ?? []
}

/** The fields of a member in which an entity may be, alone or in a list. */
export function fieldsWith(member: object, entity: object): readonly string[] {
  const { entities = { '': member } } = member as Several
  const fields = Object.values(entities).flatMap((it) => Object.entries((it as Kind).schema))
  return fields.flatMap(([name, schema]) => ([schema].flat()[0] === entity ? [name] : []))
}

/** What a list holds for an entity. */
export function refTo(member: object, entity: object, pk: string): MemberRef {
  const { entities } = member as Several
  const named = entities && Object.entries(entities).find(([, it]) => it === entity)
  return named === undefined ? pk : { id: pk, schema: named[0] }
}
