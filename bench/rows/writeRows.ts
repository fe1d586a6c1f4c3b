import { issues, type Item, type Shape } from '../data'
import type { Library, World } from '../Library'
import type { Lane, Task } from '../sample'
import { createRow } from './createRow'
import type { Row } from './Row'
import { checkRead, fillWorld, payloadOf } from './world'

/** P1: a response, parsed already, is stored by an empty store. */
export function writeRow(size: number, shape: Shape = issues): Row {
  return createRow({
    target: 'P1',
    work: 'write a list into an empty store',
    size,
    shape,
    yardsticks: [parseLane(size, shape)],
    prepare: (library) => {
      const parse = payloadOf(library, shape, size)
      let world: World
      let list: readonly Item[]
      return {
        before: () => {
          world = library.start(shape)
          list = parse()
        },
        run: () => world.write(list),
      }
    },
  })
}

/** P2: the same response again, as polling brings it, and a read. */
export function rewriteRow(size: number): Row {
  return createRow({
    target: 'P2',
    work: 'write the same list again, read',
    size,
    yardsticks: [parseLane(size, issues), compareLane(size)],
    prepare: async (library, shape) => {
      const world = await fillWorld(library, shape, size)
      const parse = payloadOf(library, shape, size)
      let list: readonly Item[]
      return {
        before: () => {
          list = parse()
        },
        run: async () => {
          await world.write(list)
          world.read()
        },
      }
    },
  })
}

/** P3: what was just stored is put together for the first time. */
export function firstReadRow(size: number, shape: Shape = issues): Row {
  return createRow({
    target: 'P3',
    work: 'first read (denormalize)',
    size,
    shape,
    yardsticks: [parseLane(size, shape)],
    prepare: (library) => firstReadTask(library, shape, size),
  })
}

function firstReadTask(library: Library, shape: Shape, size: number): Task {
  const parse = payloadOf(library, shape, size)
  let world: World
  return {
    before: async () => {
      world = library.start(shape)
      await world.write(parse())
      world.cool?.()
    },
    run: () => checkRead(library, world, size),
  }
}

function parseLane(size: number, shape: Shape): Lane {
  return {
    name: 'JSON.parse',
    prepare: () => {
      const text = JSON.stringify(shape.make(size))
      return { run: () => JSON.parse(text) as unknown }
    },
  }
}

function compareLane(size: number): Lane {
  return {
    name: 'deep compare',
    prepare: () => {
      const text = JSON.stringify(issues.make(size))
      const stored: unknown = JSON.parse(text)
      let incoming: unknown
      return {
        before: () => {
          incoming = JSON.parse(text)
        },
        run: () => isDeepEqual(stored, incoming),
      }
    },
  }
}

function isDeepEqual(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  for (const key in a) {
    if (!isDeepEqual(a[key as keyof typeof a], b[key as keyof typeof b])) return false
  }
  return true
}
