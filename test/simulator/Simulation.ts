import type { Manager, RestAction, RestState } from 'rtk-rest'
import { captureConsole } from './captureConsole'
import { findingsInPending } from './checkPending'
import { serverRow } from '../support/serverRow'
import { type Finding, ShownCheck } from './checkShown'
import { findingsInSweep } from './checkSweeps'
import { isAsking } from './internals'
import { Ledger } from './Ledger'
import { managersOf, type Stored } from './managers'
import type { ModelServer } from './ModelServer'
import type { Network } from './Network'
import { perform } from './perform'
import { Promises } from './Promises'
import type { Readers } from './Readers'
import { PromiseCheck } from './PromiseCheck'
import { Pushes } from './Pushes'
import { REHYDRATED, Reloads } from './reload'
import { SignInElsewhere } from './SignInElsewhere'
import { SentRequests } from './SentRequests'
import { isSweep, SimulatedStore } from './SimulatedStore'
import { Sockets } from './Sockets'
import type { Profile } from './Profile'
import type { Step } from './steps'
import type { SimulatedTime } from './time'
import { Visitor } from './Visitor'
import { type Api, type Call, callsOf, Post, User } from './world'

/** What a run is made of, besides its steps. */
export interface Setup {
  readonly api: Api
  readonly profile: Profile
  readonly time: SimulatedTime
  readonly network: Network
  readonly fetchFn: typeof fetch
  /** How long data is fresh, in ms. */
  readonly dataExpiryLength: number
  readonly isTraced: boolean
  createReaders(simulation: Simulation): Readers
}

/** Kinds of findings that do not count, so that one can see what else there is. */
const IGNORED = (process.env['RTK_REST_IGNORE'] ?? '').split(',')

/** More requests for one thing than readers and polls have reason for while everything settles. */
const TOO_OFTEN = 25

/** One run: a server, a network, a store, readers, a user, and what was found wrong. */
export class Simulation {
  readonly profile: Profile
  readonly time: SimulatedTime
  readonly network: Network
  readonly server: ModelServer
  readonly fetchFn: typeof fetch
  readonly dataExpiryLength: number
  readonly calls: readonly Call[]
  readonly ledger = new Ledger()
  readonly promises = new Promises()
  readonly findings: Finding[] = []
  /** What happened, for the report of a failure. */
  readonly trace: string[] = []
  readonly simulated: SimulatedStore
  readonly visitor: Visitor
  readonly #api: Api
  readonly readers: Readers
  readonly #shown: ShownCheck
  readonly #isTraced: boolean
  readonly #console = captureConsole()
  readonly reloads = new Reloads(this)
  readonly elsewhere = new SignInElsewhere(this)
  readonly sockets: Sockets
  readonly pushes: Pushes
  readonly #uninstall: readonly (() => void)[]
  subscribed: readonly Call[] = []
  #checked: { readonly state: RestState; readonly changes: number } | undefined

