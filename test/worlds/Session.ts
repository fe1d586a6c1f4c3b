import { Random } from '../support/Random'
import { App } from './App'
import { keyOf } from './History'
import { type Call, detailOf, listsOf, nameOf } from './calls'
import { textOf } from './Database'
import type { Features } from './Features'
import { shownOf } from './shown'
import { PageReaders } from './Page'
import { PageReads } from './PageReads'
import { performMutation, performNextPage } from './perform'
import { type Reader, type Readers, StoreReaders } from './Readers'
import { createSessionStore, type Store } from './SessionStore'
import { Socket } from './Socket'
import type { Expected } from './expected'
import { requestElsewhere, type WriteElsewhere } from './elsewhere'
import { type Act, isMutation, type Step } from './steps'
import { FAULT, type Fault, isRead, VERSION, World } from './World'
import type { WorldServer } from './WorldServer'
import type { Change } from './writes'

/** A request that the app has sent. */
export interface Sent {
  readonly name: string
  readonly isRead: boolean
}

/** Between two looks whether anything is under way, in ms. */
const LOOK = 4

/** So long requests may take to come to the server that holds them back, in ms. */
const LONGEST_WAY = 2_000

/** After so many ms an app should have come to rest: readers wait 1, 2 and 4 s between repeated doubts. */
export const LONGEST_REST = 120_000

/** One user with one app, and the server of one world. */
export class Session {
  readonly features: Features
  readonly world: World
  readonly app: App
  readonly store: Store
  readonly readers: Readers
  readonly lists: readonly Call[]
  readonly sent: Sent[] = []
  /** How many messages have come. */
  messages = 0
  /** The keys of what they are about. */
  readonly messageKeys = new Set<string>()
  /** How many pages the user has loaded of each list, after the first one. */
  readonly loadedPages = new Map<string, number>()
  /** Mutations that are shown before the server has answered, since the last rest. */
  expected: Expected[] = []
  /** Mutations whose fields stay as they were expected until a response has them. */
  readonly confirmed: Expected[] = []
  readonly #pageReads = new PageReads()
  readonly #close: () => void
  #fault: Fault | undefined
  readonly #socket = new Socket((change) => this.#receive(change))

  constructor(features: Features, server: WorldServer) {
    this.features = features
    this.world = new World(features)
    const { urlPrefix, close } = server.open(this.world)
    this.#close = close
    this.app = new App(features, urlPrefix)
    this.store = createSessionStore((input, init) => this.#fetch(input as string, init, urlPrefix))
    this.readers = features.isMounted
      ? new PageReaders(this.store, features.isStrict)
      : new StoreReaders(this.store)
    this.lists = listsOf(features, this.app)
    this.world.onChange = (change, fault) => this.#echo(change, fault)
    for (const call of this.lists) this.world.history.track(call)
    for (const row of this.world.db.tasks) this.#trackDetail(this.world.db.keyOf(row))
  }

  /** Takes the steps of an act, and calls back after each. */
  async take({ steps, order }: Act, onStep: () => void): Promise<void> {
    const { entry, exit } = this.world
    const random = new Random({ seed: order ?? 0, size: 1 })
    entry.isOpen = exit.isOpen = order === undefined
    this.world.history.noteOverlaps(order !== undefined)
    for (const step of steps) {
      this.world.log.push(JSON.stringify(step))
      this.world.isPlaceSaid = order === undefined && this.#saysPlace(step)
      await this.#perform(step)
      if (order === undefined) continue
      await this.#arrival()
      onStep()
      while (random.once(2) && (await this.#letOne(random))) onStep()
    }
    while (await this.#letOne(random)) onStep()
    entry.isOpen = exit.isOpen = true
    while (await this.#letOne(random)) onStep()
  }

  /** Waits until nothing is under way and no reader is to ask; false where that takes too long. */
  async rest(onLook: () => void): Promise<boolean> {
    const end = performance.now() + LONGEST_REST
    // A reader that React has yet to mount has not asked.
    await this.readers.caughtUp()
    let isQuiet = false
    while (performance.now() < end) {
      await pause(LOOK)
      const wasQuiet = isQuiet
      isQuiet = this.store.inFlight === 0 && this.#socket.size === 0 && !this.store.isAsking
      onLook()
      if (isQuiet && wasQuiet) return true
    }
    return false
  }

  end(): void {
    this.readers.end()
    this.store.rest.dispose(this.store.store)
    this.#close()
  }

  /** The key of one of the tasks that readers show, if they show any. */
  keyAt(row: number): string | undefined {
    const tasks = this.readers.mounted.flatMap((reader) => this.#tasksOf(reader))
    const keys = [...new Set(tasks)].filter((key) => this.world.db.find(key) !== undefined)
    return keys[row % keys.length]
  }

  #tasksOf(reader: Reader): readonly string[] {
    const screen = this.readers.screenOf(reader)
    if (screen.is !== 'data') return []
    return shownOf(screen.value).members.map((it) => textOf(it[this.app.key]))
  }

  async #perform(step: Step): Promise<void> {
    const { readers, lists, world } = this
    if (isMutation(step)) {
      this.#fault = step.fault
      return performMutation(this, step)
    }
    switch (step.do) {
      case 'mount':
        return this.#mount(step.hook, lists[step.list % lists.length])
      case 'mountDetail':
        return this.#mount(step.hook, this.#detail(step.row))
      case 'unmount':
        return readers.unmount(step.reader)
      case 'refetch':
        return this.#refetch(readers.mounted[step.reader % readers.mounted.length])
      case 'nextPage':
        return performNextPage(this, step.reader)
      case 'others':
        return this.#writeElsewhere(step)
      case 'focus':
        this.store.focus.set(true)
        return world.entry.isOpen ? await pause(LOOK) : undefined
      case 'poll':
        return this.#poll()
    }
  }

  #mount(hook: Reader['hook'], call: Call | undefined): void {
    if (call === undefined) return
    this.world.log.push(`  it shows ${call.name}`)
    this.readers.mount(hook, call)
  }

  /** Whether the app says where a new task is: in front, or at the end, which it is of each list of its own address. */
  #saysPlace({ do: kind }: Step): boolean {
    const { isPlaceSaid, isNewestFirst } = this.features
    return isPlaceSaid && (kind === 'create' || !isNewestFirst)
  }

  #trackDetail(key: string): void {
    this.world.history.track(detailOf(this.app, key))
  }

  #detail(row: number): Call | undefined {
    const key = this.keyAt(row)
    return key === undefined ? undefined : detailOf(this.app, key)
  }

