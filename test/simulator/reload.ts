import { isDeepStrictEqual } from 'node:util'
import { getRow, type RestAction, type RestState, rows, type WriteAction } from 'rtk-rest'
import type { ItemStorage, PersistenceApi } from 'rtk-rest/persistence'
import { confirmedState } from '../../src/store/state/confirmed'
import type { Finding } from './checkShown'
import { temporaryKeyOf } from './Write'
import type { Simulation } from './Simulation'

/** The promise that needs no network. */
export const REHYDRATED = 'rehydrated'

/** Keeps texts at once, and gives a page that starts its text after a while. */
export class SlowStorage implements ItemStorage {
  readonly #items = new Map<string, string>()
  /** How long the next read takes, in ms. */
  #delay: number | undefined = 0

  /** A page starts, for which the storage takes so many ms. */
  start(delay: number): void {
    this.#delay = delay
  }

  getItem(key: string): Promise<string | undefined> | string | undefined {
    const text = this.#items.get(key)
    const delay = this.#delay
    this.#delay = undefined
    return delay === undefined
      ? text
      : new Promise((resolve) => setTimeout(() => resolve(text), delay))
  }

  setItem(key: string, text: string): void {
    this.#items.set(key, text)
  }
}

/** Nothing is stored where there is no page. Returns how to remove the window. */
export function openWindow(): () => void {
  const surroundings = globalThis as { window?: unknown }
  if (surroundings.window !== undefined) return () => undefined
  surroundings.window = new EventTarget()
  return () => delete surroundings.window
}

/** What a call showed before a reload. */
type Shown = ReadonlyMap<string, unknown>

/** Loads the page again, while anything is in flight. */
export class Reloads {
  readonly storage = new SlowStorage()
  readonly #simulation: Simulation
  /** What is to be restored, where all of it was stored. */
  #stored: Shown | undefined
  #isRehydrated = false

  constructor(simulation: Simulation) {
    this.#simulation = simulation
  }

  /** @param isClean whether the browser says that the page goes, so that all of it is stored */
  reload(isClean: boolean, delay: number): void {
    const { ledger, network, promises, simulated, readers } = this.#simulation
    if (isClean) window.dispatchEvent(new Event('pagehide'))
    // What a page did that had not read the storage is not there.
    const isStored = isClean && this.#isRehydrated
    this.#stored = isStored ? this.#shownIn(confirmedState(simulated.state)) : undefined
    this.#simulation.unsubscribeAll()
    this.storage.start(delay)
    readers.reload(() => {
      ledger.reload(isStored)
      network.leave()
      promises.forget()
      simulated.reload()
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
