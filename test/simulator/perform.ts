import type { Action } from '@reduxjs/toolkit'
import { type Ledger, rowsIn } from './Ledger'
import { newRowOf, temporaryKeyOf, type Write } from './Write'
import { render } from './render'
import { SimulatedStore, copyOf } from './SimulatedStore'
import type { Simulation } from './Simulation'
import type { Step } from './steps'
import { type Manner, split, type Target } from './Visitor'
import { type Call, Post, User } from './world'

const DAY = 86_400_000

type Performers = {
  readonly [Do in Step['do']]?: (it: Simulation, step: Extract<Step, { do: Do }>) => void
}

/** What a step does, where it is not about readers. Time is let pass elsewhere. */
const performers: Performers = {
  fetch: (it, { call }) => it.visitor.fetch(callAt(it, call)),
  fetchIfStale: (it, { call }) => it.visitor.fetchIfStale(callAt(it, call)),
  page: (it, { cursor }) => it.visitor.page(cursor),
  patch: (it, step) => it.visitor.change('patch', targetAt(it, step), step.fields, mannerOf(step)),
  put: (it, step) => it.visitor.change('put', targetAt(it, step), step.fields, mannerOf(step)),
  visit: (it, step) => it.visitor.visit(targetAt(it, step, isUser), mannerOf(step)),
  create: (it, step) =>
    it.visitor.create(step.table === 0 ? 'users' : 'posts', step.status, mannerOf(step)),
  move: (it, step) => it.visitor.move(targetAt(it, step, isPost), step.status, mannerOf(step)),
  delete: (it, step) => it.visitor.delete(targetAt(it, step, isDeletable), mannerOf(step)),
  others: (it, { row, change }) => {
    it.visitor.others(rowAt(it, row, change === 'delete' ? isDeletable : undefined), change)
  },
  message: (it, { row, change }) => it.visitor.message(rowAt(it, row, isPost), change),
  push,
  cut: ({ sockets }) => sockets.cut(),
  set,
  setResponse: (it, { call }) => respond(it, call, it.simulated),
  tab,
  invalidate(it, { call }) {
    const { endpoint, args } = callAt(it, call)
    it.simulated.controller.invalidate(endpoint, ...(args as never[]))
  },
  invalidateAll: (it, { call }) =>
    it.simulated.controller.invalidateAll(callAt(it, call).endpoint as never),
  expireAll: (it, { call }) =>
    it.simulated.controller.expireAll(callAt(it, call).endpoint as never),
  reset: ({ simulated }) => simulated.controller.reset(),
  signIn,
  jump(it, { back }) {
    replace(it, it.simulated.states.at(-1 - back))
  },
  import(it, { from, back }) {
    if (from === 'other') return replace(it, otherState(it, back))
    const earlier = it.simulated.states.at(-1 - back)
    replace(it, earlier && copyOf(earlier))
  },
  skew: ({ time }, { ms }) => time.skew(ms),
  render: (it, { call, delay }) => void render(it, callsAt(it, call), delay),
  reload: ({ reloads }, { isClean, deploy, ...found }) => reloads.reload(isClean, deploy, found),
  neighbour,
  store: ({ reloads }, { fault }) => reloads.setFault(fault),
  offline: ({ network }) => network.connect(false),
  online: ({ network }) => network.connect(true),
  abort({ promises: { unsettled } }, { which }) {
    unsettled[which % Math.max(unsettled.length, 1)]?.abort?.()
  },
  again({ simulated }, { back }) {
    const action = simulated.recent.at(-1 - back)
    if (action !== undefined) simulated.store.dispatch(action as Action)
  },
  subscribe: (it, { call }) => it.subscribe(callAt({ calls: it.calls.filter(isLive) }, call)),
  unsubscribe: (it) => it.unsubscribe(),
}

/** Performs a step. */
export function perform(it: Simulation, step: Step): void {
  if (it.readers.take(step)) return
  const performer = performers[step.do] as ((it: Simulation, step: Step) => void) | undefined
  if (performer !== undefined) it.readers.act(step, () => performer(it, step))
}

function push(it: Simulation, { row: at, change, delay }: Extract<Step, { do: 'push' }>): void {
  const [, id] = split(rowAt(it, at, isPost))
  const status = at % 2 === 0 ? 'draft' : 'live'
  const body = {
    create: () => ({ ...it.visitor.newFields('posts', 2), status, author: '1' }),
    patch: () => it.visitor.newFields('posts', at % 3),
    move: () => ({ status }),
    delete: () => ({}),
  }[change]()
  it.pushes.push(change, id, body, delay)
}

function set(it: Simulation, step: { readonly row: number; readonly fields: number }): void {
  const { rest, store, controller } = it.simulated
  const row = rowAt(it, step.row)
  const [table, id] = split(row)
  const entity = table === 'users' ? User : Post
  if (rest.selectors.selectEntity(store.getState(), entity, { id }) === undefined) return
  const fields = it.visitor.newFields(table, step.fields)
  it.ledger.set(row, fields)
  controller.set(entity, { id }, { id, ...fields })
}

