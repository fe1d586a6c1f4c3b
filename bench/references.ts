import { issues, type Item } from './data'
import type { Library } from './Library'
import { checkRead, fillWorld, payloadOf } from './rows/world'

/** How many of the list's items are other objects than before, after each kind of change. */
export interface References {
  readonly library: string
  readonly size: number
  /** After the same response came again. */
  readonly rewritten: number
  readonly isSameList: boolean
  /** After one issue got another title. */
  readonly oneChanged: number
  /** After a user got another login; `containing` many issues show that user. */
  readonly userChanged: number
  readonly containing: number
  /** Issues that still show the old login: a cache that is not normalized needs help here. */
  readonly stale: number
}

/** Counts for one library. Nothing is timed. */
export async function countReferences(library: Library, size: number): Promise<References> {
  const world = await fillWorld(library, issues, size)
  const before = checkRead(library, world, size)
  await world.write(payloadOf(library, issues, size)())
  const rewritten = checkRead(library, world, size)
  await world.update(world.nextId(), 'changed')
  const updated = checkRead(library, world, size)
  const userId = updated[0]?.user?.id
  const containing = updated.filter(({ user }) => user?.id === userId).length
  await world.updateUser(userId ?? '', 'renamed')
  const renamed = checkRead(library, world, size)
  const showing = renamed.filter(({ user }) => user?.['login'] === 'renamed').length
  return {
    library: library.name,
    size,
    rewritten: countNew(before, rewritten),
    isSameList: before === rewritten,
    oneChanged: countNew(rewritten, updated),
    userChanged: countNew(updated, renamed),
    containing,
    stale: containing - showing,
  }
}

function countNew(before: readonly Item[], after: readonly Item[]): number {
  return after.filter((item, at) => item !== before[at]).length
}
