import { isDeepStrictEqual } from 'node:util'
import {
  getRow,
  type Manager,
  type RestAction,
  type RestState,
  rows,
  type WriteAction,
} from 'rtk-rest'
import type { PersistenceApi } from 'rtk-rest/persistence'
import { confirmedState } from '../../src/store/state/confirmed'
import { httpResponseOf, requestOf } from './httpMessages'
import type { Finding } from './checkShown'
import type { Stored } from './managers'
import { restoredOf } from './internals'
import { Neighbours } from './Neighbours'
import { Origin } from './Origin'
import { AT_ONCE, type Deploy, type Fault, type Found, type PageStorage } from './PageStorage'
import type { SimulatedStore, StoreSetup } from './SimulatedStore'
import { TabWrites } from './TabWrites'
import { temporaryKeyOf } from './Write'
import type { Simulation } from './Simulation'

/** The promise that needs no network. */
export const REHYDRATED = 'rehydrated'

/** The texts of rows in what is stored. */
const TEXTS = /"(?:name|nick|title|body)":"([^"]+)"/g

/** What is stored, and a moment of the ledger. */
interface Last {
  readonly state: RestState
  readonly at: number
}

/** What a tab has stored. */
interface StoredBy {
  readonly tab: SimulatedStore
  readonly state: RestState
}

/** What a call showed before a reload. */
type Shown = ReadonlyMap<string, unknown>

/** Loads the page again, while anything is in flight. */
export class Reloads {
  readonly origin = new Origin()
  readonly writes: TabWrites
  readonly neighbours = new Neighbours(this)
  /** That of the app that a page gets which is loaded. */
  version = 1
  #isMigrating = true
  /** The storage of the page that is there. */
  #page: PageStorage | undefined
  readonly #simulation: Simulation
  /** What is to be restored, where all of it was stored. */
  #stored: Shown | undefined
  /** What was stored last. */
  #last: Last | undefined
  /** What the tab had that stored last. */
  #lastOfTabs: StoredBy | undefined
  #isRehydrated = false
  /** What was looked at last of what is stored. */
  #looked = ''

  constructor(simulation: Simulation) {
    this.#simulation = simulation
    this.writes = new TabWrites(simulation)
    this.#open(AT_ONCE)
  }

  /** @param isClean whether the browser says that the page goes, so that all of it is stored */
  reload(isClean: boolean, deploy: Deploy | undefined, found: Found): void {
    const { elsewhere, ledger, network, promises, simulated, readers } = this.#simulation
    if (isClean) window.dispatchEvent(new Event('pagehide'))
    const stored = this.#storedNow(isClean)
    const { isReliable } = this.page
    this.writes.end(simulated)
    if (deploy !== undefined) {
      this.writes.distrust()
      this.version += 1
      this.#isMigrating = deploy === 'migrates'
    }
    this.#open(found)
    const isStored = stored !== undefined && this.page.isReliable && deploy !== 'drops'
    this.#stored = isStored ? this.#shownIn(confirmedState(stored.state)) : undefined
    this.#simulation.unsubscribeAll()
    readers.reload(() => {
      ledger.reload(isStored ? stored.at : 0)
      network.leave()
      elsewhere.end()
      promises.forget()
      simulated.reload(this.#simulation.managersOf(this.storedBy(this.page)))
    })
    // A removal that failed is done by this page, when it has read the storage.
    if (!isReliable) this.#looked = this.origin.text ?? ''
    void this.awaitRehydration()
  }

  /** What a user left whose removal failed is removed by the next page where this one waits for the storage. */
  async reloadSilent(): Promise<void> {
    if (!this.page.isSilent) return
    this.reload(true, undefined, AT_ONCE)
    await this.#simulation.settle()
  }

  /** How a page of this version stores. */
  readonly storedBy = (page: PageStorage): Stored => {
    const { version } = this
    const isMigrating = this.#isMigrating
    const migrate: Stored['migrate'] = (state, from) => {
      if (from === version) this.#simulation.find('migrated in vain', String(version))
      return isMigrating ? state : undefined
    }
    return { storage: page, version, migrate }
  }

  /** What a tab is made of beside the page: it has the same server. */
  readonly setupOf = (managers: readonly Manager[], tab: () => SimulatedStore): StoreSetup => ({
    fetchFn: (input, init = {}) => {
      const { elsewhere, fetchFn } = this.#simulation
      if (!elsewhere.isPending) return fetchFn(input, init)
      return Promise.resolve(
        httpResponseOf(elsewhere.server.respond(requestOf(input as string, init))),
      )
    },
    dataExpiryLength: 60_000,
    managers,
    onAction: (action) => this.writes.notice(tab(), action),
  })

  /** A tab has stored what it has. */
  readonly noteStored = (tab: SimulatedStore): void => {
    this.#lastOfTabs = { tab, state: tab.state }
  }

  /** The tab that stored last. */
  get writer(): SimulatedStore {
    return this.#lastOfTabs?.tab ?? this.#simulation.simulated
  }

  get page(): PageStorage {
    return this.#page as PageStorage
  }

  /** The state that is stored, and until when; `undefined` where that is not known. */
  #storedNow(isClean: boolean): Last | undefined {
    // What a page did that had not read the storage is not there.
    if (!this.#isRehydrated || !this.page.isReliable || this.neighbours.isAny) return undefined
    return isClean ? this.#now() : this.#last
  }

  #now(): Last {
    const { ledger, simulated } = this.#simulation
    return { state: simulated.state, at: ledger.next() }
  }

