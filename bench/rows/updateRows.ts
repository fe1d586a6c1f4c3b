import { issues, type Item, outsider, type Shape } from '../data'
import type { Library, World } from '../Library'
import { rtkRest } from '../libraries/rtkRest'
import { type Lane, Skip, type Task } from '../sample'
import { createRow } from './createRow'
import type { Row } from './Row'
import { checkRead, fillWorld, prepared } from './world'

/** How many issues are on a list before others are pushed. */
const LIST_SIZE = 100
/** For several samples, each of which takes some hundred µs a push. */
const MS_PER_PUSH = 2

let edition = 0
const nextTitle = (): string => `edition ${++edition}`

/** P4: a selector that runs again although nothing changed. */
export function rereadRow(size: number): Row {
  return createRow({
    target: 'P4',
    work: 'read again, nothing changed',
    size,
    prepare: async (library, shape) => {
      const { read } = await fillWorld(library, shape, size)
      return { isRepeatable: true, run: read }
    },
  })
}

/** P5: one issue of the list gets another title. */
export function updateRow(size: number, shape: Shape = issues): Row {
  return createRow({
    target: 'P5',
    work: 'update one, read the list',
    size,
    shape,
    yardsticks: [sliceLane(size)],
    prepare: async (library) => {
      const { update, read, nextId } = await fillWorld(library, shape, size)
      return { ...updateTask(() => update(nextId(), nextTitle()), read), weighsGarbage: true }
    },
  })
}

/** P4b: one issue gets another title, and all that show one look at it again. */
export function rereadEachRow(size: number): Row {
  return createRow({
    target: 'P4b',
    work: 'update one, read each of them',
    size,
    prepare: async (library, shape) => {
      const { update, readOne, write, ids, nextId } = await fillWorld(library, shape, size)
      if (readOne === undefined) throw new Skip('has no read of one')
      const reads = new Map(ids.map((id) => [id, readOne(id)]))
      // No list is on the page, which others would have to patch.
      await write([])
      const run = (): void => {
        const id = nextId()
        const title = nextTitle()
        update(id, title)
        for (const read of reads.values()) read()
        if (reads.get(id)?.()?.title !== title)
          throw new Error(`${library.name} shows an old title`)
      }
      return { isRepeatable: true, run }
    },
  })
}

/** P28: one issue gets another title while many lists of other titles are stored; P28b: while many of which it cannot be told are. */
export function manyListsRow(size: number, argument: 'title' | 'q'): Row {
  return createRow({
    target: argument === 'title' ? 'P28' : 'P28b',
    work: `update one beside so many lists with \`?${argument}=\`, read the list`,
    size,
    prepare: async (library, shape) => {
      const world = await fillWorld(library, shape, LIST_SIZE)
      if (!world.fillLists || !world.rename) throw new Skip('has no lists that follow a change')
      const others = Array.from({ length: size }, (_, at) => ({
        ...outsider(at),
        title: `other ${at}`,
      }))
      world.fillLists(others, argument)
      return {
        run: async () => {
          await world.rename?.(world.nextId(), nextTitle())
          return world.read()
        },
      }
    },
  })
}

/** P6: an issue that is not on the list gets another title. */
export function updateOutsideRow(size: number): Row {
  return createRow({
    target: 'P6',
    work: 'update one that is not in the list, read the list',
    size,
    prepare: async (library, shape) => {
      const world = await fillWorld(library, shape, size)
      const item = prepared(library, outsider())
      world.addOutside(item)
      return updateTask(() => world.update(item.id, nextTitle()), world.read)
    },
  })
}

/** P7: the list gets one longer. */
export function pushRow(size: number): Row {
  return createRow({
    target: 'P7',
    work: 'put one on the list, read',
    size,
    prepare: async (library, shape) => {
      const world = await fillWorld(library, shape, size)
      let at = 0
      let item = prepared(library, outsider())
      return {
        before: () => {
          item = prepared(library, outsider(++at))
        },
        run: () => {
          world.push(item)
          return world.read()
        },
      }
    },
  })
}

/** P8: a change that shows before its response, and is taken back. */
export function optimisticRow(size: number): Row {
  return createRow({
    target: 'P8',
    work: 'optimistic update, read, roll back, read',
    size,
    prepare: async (library, shape) => optimisticTask(library, shape, size),
  })
}

/** P18: the list grows while an older request for it hangs, beside the same without that request. */
export function pushWhileHangingRow(size: number): Row {
  return createRow({
    target: 'P18',
    work: 'push them one by one while an older request hangs, read',
    size,
    ms: size * MS_PER_PUSH,
    yardsticks: [{ name: 'nothing hangs', prepare: () => pushesTask(rtkRest, size, doNothing) }],
    prepare: (library, shape) => {
      if (library.start(shape).hang === undefined) throw new Skip('makes no requests')
      return pushesTask(library, size, ({ hang }) => hang?.())
    },
  })
}

function pushesTask(library: Library, size: number, start: (world: World) => void): Task {
  const pushed = Array.from({ length: size }, (_, at) => prepared(library, outsider(at)))
  const text = JSON.stringify(pushed)
  let world: World
  let items: readonly Item[] = []
  return {
    before: async () => {
      world = await fillWorld(library, issues, LIST_SIZE)
      start(world)
      items = JSON.parse(text) as Item[]
    },
    run: () => {
      for (const item of items) world.push(item)
      return checkRead(library, world, LIST_SIZE + size)
    },
  }
}

function doNothing(): void {
  // No request hangs.
}

async function optimisticTask(library: Library, shape: Shape, size: number): Promise<Task> {
  const { optimistic, read, nextId } = await fillWorld(library, shape, size)
  if (optimistic === undefined) throw new Skip('has none')
  const seen: unknown[] = []
  const first = read()[0]
  await optimistic(first?.id ?? '', 'expected', () => seen.push(read()[0]?.title))
  if (seen[0] !== 'expected' || seen[1] === 'expected') throw new Skip('no optimistic updates yet')
  return { isRepeatable: true, run: () => optimistic(nextId(), nextTitle(), read) }
}

function updateTask(update: () => unknown, read: () => unknown): Task {
  const run = () => {
    update()
    return read()
  }
  return { isRepeatable: true, run }
}

function sliceLane(size: number): Lane {
  return {
    name: 'array.slice',
    prepare: () => {
      const list = issues.make(size)
      return { isRepeatable: true, run: () => list.slice() }
    },
  }
}
