import { type Id, issues, type Item, outsider } from '../data'
import type { Library, PendingCall, World } from '../Library'
import { Skip, type Task } from '../sample'
import { createRow } from './createRow'
import type { Row } from './Row'
import { fillWorld } from './world'

const LIST_SIZE = 1_000
const LONG_LIST_SIZE = 10_000
/** For several samples, in ms. */
const MS = 4_000

/** P20: issues that were put on the list, and show at once, land together. */
export function pushesLandRow(size: number): Row {
  const pushes = Array.from({ length: size }, (_, at) => outsider(at))
  return createRow({
    target: 'P20',
    work: 'those put on a list of 1,000 land together, read',
    size,
    ms: MS,
    prepare: (library) =>
      landingTask(
        library,
        () => pushes.map((item) => ({ do: 'push', item })),
        (list) => list.length === LIST_SIZE + size && list.at(-1)?.id === pushes.at(-1)?.id,
      ),
  })
}

/** P21: changes of one issue, as patches of a resource, land together. */
export function patchesLandRow(size: number): Row {
  const titles = Array.from({ length: size }, (_, at) => `edition ${at}`)
  return createRow({
    target: 'P21',
    work: 'patches of one issue land together, read',
    size,
    ms: MS,
    prepare: (library) =>
      landingTask(
        library,
        (id) => titles.map((title) => ({ do: 'patch', id, title })),
        ([first]) => first?.title === titles.at(-1),
      ),
  })
}

/** P21b: the same where each change is a function of what is shown. */
export function commentsLandRow(size: number): Row {
  return createRow({
    target: 'P21b',
    work: 'functions of one issue land together, read',
    size,
    ms: MS,
    prepare: (library) =>
      landingTask(
        library,
        (id) => Array.from({ length: size }, () => ({ do: 'comment', id })),
        ([first]) => first?.['comments'] === size,
      ),
  })
}

/** P22: of many mutations in flight, each of another issue, one lands. */
export function oneLandsRow(size: number): Row {
  return createRow({
    target: 'P22',
    work: 'one of those in flight lands, read the list',
    size,
    prepare: async (library) => {
      const { start, read, ids } = await fillWorld(library, issues, LONG_LIST_SIZE)
      if (start === undefined) throw new Skip('keeps none in flight')
      let turn = 0
      const startNext = () => {
        turn += 1
        return start([{ do: 'patch', id: ids[turn % size] as Id, title: `edition ${turn}` }])
      }
      // With the next one they are all of different issues.
      const ends = Array.from({ length: size - 1 }, startNext)
      return {
        before: () => void ends.push(startNext()),
        run: async () => {
          await ends.shift()?.()
          read()
        },
      }
    },
  })
}

function landingTask(
  library: Library,
  callsOf: (id: Id) => readonly PendingCall[],
  hasAll: (list: readonly Item[]) => boolean,
): Task {
  if (library.start(issues).start === undefined) throw new Skip('keeps none in flight')
  let world: World
  let end: () => Promise<void>
  return {
    before: async () => {
      const { ids, start, ...filled } = await fillWorld(library, issues, LIST_SIZE)
      if (start === undefined) throw new Skip('keeps none in flight')
      world = filled
      end = start(callsOf(ids[0] as Id))
      world.read()
    },
    run: async () => {
      await end()
      if (!hasAll(world.read())) throw new Error(`${library.name} has lost some.`)
    },
  }
}
