import { isDeepStrictEqual } from 'node:util'
import { getRow, type RestAction, type RestState, rows, type WriteAction } from 'rtk-rest'
import type { PersistenceApi } from 'rtk-rest/persistence'
import { confirmedState } from '../../src/store/state/confirmed'
import type { Finding } from './checkShown'
import { Origin } from './Origin'
import type { Fault, Found, PageStorage } from './PageStorage'
import { temporaryKeyOf } from './Write'
import type { Simulation } from './Simulation'

/** The promise that needs no network. */
export const REHYDRATED = 'rehydrated'

/** The texts of rows in what is stored. */
const TEXTS = /"(?:name|nick|title|body)":"([^"]+)"/g

/** What a call showed before a reload. */
type Shown = ReadonlyMap<string, unknown>

/** Loads the page again, while anything is in flight. */
export class Reloads {
  readonly origin = new Origin()
  /** The storage of the page that is there. */
  page = this.origin.open({ delay: 0, as: 'right', cut: 0 })
  readonly #simulation: Simulation
  /** What is to be restored, where all of it was stored. */
  #stored: Shown | undefined
  #isRehydrated = false
  /** What was looked at last of what is stored. */
  #looked = ''

  constructor(simulation: Simulation) {
    this.#simulation = simulation
  }

  /** @param isClean whether the browser says that the page goes, so that all of it is stored */
  reload(isClean: boolean, found: Found): void {
    const { ledger, network, promises, simulated, readers } = this.#simulation
    const managersOf = (page: PageStorage) => this.#simulation.managersOf(page)
    if (isClean) window.dispatchEvent(new Event('pagehide'))
    // What a page did that had not read the storage is not there.
    const isKept = isClean && this.#isRehydrated && this.page.isReliable
    this.page = this.origin.open(found)
    const isStored = isKept && this.page.isReliable
    this.#stored = isStored ? this.#shownIn(confirmedState(simulated.state)) : undefined
    this.#simulation.unsubscribeAll()
    readers.reload(() => {
      ledger.reload(isStored)
      network.leave()
      promises.forget()
      simulated.reload(managersOf(this.page))
    })
    void this.awaitRehydration()
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
    ledger.rehydrate()
  }

  /** The storage works as it should, or does not. */
  setFault(fault: Fault | undefined): void {
    this.origin.fault = fault
    this.page.noteFault()
  }

  /** Another user signs in: that something was removed which is still there is no lie that can be found out. */
  signIn(): void {
    this.origin.signIn()
    if (this.origin.fault === 'loses') this.setFault('throws')
  }

  /** What is stored of another user, as long as the storage works. */
  *findingsInStorage(): Generator<Finding> {
    const { text = '' } = this.origin
    if (text === this.#looked || !this.page.isReliable) return
    this.#looked = text
    yield* this.findingsOfOthers()
  }

  /** What is stored of another user. */
  *findingsOfOthers(): Generator<Finding> {
    const { server } = this.#simulation
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
    const isPending = Object.values(requests).some((row) => row.status !== 'fulfilled')
    const isNew = Object.values(entities ?? {}).some((table) =>
      Object.keys(table).some((pk) => pk.startsWith('new-') && !this.#isBeingCreated(pk)),
    )
    if (isPending || isNew) yield { kind: 'pending restored', detail: JSON.stringify(payload) }
    const isEmpty = Object.keys(before.entities).length + rows(before.requests).length === 0
    if (this.#stored === undefined || !isEmpty) return
    const restored = this.#shownIn(confirmedState(this.#simulation.simulated.state))
    for (const [path, value] of this.#stored) {
      if (isDeepStrictEqual(restored.get(path), value)) continue
      const detail = `${path} was ${JSON.stringify(value)}, and is ${JSON.stringify(restored.get(path))}`
      yield { kind: 'restored as something else', detail }
    }
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