  constructor(setup: Setup) {
    const { api, profile, time, network, fetchFn, isTraced, createReaders } = setup
    const { ledger, promises } = this
    const { server } = network
    this.#api = api
    this.profile = profile
    this.sockets = new Sockets(network)
    const closePage =
      profile.hasStreams || profile.hasReloads ? [this.reloads.origin.install()] : []
    this.#uninstall = [
      Sockets.install(profile.hasStreams ? this.sockets.WebSocket : undefined),
      ...closePage,
    ]
    this.time = time
    this.network = network
    this.server = server
    this.fetchFn = fetchFn
    this.dataExpiryLength = setup.dataExpiryLength
    this.calls = callsOf(api)
    this.#isTraced = isTraced
    this.#shown = new ShownCheck(server, ledger, (row) => this.#isDoubtful(row))
    const promiseCheck = new PromiseCheck(ledger, network, this.#shown, (...it) => this.find(...it))
    const onAction = (action: RestAction, before: RestState): void => {
      promiseCheck.notice(action, (requestId) => this.visitor.writeOf(requestId))
      this.note(() => `  action ${action.type}`)
      this.pushes.notice(action)
      if (action.meta.kind === 'reset') this.elsewhere.end()
      if (isSweep(action)) ledger.forget()
      this.#findAll(findingsInSweep(action, before, this))
      this.#findAll(this.reloads.findingsIn(action, before))
      this.reloads.writes.notice(this.simulated, action)
    }
    const sent = new SentRequests({
      fetchFn,
      ledger,
      find: (...it) => this.find(...it),
      writeOf: (requestId) => this.visitor.sentWriteOf(requestId),
    })
    this.simulated = new SimulatedStore({
      fetchFn: sent.fetchFn,
      dataExpiryLength: setup.dataExpiryLength,
      managers: this.managersOf(this.reloads.storedBy(this.reloads.page)),
      onAction,
    })
    network.onEvent = (describe) => this.note(() => `  server ${describe()}`)
    const { simulated } = this
    const { sockets } = this
    this.pushes = new Pushes({ server, ledger, promiseCheck, sockets })
    this.visitor = new Visitor({ api, server, ledger, promises, promiseCheck, simulated })
    this.readers = createReaders(this)
    if (profile.hasReloads) void this.reloads.awaitRehydration()
  }

  /** Does one step, lets happen what happens by itself, and looks at what is shown. */
  async step(step: Step): Promise<void> {
    this.note(() => JSON.stringify(step))
    perform(this, step)
    if (step.do === 'settle') return this.settle()
    if (step.hurry !== undefined) return this.time.runTasks(step.hurry)
    await this.time.advance(step.do === 'wait' ? step.ms : 0)
    this.check()
    if (this.time.pending === 0 && this.network.isIdle) this.#checkWaiting('nothing is under way')
  }

  /** Lets time pass until nothing is under way. */
  async settle(): Promise<void> {
    const before = this.network.exchanges.length
    await this.time.advance(this.time.longEnough)
    for (let at = 0; at < 3_000 && !(this.network.isIdle && this.#isRequested); at++) {
      await this.time.advance(100)
    }
    this.check()
    this.#checkRequests(before)
    this.#checkWaiting('no request of it is in flight')
    for (const { label } of this.promises.unsettled) this.find('promise unsettled', label)
    if (this.elsewhere.isPending) this.find('not signed out', 'another tab has another user')
  }

  find(kind: string, detail: string): void {
    if (IGNORED.includes(kind)) return
    this.findings.push({ kind, detail })
    this.note(() => `  FOUND ${kind}: ${detail}`)
  }

  /** Logs an event if requested. */
  note(describe: () => string): void {
    if (!this.#isTraced) return
    this.trace.push(`${String(this.time.elapsed).padStart(6)} ms ${describe()}`)
  }

  /** What works for the store of a page that stores in this way. */
  managersOf(stored: Stored): readonly Manager[] {
    return managersOf(this.profile, this.network, stored)
  }

  subscribe(call: Call): void {
    this.subscribed = [...this.subscribed, call]
    this.simulated.controller.subscribe(call.endpoint, ...(call.args as never[]))
  }

  unsubscribe(): void {
    const [call, ...others] = this.subscribed
    if (call === undefined) return
    this.subscribed = others
    this.simulated.controller.unsubscribe(call.endpoint, ...(call.args as never[]))
  }

  /** Whether a reader may poll a call. */
  isPolled({ path }: Call): boolean {
    return this.calls.some((it) => it.path === path && it.endpoint.pollFrequency !== undefined)
  }

  unsubscribeAll(): void {
    while (this.subscribed.length > 0) this.unsubscribe()
  }

  /** Looks at all that can be read, and at what else went wrong. */
  check(): void {
    this.#checkSelectors()
    for (const { label, value, list } of this.readers.shown()) this.#checkShown(label, value, list)
    this.#checkOutage()
    for (const problem of this.readers.problems()) this.find('problem in React', problem)
    for (const error of this.time.takeErrors()) this.find('uncaught error', String(error))
    for (const message of this.#console.take()) {
      const isOfStorage = message.includes('persistence({ key: "simulator" }) failed')
      if (!isOfStorage || !this.profile.hasBadStorage) this.find('console', message)
    }
    this.#findAll(this.reloads.findingsInStorage())
  }

  /** Leaves nothing behind, however far the run came: React's scheduler has to find its own tasks done. */
  async end(): Promise<void> {
    try {
      this.unsubscribeAll()
      this.readers.release()
      this.simulated.rest.dispose(this.simulated.store)
      await this.time.advance(this.time.longEnough)
    } catch (error) {
      // After a finding, the store may be in any state.
      if (this.findings.length === 0) throw error
    } finally {
      this.#console.restore()
      for (const uninstall of this.#uninstall) uninstall()
      this.time.uninstall()
    }
  }

  #checkSelectors(): void {
    const { rest, store, state } = this.simulated
    const { ledger } = this
    const { changes } = ledger
    if (this.#checked?.state === state && this.#checked.changes === changes) return
    this.#checked = { state, changes }
    for (const { endpoint, args, path, list } of this.calls) {
      const value = rest.selectors.selectData(store.getState(), endpoint, ...(args as never[]))
      this.#checkShown(`selectors of ${path}`, value, list)
    }
    this.#findAll(findingsInPending(this.simulated, ledger, this.#api, this.calls))
  }

  #isDoubtful(row: string): boolean {
    const [table, id = ''] = row.split('/')
    const entity = table === 'users' ? User : Post
    return serverRow(this.simulated.state, entity.key, id)?.meta.doubtful !== undefined
  }

  #checkShown(label: string, value: unknown, list: Call['list']): void {
    for (const { kind, detail } of this.#shown.findingsIn(value, list)) {
      this.find(kind, `${label}: ${detail}`)
    }
  }

  #findAll(findings: Iterable<Finding>): void {
    for (const { kind, detail } of findings) this.find(kind, detail)
  }

