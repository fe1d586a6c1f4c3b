import { Reader } from '../../normalize/Reader'
import type { Entity } from '../../schema/Entity'
import type { RestState } from '../state/state'
import { readingOf } from '../trail'

const NONE: readonly never[] = []

/** Every entity of a kind in table order; the same list while none of them changed. */
export function readAll<E extends typeof Entity>(
  state: RestState,
  entity: E,
): readonly InstanceType<E>[] {
  const { source, memo, epoch } = readingOf(state)
  const pks = source.keys(entity.key)
  if (pks === undefined) return NONE
  const list = new Reader(source, memo, epoch).read(listOf(entity), pks)
  return list as readonly InstanceType<E>[]
}

const lists = new WeakMap<object, readonly [typeof Entity]>()

function listOf(entity: typeof Entity): readonly [typeof Entity] {
  let list = lists.get(entity)
  if (list === undefined) lists.set(entity, (list = [entity]))
  return list
}
