import { Random } from '../test/support/Random'
import { VirtualTime } from '../test/simulator/VirtualTime'
import * as own from 'rtk-rest'
import * as other from 'rtk-rest-against'
import { issues, outsider } from './data'
import { ItemServer } from './ItemServer'
import { defineKinds } from './libraries/kinds'
import { createStore, rtkRest, rtkRestAgainst } from './libraries/rtkRest'

// Runs in a process of its own, as it replaces timers and clocks. Prints how many requests readers send by themselves, in
// virtual time, so that it is the same on every machine.

/** Requests that readers send of themselves, besides the first. */
export interface Requests {
  readonly library: string
  /** Of one reader, on average, during and after 5 to 20 operations that overlap at random. */
  readonly overlapping: number
  /** Of the reader of a list that gets a message each 100 ms for 10 s, from its first request on. */
  readonly fed: number
}

type Package = typeof own

// The type of what calls may have.
const anyBody = (): { readonly title?: string; readonly body?: string } => ({})

const WORKLOADS = 100
const READ_ALONE = ['1', '2', '3']
const IDS = [...READ_ALONE, '4', '5']
const MESSAGES = 100
const HOUR = 3_600_000

const builds = [
  { library: rtkRest.name, lib: own },
  ...(process.env['BENCH_AGAINST'] === undefined
    ? []
    : [{ library: rtkRestAgainst.name, lib: other }]),
]
const counted: Requests[] = []
for (const { library, lib } of builds) {
  const counts: number[] = []
  for (let seed = 1; seed <= WORKLOADS; seed++) counts.push(await inTime(lib, overlap(seed)))
  const overlapping = counts.reduce((sum, it) => sum + it, 0) / counts.length
  counted.push({ library, overlapping, fed: await inTime(lib, feed) })
}
process.stdout.write(`${JSON.stringify(counted)}\n`)
process.exit()

/** A page with a list of items and the details of some. */
interface Page {
  readonly time: VirtualTime
  readonly server: ItemServer
  readonly rest: ReturnType<Package['createRest']>
  readonly store: ReturnType<typeof createStore>
  readonly items: ReturnType<typeof itemsOf>
}

async function inTime(lib: Package, run: (page: Page) => Promise<number>): Promise<number> {
  const time = new VirtualTime().install()
  try {
    const server = new ItemServer(IDS)
    const rest = lib.createRest({ fetchFn: server.fetchFn, dataExpiryLength: HOUR })
    const page = { time, server, rest, store: createStore(rest), items: itemsOf(lib) }
    return await run(page)
  } finally {
    time.uninstall()
  }
}

function itemsOf(lib: Package) {
  const { Issue } = defineKinds(lib.Entity, issues)
  return lib.resource({
    path: '/items/:id',
    urlPrefix: 'http://bench.test',
    schema: Issue,
    body: anyBody(),
  })
}

/** Operations that start within a second, and take about as long. */
function overlap(seed: number) {
  return async ({ time, server, rest, store, items }: Page): Promise<number> => {
    const random = new Random({ seed, size: 1 })
    server.latency = () => 20 + random.below(500)
    store.dispatch(rest.retain(items.getList))
    for (const id of READ_ALONE) store.dispatch(rest.retain(items.get, { id }))
    await time.advance(2_000)
    const before = server.reads
    const operations = [
      (id: string) => rest.fetch(items.partialUpdate, { id }, { title: `${random.below(1_000)}` }),
      (id: string) => rest.fetch(items.partialUpdate, { id }, { body: `${random.below(1_000)}` }),
      () => rest.fetch(items.getList.push, { title: `${random.below(1_000)}` }),
      () => rest.fetch(items.delete, { id: random.pick(['4', '5']) }),
    ]
    const count = 5 + random.below(16)
    for (let at = 0; at < count; at++) {
      setTimeout(() => {
        const operation = random.pick(operations)
        void store.dispatch(operation(random.pick(IDS)) as never)
      }, random.below(1_000))
    }
    await time.advance(120_000)
    return (server.reads - before) / (READ_ALONE.length + 1)
  }
}

/** The first response comes after some messages, and may or may not have what they say. */
async function feed({ time, server, rest, store, items }: Page): Promise<number> {
  const { push } = items.getList.schema
  server.latency = () => 200
  store.dispatch(rest.retain(items.getList))
  for (let at = 0; at < MESSAGES; at++) {
    await time.advance(100)
    const item = outsider(at)
    server.rows.set(`${item.id}`, item)
    store.dispatch(rest.set(push, item as never))
  }
  await time.advance(120_000)
  const shown = rest.selectors.selectData(store.getState(), items.getList) as readonly unknown[]
  if (shown.length !== server.rows.size) throw new Error(`The list shows ${shown.length} items.`)
  return server.reads - 1
}