  /** Without a network, what nobody asked for is not sent, and what was asked for does not wait. */
  #checkOutage(): void {
    const retried = this.readers.takeRetried()
    for (const { method, path, requestId } of this.network.takeTried()) {
      const isRequested = this.visitor.isRequested(requestId) || retried.includes(path)
      if (method === 'GET' && !isRequested) this.find('sent without a network', path)
    }
    if (this.network.isOnline()) return
    for (const { label } of this.promises.unsettled) {
      if (label !== REHYDRATED) this.find('waits without a network', label)
    }
  }

  /** Whether readers of a path say that they wait for the network. */
  #isPaused(path: string): boolean {
    const { rest, store } = this.simulated
    const call = this.calls.find((it) => it.path === path)
    if (call === undefined || this.network.isOnline()) return false
    const { endpoint, args } = call
    return rest.selectors.selectRequest(store.getState(), endpoint, ...(args as never[])).isPaused
  }

  /** Real time is shorter than the pause of readers that have asked often. */
  get #isRequested(): boolean {
    if (this.time.pending !== undefined) return true
    return !isAsking(this.simulated.store) && this.#unrequested().length === 0
  }

  /** No reader may wait that has no request. */
  #checkWaiting(reason: string): void {
    for (const path of this.#unrequested()) {
      this.find('hang', `a reader of ${path} waits, and ${reason}`)
    }
  }

  /** The paths of readers that wait and have no request. */
  #unrequested(): readonly string[] {
    const requested = new Set(this.network.awaited.map(({ path }) => path))
    return this.readers.waiting().filter((path) => !requested.has(path) && !this.#isPaused(path))
  }

  #checkRequests(from: number): void {
    const counts = new Map<string, number>()
    for (const { method, path } of this.network.exchanges.slice(from)) {
      const name = `${method} ${path}`
      counts.set(name, (counts.get(name) ?? 0) + 1)
    }
    for (const [name, count] of counts) {
      if (count > TOO_OFTEN) this.find('requests without end', `${name} was sent ${count} times`)
    }
  }
}