  #open(found: Found): void {
    const page = this.origin.open(found, this.version)
    // Its store is disposed later, of which a page that dies knows nothing.
    this.#page?.close()
    this.#page = page
    this.#last = undefined
    page.onStored = () => {
      if (page !== this.#page) return
      this.#last = this.#now()
      this.noteStored(this.#simulation.simulated)
    }
  }

  /** Notes when what is stored is in the store. */
  async awaitRehydration(): Promise<void> {
    const { ledger, promises, simulated } = this.#simulation
    const { rest, store } = simulated
    const rehydration = (rest.getApi(store) as PersistenceApi).rehydrated()
    this.#isRehydrated = false
    promises.track(REHYDRATED, rehydration)
    await rehydration
    if (store !== simulated.store) return
    this.#isRehydrated = true
    this.writes.start(simulated, this.page)
    ledger.rehydrate()
  }

  /**
   * The storage works as it should, or does not. That something of another user was removed which is still there is no lie that can be
   * found out.
   */
  setFault(fault: Fault | undefined): void {
    const isLie = fault === 'loses' && !this.findingsOfOthers().next().done
    this.origin.fault = isLie ? 'throws' : fault
    this.page.noteFault()
    if (this.origin.fault !== undefined) this.writes.distrust()
  }

  /** Another user signs in. */
  signIn(): void {
    this.origin.signIn()
    this.#looked = ''
    this.setFault(this.origin.fault)
  }

  /** What is stored of another user, as long as the storage works. */
  *findingsInStorage(): Generator<Finding> {
    const { hasBadStorage } = this.#simulation.profile
    for (const detail of this.origin.takeProblems()) {
      if (!hasBadStorage) yield { kind: 'stored by another version', detail }
    }
    const { text = '' } = this.origin
    yield* this.writes.findingsIn(restoredOf(text))
    // What another tab could not remove is removed by a page that hears of it.
    const isUnheard = this.#simulation.elsewhere.isPending
    if (text === this.#looked || !this.page.isReliable || isUnheard) return
    this.#looked = text
    yield* this.findingsOfOthers()
  }

  /** What is stored of another user. */
  *findingsOfOthers(): Generator<Finding> {
    const { server } = this.#simulation.elsewhere
    for (const [, value = ''] of (this.origin.text ?? '').matchAll(TEXTS)) {
      if (server.isOwn(value)) continue
      yield { kind: 'stored of another user', detail: value }
      return
    }
  }

  /** What is wrong with what is restored: it is what was confirmed. */
  *findingsIn({ meta, payload }: RestAction, before: RestState): Generator<Finding> {
    if (meta.kind !== 'write' || meta.label !== 'rehydrate') return
    const { requests = {}, entities } = payload as WriteAction['payload']
    const isOpen = Object.values(requests).some((row) => row.status !== 'fulfilled')
    const isNew = Object.values(entities ?? {}).some((table) =>
      Object.keys(table).some((pk) => pk.startsWith('new-') && !this.#isBeingCreated(pk)),
    )
    if (isOpen || isNew) yield { kind: 'pending restored', detail: JSON.stringify(payload) }
    const isDropped = !this.#isMigrating && Number(this.page.foundVersion) !== this.version
    if (isDropped && Object.values(entities ?? {}).some((it) => Object.keys(it).length > 0)) {
      yield { kind: 'restored of another version', detail: String(this.page.foundVersion) }
    }
    const isEmpty = Object.keys(before.entities).length + rows(before.requests).length === 0
    if (!isEmpty) return
    this.#last = this.#now()
    const stored = this.neighbours.isAny ? this.#storedByTabs(isDropped) : this.#stored
    if (stored === undefined) return
    const restored = this.#shownIn(confirmedState(this.#simulation.simulated.state))
    for (const [path, value] of stored) {
      if (isDeepStrictEqual(restored.get(path), value)) continue
      const detail = `${path} was ${JSON.stringify(value)}, and is ${JSON.stringify(restored.get(path))}`
      yield { kind: 'restored as something else', detail }
    }
  }

  /** What is stored is what the tab had that stored last. */
  #storedByTabs(isDropped: boolean): Shown | undefined {
    const { hasBadStorage } = this.#simulation.profile
    if (isDropped || hasBadStorage || this.#lastOfTabs === undefined) return undefined
    return this.#shownIn(confirmedState(this.#lastOfTabs.state))
  }

  /** What is expected since then stays on top. */
  #isBeingCreated(pk: string): boolean {
    return this.#simulation.ledger.shown.some((it) => temporaryKeyOf(it) === pk)
  }

  /** What selectors show of the calls that have a response. */
  #shownIn(state: RestState): Shown {
    const { calls, simulated } = this.#simulation
    const { selectData } = simulated.rest.selectors
    const read = calls.flatMap(({ endpoint, args, path }): (readonly [string, unknown])[] => {
      const row = getRow(state.requests, endpoint.key(...args))
      const isShown = row?.status === 'fulfilled' && !row.invalid
      return isShown ? [[path, selectData({ rest: state }, endpoint, ...(args as never[]))]] : []
    })
    return new Map(read)
  }
}
