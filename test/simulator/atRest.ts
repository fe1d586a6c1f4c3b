import { isDeepStrictEqual } from 'node:util'
import { getRow } from 'rtk-rest'
import { serverRow } from '../support/serverRow'
import { checkBounds } from './checkBounds'
import { nameOf, rowOf } from './checkShown'
import { checkSwept } from './checkSweeps'
import { presentedBy } from './HeldReaders'
import { remainsOf } from './internals'
import type { Presented } from './Readers'
import { isMembershipSettled, isOwn, isSettled } from './settled'
import type { Simulation } from './Simulation'
import { split } from './Visitor'
import { type Call, Post, User } from './world'

/** The longest pause between two polls after failures, in s. */
const LONGEST_PAUSE = 300

/** What has to be true when a run ends. */
export async function checkAtRest(it: Simulation): Promise<void> {
  if (it.profile.hasOutages) {
    // What is stored is there by then.
    await it.time.advance(1_000)
    it.network.connect(false)
    await it.time.advance(0)
  }
  it.network.isCalm = true
  it.reloads.setFault(undefined)
  it.network.connect(true)
  await it.settle()
  checkReconnected(it)
  const { confirmed } = it.simulated.state
  if (!isDeepStrictEqual(confirmed, {})) it.find('covered row remains', JSON.stringify(confirmed))
  for (const row of it.server.names) checkRow(it, row)
  checkLists(it)
  for (const check of [
    checkBounds,
    checkPolls,
    checkStreams,
    refetchMounted,
    refetchAll,
    checkRemains,
  ]) {
    if (it.findings.length === 0) await check(it)
  }
  checkReplay(it)
}

/** What the network failed is fetched again when that is back; what an error boundary shows, when somebody retries. */
function checkReconnected(it: Simulation): void {
  const { profile, readers } = it
  const { rest, store } = it.simulated
  if (!profile.hasOutages || profile.isMounted) return
  for (const { call, label } of readers.presented()) {
    const { endpoint, args } = call
    const { error } = rest.selectors.selectRequest(store.getState(), endpoint, ...(args as never[]))
    const { code } = (error ?? {}) as { readonly code?: unknown }
    if (code === 'NETWORK' || code === 'TIMEOUT') it.find('not fetched after an outage', label)
  }
}

/** What is shown of a row without a new request. */
function checkRow(it: Simulation, row: string): void {
  const [table, id] = split(row)
  const { rest, store, state } = it.simulated
  const entity = table === 'users' ? User : Post
  const shown = rest.selectors.selectEntity(store.getState(), entity, { id })
  if (shown === undefined) return
  const truth = it.server.historyOf(row).at(-1)?.row
  const shownRow = { id, ...rowOf(shown, table) }
  if (isDeepStrictEqual(shownRow, { ...truth })) return
  const meta = serverRow(state, entity.key, id)?.meta
  if (meta?.doubtful !== undefined) return
  const detail = `${row} shows ${JSON.stringify(shownRow)}, the server has ${JSON.stringify(truth)}`
  if (isSettled(row, it.ledger, it.server)) it.find('settled row differs', detail)
  else if (isOwn(row, it.ledger, it.server, it.network)) {
    const isStale = meta === undefined || meta.expiresAt <= it.time.now || meta.date > it.time.now
    if (!isStale) it.find('differs unmarked', detail)
  }
}

/** What is shown of a row being a member of a list, without a new request. */
function checkLists(it: Simulation): void {
  for (const { path, list, endpoint, args } of it.calls) {
    if (list === undefined) continue
    const { rest, store } = it.simulated
    const shown = rest.selectors.selectData(store.getState(), endpoint, ...(args as never[]))
    if (shown === undefined) continue
    const ids = idsOf(shown)
    const truth = idsOf(it.server.respond({ method: 'GET', path }).body)
    for (const id of it.server.idsOf(list.table)) {
      const row = `${list.table}/${id}`
      if (
        ids.includes(id) === truth.includes(id) ||
        !isMembershipSettled(row, list, it.ledger, it.server)
      )
        continue
      const is = ids.includes(id) ? 'is' : 'is not'
      it.find('settled member differs', `${row} ${is} in ${nameOf(list)}, other than at the server`)
    }
  }
}

function idsOf(list: unknown): readonly string[] {
  return (list as readonly { readonly id: string }[]).map(({ id }) => id)
}

/** What a stream missed while its connection was lost is there once it is back. */
async function checkStreams(it: Simulation): Promise<void> {
  const isLive = ({ call }: Presented): boolean => call.endpoint.live !== undefined
  if (!it.profile.hasStreams || ![...it.readers.presented()].some(isLive)) return
  it.sockets.cut()
  for (const change of ['create', 'patch'] as const) it.visitor.others('posts/1', change)
  // The longest pause before a reconnect is 30 s.
  for (let at = 0; at < 40 && !it.sockets.isSubscribed; at++) await it.time.advance(1_000)
  await it.time.advance(1_000)
  for (const presented of [...it.readers.presented()].filter(isLive)) {
    if (presented.value === undefined || presented.hasError) continue
    checkTruth(it, presented, 'after a reconnect')
  }
}

/** What is polled shows after a while what another client has changed, also where requests have failed. */
async function checkPolls(it: Simulation): Promise<void> {
  for (const call of it.subscribed.filter((one) => one.endpoint.pollFrequency !== undefined)) {
    const row = polledRow(it, call)
    if (row === undefined) continue
    it.visitor.others(row, 'patch')
    // Failures have made the pauses longer.
    for (let at = 0; at < LONGEST_PAUSE && !isCurrent(it, row); at++) await it.time.advance(1_000)
    if (!isCurrent(it, row)) it.find('not polled', `${row} of ${call.path}`)
  }
}

