import { type Id, issues, type Item, type Shape } from '../data'
import type { Library, World } from '../Library'

/** A payload as a library's server would send it; each call parses it anew, so no library meets another's objects. */
export function payloadOf(library: Library, shape: Shape, size: number): () => Item[] {
  const list = shape.make(size)
  const text = JSON.stringify(library.prepare?.(list, shape) ?? list)
  return () => JSON.parse(text) as Item[]
}

/** A store that holds the list, which has been read. */
export interface FilledWorld extends World {
  readonly ids: readonly Id[]
  nextId(): Id
}

/** Starts a library and gives it the list. */
export async function fillWorld(
  library: Library,
  shape: Shape,
  size: number,
): Promise<FilledWorld> {
  const world = library.start(shape)
  const list = payloadOf(library, shape, size)()
  const ids = list.filter(({ type }) => type !== 'pull').map(({ id }) => id)
  await world.write(list)
  checkRead(library, world, size)
  let turn = 0
  // A prime step: never the same one twice in a row, and from all over the list.
  const nextId = () => ids[(turn++ * 7919) % ids.length] as Id
  return { ...world, ids, nextId }
}

/** One issue that is on no list, as a library's server would send it. */
export function prepared(library: Library, item: Item): Item {
  return library.prepare?.([item], issues)[0] ?? item
}

/** A library that does less than required would win; so what it gives is looked at. */
export function checkRead(library: Library, world: World, size: number): readonly Item[] {
  const list = world.read()
  const last = list.at(-1)
  const isWhole = list.length === size && typeof last?.title === 'string'
  if (!isWhole) throw new Error(`${library.name} gives ${list.length} of ${size} issues.`)
  return list
}
