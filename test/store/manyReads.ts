import { configureStore } from '@reduxjs/toolkit'
import {
  All,
  Collection,
  createRest,
  Endpoint,
  type EndpointContract,
  Entity,
  Query,
  RestEndpoint,
} from 'rtk-rest'

// Runs in a process of its own: manyReads.ts <calls>. Calls selectors with arguments that never come again, and prints the
// bytes of the heap after each quarter of the calls, when all garbage was collected.

const calls = Number(process.argv[2])

class Trade extends Entity {
  id = ''
  symbol = ''
  price = 0
  static override key = 'Trade'
  static override indexes = ['symbol'] as const
}

interface Search {
  readonly q: number
}

const noSearch: Search = { q: 0 }
const trades = new Collection([Trade])
const search = new RestEndpoint({ path: '/trades', searchParams: noSearch, schema: trades })
const get = new RestEndpoint({ path: '/trades/:id', schema: Trade })
const above = new Query(new All(Trade), (list, { q }: Search) => list.filter((it) => it.price > q))
const total = new Query(new All(Trade), (list) => list.reduce((sum, it) => sum + it.price, 0))
const getTotal = new Endpoint(async (_day: number) => [], { name: 'getTotal', schema: total })
const getAbove = new Endpoint(async (_search: Search) => [], { name: 'getAbove', schema: above })

const rest = createRest()
const store = configureStore({
  reducer: { rest: rest.reducer },
  middleware: (defaults) =>
    defaults({ serializableCheck: false, immutableCheck: false }).concat(rest.middleware),
  devTools: false,
})
const controller = rest.getController(store)
const { selectData, selectRequest, selectEntity, selectQuery, selectIsPending } = rest.selectors
const rows = Array.from({ length: 20 }, (_, at) => ({ id: `${at}`, symbol: `S${at}`, price: at }))
controller.setResponse(search, { q: -1 }, rows)
controller.setResponse(getTotal, 0, [])

/** Each is called with a number that never comes again. */
const READS: Readonly<Record<string, (at: number) => unknown>> = {
  data: (q) => selectData(store.getState(), search, { q }),
  dataById: (at) => selectData(store.getState(), get, { id: `${at}` }),
  request: (q) => selectRequest(store.getState(), search, { q }),
  requestOfQuery: (q) => selectRequest(store.getState(), getAbove, { q }),
  entity: (at) => selectEntity(store.getState(), Trade, { id: `${at}` }),
  entityByField: (at) => selectEntity(store.getState(), Trade, { symbol: `T${at}` }),
  query: (q) => selectQuery(store.getState(), above, { q }),
  inlineQuery: (at) =>
    selectQuery(store.getState(), new Query(trades, (list) => list?.length), { q: at }),
  inlineSchema: (at) => selectQuery(store.getState(), { trade: Trade }, { id: `${at}` }),
  pending: (at) => selectIsPending(store.getState(), Trade, at),
  controller: (q) => controller.getResponse(search, { q }),
  error: (at) => controller.getError(get as EndpointContract, { id: `${at}` }),
}

/** What is read again after each change. */
function readChanged(at: number): void {
  controller.set(Trade, { id: '1' }, { id: '1', price: at })
  const state = store.getState()
  selectRequest(state, getTotal, 0)
  selectRequest(state, getTotal, 1)
  selectRequest(state, get, { id: '1' })
  selectData(state, search, { q: -1 })
}

const BATCH = 5_000
const NAMES = Object.keys(READS)
let called = 0

async function callUntil(count: number): Promise<number> {
  while (called < count) {
    for (let end = called + BATCH; called < end; called++) {
      READS[NAMES[called % NAMES.length] as string]?.(called)
      if (called % 100 === 0) readChanged(called)
    }
    // What a weak reference was made of lives until the end of the task.
    await new Promise((resolve) => setImmediate(resolve))
  }
  for (let turn = 0; turn < 3; turn++) {
    globalThis.gc?.()
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  return process.memoryUsage().heapUsed
}

const heaps: number[] = []
for (const part of [0.25, 0.5, 0.75, 1]) heaps.push(await callUntil(calls * part))
process.stdout.write(JSON.stringify(heaps))
process.exit()