/** A row that each poll of a call brings, if the server has any: of a list, one of the first page. */
function polledRow({ server }: Simulation, { path }: Call): string | undefined {
  const { status, body } = server.respond({ method: 'GET', path })
  if (status !== 200) return undefined
  if (path !== '/feed/main') return path.slice(1)
  const [post] = (body as FeedPage).posts
  return post && `posts/${post.id}`
}

/** Whether a row is shown as the server has it. */
function isCurrent({ server, simulated }: Simulation, row: string): boolean {
  const [table, id] = split(row)
  const { rest, store } = simulated
  const entity = table === 'users' ? User : Post
  const shown = rest.selectors.selectEntity(store.getState(), entity, { id })
  const truth = server.historyOf(row).at(-1)?.row
  return shown !== undefined && isDeepStrictEqual({ id, ...rowOf(shown, table) }, { ...truth })
}

/** After everything was made stale, without a network in some runs, readers show the server data, if their call ever had a response. */
async function refetchMounted(it: Simulation): Promise<void> {
  const { requests } = it.simulated.state
  it.network.connect(!it.profile.hasOutages)
  it.simulated.controller.expireAll({ testKey: () => true })
  if (it.profile.hasOutages) await it.settle()
  it.network.connect(true)
  it.readers.retry()
  await it.settle()
  for (const presented of it.readers.presented()) {
    const { endpoint, args } = presented.call
    const row = getRow(requests, endpoint.key(...args))
    // A request of a state that was left is still pending in it.
    const hasResponse = row !== undefined && row.status !== 'pending'
    if (hasResponse) checkTruth(it, presented, 'after expireAll')
  }
}

/** After one fetch of everything, readers and selectors show what the server has. */
async function refetchAll(it: Simulation): Promise<void> {
  const { rest, store } = it.simulated
  const since = it.ledger.next()
  for (const call of it.calls) it.visitor.fetch(call, since)
  // What nobody reads would be removed.
  const retained = (it.profile.hasSweeps ? it.calls : []).map(({ endpoint, args }) =>
    store.dispatch(rest.retain(endpoint, ...(args as never[]))),
  )
  const { epoch } = it.ledger
  await it.settle()
  for (const it of retained) it.release()
  // A page may find only now that another user has signed in.
  if (it.ledger.epoch > epoch) return
  const all = it.calls.map((call) => presentedBy(it.simulated, call))
  for (const presented of [...it.readers.presented(), ...all]) {
    checkTruth(it, presented, 'after a fetch')
  }
}

function checkTruth(
  it: Simulation,
  { label, call, value, hasError }: Presented,
  when: string,
): void {
  const { status, body } = truthOf(it, call)
  // A poll that fails goes on showing what was there, whatever the error is.
  if (status !== 200 && (hasError || it.isPolled(call))) return
  const shown = value === undefined ? undefined : (JSON.parse(JSON.stringify(value)) as unknown)
  const expected: unknown = JSON.parse(JSON.stringify(body))
  if (status === 200 && !hasError && isDeepStrictEqual(shown, expected)) return
  const found = hasError ? 'an error' : JSON.stringify(shown)
  const detail = `${label} shows ${found} ${when}, the server responds with ${status} ${JSON.stringify(body)}`
  it.find('differs after refetch', detail)
}

interface FeedPage {
  readonly next: string
  readonly posts: readonly { readonly id: string }[]
}

/** What the server has for a call, of which several pages may be loaded. */
function truthOf({ server, simulated }: Simulation, { endpoint, args, path }: Call) {
  const first = server.respond({ method: 'GET', path })
  const loaded = simulated.state.managers['pages'] as Record<string, { cursor: string }[][]>
  const pages = loaded?.[endpoint.key(...args)]?.map(([params]) => {
    return server.respond({ method: 'GET', path: `${path}?cursor=${params?.cursor}` }).body
  })
  if (pages === undefined || first.status !== 200) return first
  const all = [first.body, ...pages] as FeedPage[]
  const posts = new Map(all.flatMap((page) => page.posts).map((post) => [post.id, post]))
  return { status: 200, body: { next: all.at(-1)?.next, posts: [...posts.values()] } }
}

async function checkRemains(it: Simulation): Promise<void> {
  await it.reloads.reloadSilent()
  it.unsubscribeAll()
  it.readers.release()
  const { rest, store } = it.simulated
  if (it.profile.hasSweeps) await checkSwept(it)
  await it.time.advance(10_000)
  for (const { kind, detail } of it.reloads.findingsOfOthers()) it.find(kind, detail)
  rest.dispose(store)
  const { neighbours, origin } = it.reloads
  const ofNeighbours = neighbours.dispose()
  await it.time.advance(0)
  it.check()
  const { pending } = it.time
  if (pending !== undefined && pending > 0) it.find('timers remain', `${pending} after dispose`)
  const remains = {
    ...remainsOf(store),
    ...it.readers.remains(),
    subscribers: it.simulated.subscribers + ofNeighbours,
    'listeners of windows': origin.listenerCount,
    sockets: it.sockets.size,
    // The sockets of the run are one.
    'listeners of the network': it.network.listenerCount - 1,
  }
  for (const [what, count] of Object.entries(remains)) {
    if (count > 0) it.find(`${what} remains`, `${count} after dispose`)
  }
  for (const { label } of it.promises.unsettled) it.find('promise unsettled', label)
}

/** The recorded actions make the same state of an empty one. */
function checkReplay({ ledger, simulated, ...it }: Simulation): void {
  if (ledger.replacements.length > 0) return
  if (isDeepStrictEqual(simulated.replayed(), simulated.state)) return
  it.findings.push({ kind: 'replay differs', detail: 'the replayed actions make another state' })
}
