import { type Stored, storing } from './managers'
import type { Origin } from './Origin'
import { AT_ONCE, type PageStorage } from './PageStorage'
import { SimulatedStore } from './SimulatedStore'
import type { Call } from './world'

interface Surroundings {
  readonly origin: Origin
  readonly version: number
  storedBy(page: PageStorage): Stored
}

/** The other tabs of the browser: each has a store, a window and a view of the storage of its own. */
export class Neighbours {
  readonly #world: Surroundings
  readonly #all: { readonly simulated: SimulatedStore; close(): void }[] = []
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
    const { origin, version, storedBy } = this.#world
    this.isAny = true
    const page = origin.open(AT_ONCE, version)
    const window = origin.openWindow()
    const managers = [storing(storedBy(page))]
    const setup = { fetchFn: neverResponds, dataExpiryLength: 60_000, managers }
    const simulated = new SimulatedStore(setup)
    window.restore()
    const close = (): void => {
      page.close()
      simulated.rest.dispose(simulated.store)
      window.close()
    }
    this.#all.push({ simulated, close })
  }

  /** One of them has what the server says. */
  receive(which: number, { endpoint, args }: Call, body: unknown): void {
    const { simulated } = this.#all[which % this.#all.length] ?? {}
    simulated?.setResponse(endpoint, [...args, body])
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
}

/** They ask for nothing. */
const neverResponds: typeof fetch = () => new Promise(() => {})
