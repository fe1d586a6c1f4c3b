import type { ListFilters, NormalizeDelegate } from './contract'
import { type Members, refsOf } from './collectionLayout'
import { entityOf, isEntity } from './Discriminator'
import { type MemberRef, pkOfRef } from './entityRef'
import { equalsArgument, type Fields, type FindData, nestedRows, valuesAt } from './fieldValues'
import { readListPk } from './listName'
import { type FollowingList, noteFilter } from './listsOf'

/**
 * Finds the field by which each argument filters a list: each member that a server has sent has the value of the argument there.
 * @returns `undefined` where there is no argument, no member or no address
 */
export function witnessedFilters(
  list: FollowingList,
  pk: string,
  members: Members,
  delegate: NormalizeDelegate,
): ListFilters | undefined {
  const { member } = list
  const { address, args } = readListPk(pk)
  const names = Object.keys(args)
  const refs = address === undefined || names.length === 0 ? [] : refsOf(members)
  if (refs.length === 0) return undefined
  // A mutation may have landed meanwhile: the members are as the server sent them.
  const find: FindData = (key, id) => delegate.brought(key, id) ?? delegate.rowAfter(key, id)?.data
  const filters: Record<string, string | null> = {}
  for (const name of names) {
    let paths: readonly string[] | undefined
    for (const ref of refs) {
      const entity = entityOf(member, ref)
      const data = (find(entity?.key ?? '', pkOfRef(ref)) ?? {}) as Fields
      paths = (paths ?? pathsIn(entity, data, name, find)).filter(
        (path) => equalsArgument(valuesAt(entity, data, path, find), args[name]) === true,
      )
      if (paths.length === 0) break
    }
    filters[name] = theOne(paths ?? [], name)
    if (filters[name] !== null) noteInner(list, refs[0] as MemberRef, name)
  }
  return filters
}

/** A list filters by an entity in a field of its members, or by a field of that. */
function noteInner(list: FollowingList, ref: MemberRef, name: string): void {
  const [inner] = [entityOf(list.member, ref)?.schema[name]].flat()
  if (isEntity(inner)) noteFilter(inner, list)
}

/** The fields that an argument may filter by: the one of its name, and those of the entities in it. */
function pathsIn(
  entity: ReturnType<typeof entityOf>,
  data: Fields,
  name: string,
  find: FindData,
): readonly string[] {
  const nested = nestedRows(entity?.schema[name], data[name], find).flatMap((it) => Object.keys(it))
  return [name, ...nested.map((field) => `${name}.${field}`)]
}

/** Of several fields it is unknown by which of them the server filters. */
function theOne(paths: readonly string[], name: string): string | null {
  if (paths.includes(name)) return name
  const distinct = [...new Set(paths)]
  return distinct.length === 1 ? (distinct[0] as string) : null
}