  #refetch(reader: Reader | undefined): void {
    if (reader === undefined) return
    const { endpoint, args, name } = reader.call
    this.world.log.push(`  it fetches ${name}`)
    void this.store.controller.fetch(endpoint, ...(args as never[])).catch(() => undefined)
  }

  #writeElsewhere(step: WriteElsewhere): void {
    const { db } = this.world
    const target = db.tasks[step.row % Math.max(1, db.tasks.length)]
    if (target === undefined) return
    const oldKey = db.keyOf(target)
    // A message that came later would tell of an older state.
    this.#socket.flush()
    const request = requestElsewhere(step, oldKey)
    const change = this.world.write(request, step.hasMessage ? 'told' : 'untold')
    if (change?.table === 'task') this.#trackDetail(textOf(change.data[this.app.key]))
    const isRenamed = change?.kind === 'update' && oldKey !== db.keyOf(target)
    if (step.hasMessage && change) this.#socket.send(isRenamed ? { ...change, oldKey } : change)
  }

  /** Lets polls begin, and stops when one has been sent. */
  async #poll(): Promise<void> {
    const { length } = this.sent
    this.store.polling.set(true)
    const end = performance.now() + 100
    while (this.sent.length === length && performance.now() < end) await pause(LOOK)
    this.store.polling.set(false)
  }

  /** A message of the app's own mutation, which comes before its response, after it, or in place of it. */
  #echo(change: Change, fault: Fault | undefined): void {
    const { echo } = this.features
    const isLost = fault !== undefined
    if (change.table === 'task') this.#trackDetail(textOf(change.data[this.app.key]))
    if (echo === 'before' || (echo === 'without' && isLost)) this.#socket.send(change)
    if (echo === 'after') this.#socket.send(change, () => this.store.inFlight === 0)
  }

  #receive(change: Change): void {
    this.messages += 1
    this.messageKeys.add(keyOf(change.data))
    this.world.log.push(`  a message: ${change.kind} ${JSON.stringify(change.data)}`)
    this.app.receive(this.store.controller, change)
  }

  /** Waits until what the app has sent is held back by the server. */
  async #arrival(): Promise<void> {
    const { entry, exit } = this.world
    const end = performance.now() + LONGEST_WAY
    do await pause(1)
    while (this.store.inFlight !== entry.size + exit.size && performance.now() < end)
  }

  async #letOne(random: Random): Promise<boolean> {
    const { entry, exit } = this.world
    const gates = [entry, exit].filter(({ size }) => size > 0)
    if (gates.length === 0) return false
    random.pick(gates).letOne(random)
    await this.#arrival()
    return true
  }

  async #fetch(address: string, init: RequestInit = {}, prefix: string): Promise<Response> {
    const { method = 'GET', body } = init
    const path = address.slice(prefix.length)
    const isSearch = /\/search\/?$/.test(path)
    const sent = isSearch ? (JSON.parse(body as string) as never) : undefined
    const request = { method, path, body: sent }
    const name = nameOf(request)
    const start = this.sent.push({ name, isRead: isRead(request) })
    const headers = new Headers(init.headers)
    if (!isRead(request) && this.#fault !== undefined) headers.set(FAULT, this.#fault)
    if (!isRead(request)) this.#fault = undefined
    const response = await fetch(address, { ...init, headers })
    const version = response.headers.get(VERSION)
    if (version !== null) this.#noteRead(name, Number(version), start, !path.includes('?'))
    return response
  }

  #noteRead(name: string, version: number, start: number, isFirst: boolean): void {
    const read = name.includes('/stream/')
      ? this.#pageReads.note(name, version, isFirst, this.#lengthOf(name))
      : version
    if (read !== undefined) this.world.history.noteRead(name, read, start)
  }

  /** How many members are shown of a list. */
  #lengthOf(name: string): number {
    const screens = this.readers.mounted
      .filter(({ call }) => call.name === name)
      .map((reader) => this.readers.screenOf(reader))
    const counts = screens.map((it) => (it.is === 'data' ? shownOf(it.value).members.length : 0))
    return Math.max(0, ...counts)
  }
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, ms))
}
