import { issues, type Item, type Shape } from './data'
import { libraries } from './libraries/libraries'
import type { Library, World } from './Library'

// Runs in a process of its own for each library: retained.js <library> <size>. Prints the bytes that an issue costs
// once it was stored and read, when the text of the response and everything else that the library let go of is gone.

const [name, size = '1000'] = process.argv.slice(2)
const library = libraries.find((it) => it.name === name)
if (library === undefined) throw new Error(`There is no library "${name}".`)

const bytes = await weigh(library, issues, Number(size))
process.stdout.write(`${JSON.stringify({ bytes })}\n`)
// The timers of caches that would forget by and by are of no interest here.
process.exit()

async function weigh(of: Library, shape: Shape, count: number): Promise<number> {
  // Whatever a library loads or compiles at first use is not to be counted.
  await fill(of, shape, 100)
  const before = heapUsed()
  const world = await fill(of, shape, count)
  const after = heapUsed()
  // Used once more, so that it cannot be gone by now.
  if (world.read().length !== count) throw new Error(`${of.name} has lost issues.`)
  return (after - before) / count
}

async function fill(of: Library, shape: Shape, count: number): Promise<World> {
  const world = of.start(shape)
  await world.write(responseOf(of, shape, count))
  world.read()
  return world
}

function responseOf(of: Library, shape: Shape, count: number): Item[] {
  const list = shape.make(count)
  return JSON.parse(JSON.stringify(of.prepare?.(list, shape) ?? list)) as Item[]
}

function heapUsed(): number {
  for (let turn = 0; turn < 3; turn++) globalThis.gc?.()
  return process.memoryUsage().heapUsed
}