/** The current response of the server, passed to setResponse of a store. */
function respond(it: Simulation, at: number, simulated: SimulatedStore): void {
  const { endpoint, args, path } = callAt(it, at)
  const { status, body } = it.server.respond({ method: 'GET', path })
  if (status !== 200) return
  const rows = [...rowsIn(body)]
  it.ledger.noteRead(rows)
  // A mutation in flight then brings only the fields that it names.
  for (const row of rows) it.ledger.set(row, {})
  simulated.setResponse(endpoint, [...args, body])
}

/**
 * Another tab has the current response of the server, in every second case while a change of its own is in flight, and broadcasts
 * its actions.
 */
function tab(it: Simulation, { call }: { readonly call: number }): void {
  const other = new SimulatedStore({ fetchFn: neverResponds, dataExpiryLength: 60_000 })
  respond(it, call, other)
  if (call % 2 === 0) {
    for (const { endpoint, args } of it.visitor.changesElsewhere()) {
      const sent = other.store.dispatch(other.rest.fetch(endpoint, ...(args as never[])))
      sent.unwrap().catch(() => undefined)
    }
    respond(it, call, other)
  }
  for (const action of other.actions) it.simulated.store.dispatch(copyOf(action) as Action)
  other.rest.dispose(other.store)
}

/** The server of a tab whose own changes are in flight. */
const neverResponds: typeof fetch = () => new Promise(() => {})

function neighbour(it: Simulation, { act, call: at }: Extract<Step, { do: 'neighbour' }>): void {
  const { elsewhere, network, reloads } = it
  const { neighbours } = reloads
  if (act === 'close') return neighbours.close()
  if (act === 'signIn') elsewhere.begin()
  if (act === 'open' || neighbours.count === 0) return neighbours.open()
  const isChange = act === 'patch'
  // The next user has no server of their own that keeps what they change.
  if (!network.isOnline() || (isChange && elsewhere.isPending)) return
  const { endpoint, args } = isChange
    ? it.visitor.changeElsewhere(rowAt(it, at), at % 2 === 0)
    : callAt(it, at)
  neighbours.send(at, endpoint, args)
}

function signIn({ elsewhere, simulated }: Simulation): void {
  elsewhere.signIn()
  simulated.controller.reset()
}

function replace(
  { simulated, ledger }: Simulation,
  state: SimulatedStore['state'] | undefined,
): void {
  if (state === undefined) return
  ledger.replace()
  simulated.replace(state)
}

/** The state of a store with some of the current server data, on a machine whose clock may be a day ahead. */
function otherState(it: Simulation, first: number): SimulatedStore['state'] {
  const other = new SimulatedStore({ fetchFn: it.fetchFn, dataExpiryLength: 60_000 })
  for (const call of callsAt(it, first)) {
    const { status, body } = it.server.respond({ method: 'GET', path: call.path })
    if (status === 200) other.setResponse(call.endpoint, [...call.args, body])
  }
  const state = copyOf(other.state, first % 2 === 0 ? DAY : 0)
  other.rest.dispose(other.store)
  return state
}

/** Some calls that follow each other. */
function callsAt({ calls }: Simulation, first: number): readonly Call[] {
  return calls.slice(first, first + 6)
}

function callAt({ calls }: Pick<Simulation, 'calls'>, at: number): Call {
  return calls[at % calls.length] as Call
}

/** Whether a reader that subscribes gets what a mounted one does not. */
function isLive({ endpoint }: Call): boolean {
  return (endpoint.pollFrequency ?? endpoint.live) !== undefined
}

function mannerOf({ isOptimistic, isScoped }: Step): Manner {
  return { isOptimistic: isOptimistic === true, isScoped: isScoped === true }
}

/** A row that a step is about; if it is about a new one, one that was created lately, by its temporary key. */
function targetAt(
  it: Simulation,
  { row: at, isNew }: { readonly row: number; readonly isNew?: true },
  isMeant?: (row: string) => boolean,
): Target {
  const creation = isNew === true ? creationAt(it.ledger, at, isMeant) : undefined
  const row = creation?.row ?? (creation ? newRowOf(creation) : rowAt(it, at, isMeant))
  return { row, id: creation ? temporaryKeyOf(creation) : split(row)[1], creation }
}

function creationAt(
  { writes, forgotten }: Ledger,
  at: number,
  isMeant: (row: string) => boolean = () => true,
): Write | undefined {
  const creations = writes.filter(
    (it) => it.kind === 'create' && it.isOptimistic && it.end > forgotten && isMeant(newRowOf(it)),
  )
  const pending = creations.filter(({ outcome }) => outcome === 'pending')
  const latest = pending.length > 0 ? pending : creations.slice(-1)
  return latest[at % latest.length]
}

function rowAt(
  { server }: Simulation,
  at: number,
  isMeant: (row: string) => boolean = () => true,
): string {
  const rows = server.names.filter(isMeant)
  return rows[at % rows.length] as string
}

function isPost(row: string): boolean {
  return row.startsWith('posts/')
}

function isUser(row: string): boolean {
  return row.startsWith('users/')
}

/** Authors stay: a post without its author is none. */
function isDeletable(row: string): boolean {
  return row !== 'users/1' && row !== 'users/2'
}
