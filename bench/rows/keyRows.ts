import { keyedBy, randomKey, type Shape } from '../data'
import type { Library, World } from '../Library'
import { rtkRest } from '../libraries/rtkRest'
import { Skip, type Task } from '../sample'
import { createRow } from './createRow'
import type { Row } from './Row'
import { fillWorld } from './world'

const SIZE = 20_000
const SEARCHES = 4_000
const MS_PER_SEARCH = 1

const random = keyedBy('random keys', randomKey)

/** Keys that look alike. */
export const lookalikes: readonly Shape[] = [
  keyedBy('UUIDs of one machine', (at) => `${hex(at)}-b1e8-11ee-be56-0242ac120002`),
  keyedBy('ids of a tenant', (at) => `${at}@tenant`),
]
export const searches = keyedBy('searches', String)

/** P17: one row of many gets another title, where all keys look alike. */
export function lookalikeRow(shape: Shape): Row {
  return createRow({
    target: 'P17',
    work: 'update one',
    size: SIZE,
    shape,
    yardsticks: [{ name: random.name, prepare: () => updateTask(rtkRest, random) }],
    prepare: (library) => updateTask(ownOnly(library), shape),
  })
}

/** P17: requests of which the keys differ in their middle. */
export function searchesRow(): Row {
  return createRow({
    target: 'P17',
    work: 'make requests, one by one',
    size: SEARCHES,
    shape: searches,
    ms: SEARCHES * MS_PER_SEARCH,
    yardsticks: [{ name: random.name, prepare: () => requestsTask(rtkRest, randomKey) }],
    prepare: (library) =>
      requestsTask(ownOnly(library), (at) => `GET /items?q=${at}&sort=createdAt:descending`),
  })
}

async function updateTask(library: Library, shape: Shape): Promise<Task> {
  const { update, nextId } = await fillWorld(library, shape, SIZE)
  let edition = 0
  return { isRepeatable: true, run: () => update(nextId(), `edition ${++edition}`) }
}

function requestsTask(library: Library, keyAt: (at: number) => string): Task {
  const keys = Array.from({ length: SEARCHES }, (_, at) => keyAt(at))
  let world: World
  return {
    before: () => {
      world = library.start(random)
    },
    run: async () => {
      for (const key of keys) await world.request?.(key)
    },
  }
}

/** The keys of the others are in hash tables of the engine alone. */
function ownOnly(library: Library): Library {
  if (library.start(random).request === undefined) throw new Skip('has no tables of its own')
  return library
}

function hex(at: number): string {
  return at.toString(16).padStart(8, '0')
}
