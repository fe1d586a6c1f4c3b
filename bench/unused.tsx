import { setTimeout as wait } from 'node:timers/promises'
import { Window } from 'happy-dom'
import { Provider } from 'react-redux'
import { Collection, createRest, Endpoint, Entity, type Manager, rows } from 'rtk-rest'
import { garbage } from 'rtk-rest/garbage'
import { useSuspense } from 'rtk-rest/react'
import { createStore } from './libraries/rtkRest'

// Runs in a process of its own. Prints what a tab keeps that stays open, without `garbage` and with it: rows after many
// searches and after a feed, how long a sweep works at once, and the heap after many mounts and calls of selectors.

/** What a tab that stays open keeps. */
export interface Unused {
  /** Calls, lists and entities after 10,000 searches, of which one is shown. */
  readonly searches: Kept
  /** The same after a feed has had 20,000 entities, 50 at a time. */
  readonly feed: Kept
  /** The longest time that a sweep over 100,000 rows works at once, in ms: the median of several sweeps. */
  readonly slice: number
  /** How long an action takes that removes 5,000 of these rows, in ms. */
  readonly removal: number
  /** By how many bytes the heap has grown in the second half of 10,000 mounts. */
  readonly mounts: number
  /** The same of a million calls of selectors with different arguments. */
  readonly selectors: number
}

interface Kept {
  readonly without: number
  readonly with: number
}

class Song extends Entity {
  id = ''
  title = ''
  static override key = 'Song'
}

interface Search {
  readonly q: string
}

const songs = new Collection([Song])
const search = new Endpoint(async ({ q }: Search) => found(q, 2), { name: 'search', schema: songs })
const feed = new Endpoint(async () => found('feed', 50), { name: 'feed', schema: [Song] })
const getSong = new Endpoint(async ({ id }: { readonly id: string }) => ({ id, title: id }), {
  name: 'getSong',
  schema: Song,
})

const SEARCHES = 10_000
const FEED = 400
const ROWS = 100_000
const SWEPT = 3
const MOUNTS = 10_000
const CALLS = 1_000_000
/** A sweep each second, of which the second one removes. */
const KEEP_FOR = 1_000
const SETTLED = 4_000

const [searchesWithout, searchesWith, feedWithout, feedWith] = await Promise.all([
  keptAfter(searchAll, false),
  keptAfter(searchAll, true),
  keptAfter(feedAll, false),
  keptAfter(feedAll, true),
])
const result: Unused = {
  searches: { without: searchesWithout, with: searchesWith },
  feed: { without: feedWithout, with: feedWith },
  ...(await measureSweeps()),
  mounts: await growthIn(MOUNTS, await mounting()),
  selectors: await growthIn(CALLS, selecting()),
}
process.stdout.write(`${JSON.stringify(result)}\n`)
process.exit()

function found(q: string, count: number) {
  return Array.from({ length: count }, (_, at) => ({ id: `${q}-${at}`, title: `${q} ${at}` }))
}

function open(hasGarbage: boolean, ...managers: readonly Manager[]) {
  const all = hasGarbage ? [garbage({ keepFor: KEEP_FOR }), ...managers] : managers
  const rest = createRest({ managers: all })
  const store = createStore(rest)
  return { rest, store, controller: rest.getController(store) }
}

type Page = ReturnType<typeof open>

function countRows({ store }: Page): number {
  const { entities, requests } = store.getState().rest
  return Object.values(entities).reduce((sum, it) => sum + rows(it).length, rows(requests).length)
}

async function keptAfter(run: (page: Page) => void, hasGarbage: boolean): Promise<number> {
  const page = open(hasGarbage)
  run(page)
  await wait(SETTLED)
  return countRows(page)
}

function searchAll({ rest, store, controller }: Page): void {
  store.dispatch(rest.retain(search, { q: 'shown' }))
  for (let at = 0; at < SEARCHES; at++) {
    controller.setResponse(search, { q: `${at}` }, found(`${at}`, 2))
  }
}

function feedAll({ rest, store, controller }: Page): void {
  controller.setResponse(feed, found('0', 50))
  store.dispatch(rest.retain(feed))
  for (let at = 1; at < FEED; at++) controller.setResponse(feed, found(`${at}`, 50))
}

/** Times each slice, which runs in the microtasks of an idle callback, and each action that removes something. */
async function measureSweeps(): Promise<Pick<Unused, 'slice' | 'removal'>> {
  const removals: number[] = []
  const longest: number[] = []
  let slices: number[] = []
  const idle = (run: () => void): unknown =>
    setImmediate(() => {
      const started = performance.now()
      const before = removals.length
      run()
      queueMicrotask(() => {
        const removed = removals.slice(before).reduce((sum, it) => sum + it, 0)
        slices.push(performance.now() - started - removed)
      })
    })
  Object.assign(globalThis, { requestIdleCallback: idle })
  for (let times = 0; times < SWEPT; times++) {
    const { rest, store, controller } = open(true, timerOf(removals))
    store.dispatch(rest.retain(search, { q: 'shown' }))
    controller.setResponse(search, { q: 'all' }, found('all', ROWS))
    for (let second = 0; second < SETTLED / 1_000; second++) {
      await wait(1_000)
      if (slices.length > 10) longest.push(Math.max(...slices))
      slices = []
    }
    if (countRows({ rest, store, controller }) > 10) throw new Error('It is not removed.')
  }
  Reflect.deleteProperty(globalThis, 'requestIdleCallback')
  return { slice: median(longest), removal: median(removals) }
}

/** Times the actions that remove something. */
function timerOf(times: number[]): Manager {
  let started = 0
  return {
    name: 'timer',
    init: () => ({
      commit(action) {
        started = performance.now()
        return action
      },
      action: ({ type }) => void (type === 'rest/gc' && times.push(performance.now() - started)),
    }),
  }
}

function median(times: readonly number[]): number {
  return times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)] ?? NaN
}

/** By how much the heap grows in the second half of many calls. */
async function growthIn(count: number, run: (at: number) => void): Promise<number> {
  for (let at = 0; at < count / 2; at++) run(at)
  const half = await heap()
  for (let at = count / 2; at < count; at++) run(at)
  return (await heap()) - half
}

async function heap(): Promise<number> {
  await wait(SETTLED)
  for (let turn = 0; turn < 3; turn++) {
    globalThis.gc?.()
    await wait(20)
  }
  return process.memoryUsage().heapUsed
}

function Found({ q }: Search) {
  return useSuspense(search, { q }).length
}

/** Each shows the result of another search, which then leaves the page. */
async function mounting(): Promise<(at: number) => void> {
  const window = new Window()
  Object.assign(globalThis, { window, document: window.document })
  // React looks for a DOM when it is first imported.
  const { createRoot } = await import('react-dom/client')
  const { flushSync } = await import('react-dom')
  const { store, controller } = open(true)
  const root = createRoot(document.createElement('div'))
  return (at) => {
    const q = `${at}`
    controller.setResponse(search, { q }, found(q, 2))
    flushSync(() =>
      root.render(
        <Provider store={store}>
          <Found key={q} q={q} />
        </Provider>,
      ),
    )
  }
}

function selecting(): (at: number) => void {
  const { rest, store, controller } = open(false)
  controller.setResponse(search, { q: '1' }, found('1', 2))
  const { selectData, selectRequest, selectEntity } = rest.selectors
  const state = store.getState()
  return (at) => {
    selectData(state, getSong, { id: `${at}` })
    selectRequest(state, search, { q: `${at}` })
    selectEntity(state, Song, `${at}`)
  }
}
