import { Reader } from '../../normalize/Reader'
import type { Entity } from '../../schema/Entity'
import { INVALID } from '../../schema/invalid'
import { getOwn } from '../../util/own'
import type { RestState } from '../state'
import { rows } from '../table'
import { readingOf } from '../trail'

type ListsByEntity = WeakMap<object, readonly unknown[]>

/** The lists of a state's tables, and the last ones of the line of states that share a memory. */
const lists = new WeakMap<object, ListsByEntity>()

/** Every entity of a kind in table order; the same list while none of them changed. */
export function readAll<E extends typeof Entity>(
  state: RestState,
  entity: E,
): readonly InstanceType<E>[] {
  const { memo } = readingOf(state.entities)
  const known = listsOf(state.entities)
  const list = known.get(entity) ?? sameOrNew(listsOf(memo), entity, collect(state, entity))
  known.set(entity, list)
  return list as readonly InstanceType<E>[]
}

function collect(state: RestState, entity: typeof Entity): readonly unknown[] {
  const { source, memo, epoch } = readingOf(state.entities)
  const reader = new Reader(source, memo, epoch)
  const list: unknown[] = []
  for (const [pk] of rows(getOwn(state.entities, entity.key))) {
    const value = reader.row(entity, pk)
    if (value !== undefined && value !== INVALID) list.push(value)
  }
  return list
}

function sameOrNew(
  last: ListsByEntity,
  entity: object,
  list: readonly unknown[],
): readonly unknown[] {
  const before = last.get(entity)
  const isSame = before?.length === list.length && before.every((value, at) => value === list[at])
  const kept = isSame ? before : Object.freeze(list)
  last.set(entity, kept)
  return kept
}

function listsOf(owner: object): ListsByEntity {
  let known = lists.get(owner)
  if (known === undefined) lists.set(owner, (known = new WeakMap<object, readonly unknown[]>()))
  return known
}
