import type { EndpointContract, Manager } from 'rtk-rest'
import type { PersistenceApi } from 'rtk-rest/persistence'
import { type Stored, storing } from './managers'
import type { Origin } from './Origin'
import { AT_ONCE, type PageStorage } from './PageStorage'
import { SimulatedStore, type StoreSetup } from './SimulatedStore'
import type { TabWrites } from './TabWrites'

interface Surroundings {
  readonly origin: Origin
  readonly version: number
  readonly writes: TabWrites
  storedBy(page: PageStorage): Stored
  /** What a tab is made of that is no page. */
  setupOf(managers: readonly Manager[], tab: () => SimulatedStore): StoreSetup
  noteStored(tab: SimulatedStore): void
}

interface Neighbour {
  readonly simulated: SimulatedStore
  close(): void
}

/** The other tabs of the browser: each has a store, a window and a view of the storage of its own. */
export class Neighbours {
  readonly #world: Surroundings
  readonly #all: Neighbour[] = []
  /** Whether there ever was one, which may have stored what the page does not know. */
  isAny = false

  constructor(world: Surroundings) {
    this.#world = world
  }

  get count(): number {
    return this.#all.length
  }

  /** Opens a tab, which goes on with this version of the app while the page gets another one. */
  open(): void {
    const { origin, version, writes, storedBy, setupOf, noteStored } = this.#world
    this.isAny = true
    const page = origin.open(AT_ONCE, version)
    const window = origin.openWindow()
    const setup = setupOf([storing(storedBy(page))], () => simulated)
    const simulated: SimulatedStore = new SimulatedStore(setup)
    window.restore()
    page.onStored = () => noteStored(simulated)
    const close = (): void => {
      page.close()
      writes.end(simulated)
      simulated.rest.dispose(simulated.store)
      window.close()
    }
    const neighbour = { simulated, close }
    this.#all.push(neighbour)
    void this.#awaitRehydration(neighbour, page)
  }

  /** One of them sends a request. */
  send(which: number, endpoint: EndpointContract, args: readonly unknown[]): void {
    const { simulated } = this.#all[which % this.#all.length] ?? {}
    const sent = simulated?.store.dispatch(simulated.rest.fetch(endpoint, ...(args as never[])))
    sent?.unwrap().catch(() => undefined)
  }

  /** Another user signs in in one of them. */
  signIn(): void {
    if (this.count === 0) this.open()
    this.#all.at(-1)?.simulated.controller.reset()
  }

  close(): void {
    this.#all.shift()?.close()
  }

  /** Closes all; returns how many listen to their stores. */
  dispose(): number {
    const all = this.#all.splice(0)
    for (const { close } of all) close()
    return all.reduce((count, { simulated }) => count + simulated.subscribers, 0)
  }

  async #awaitRehydration(neighbour: Neighbour, page: PageStorage): Promise<void> {
    const { rest, store } = neighbour.simulated
    await (rest.getApi(store) as PersistenceApi).rehydrated()
    if (this.#all.includes(neighbour)) this.#world.writes.start(neighbour.simulated, page)
  }
}
