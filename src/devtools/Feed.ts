import type { Store } from 'redux'
import { runtimesOf } from '../store/runtimes'
import { type Listener, type RecorderApi, type StoreEvent, storeRecorder } from './storeRecorder'

/** More is not kept until the panel is loaded. */
const MAX_EARLY = 1_000

/** What a store is heard to do, from now on; kept until the panel, which is loaded meanwhile, takes it. Dispatches nothing. */
export class Feed {
  readonly store: Store | undefined
  /** Where the state is; `undefined` where the only instance of the store has it. */
  readonly path: string | undefined
  /** `undefined` as long as the store has no such instance, or several of which none is named. */
  api: RecorderApi | undefined
  #early: (readonly [StoreEvent, number])[] = []
  #listener: Listener = (event, at) => {
    this.#early.push([event, at])
    if (this.#early.length > MAX_EARLY) this.#early.shift()
  }
  #onChange = (): void => undefined
  #stop: (() => void) | undefined
  readonly #unsubscribe: (() => void) | undefined

  constructor(store: Store | undefined, path: string | undefined) {
    this.store = store
    this.path = path
    this.#connect()
    // The middleware may come later or anew, and DevTools change the state without an action.
    this.#unsubscribe = store?.subscribe(() => {
      this.#connect()
      this.#onChange()
    })
  }

  /** Gives what happened so far, and what happens from now on. */
  listen(listener: Listener, onChange: () => void): void {
    for (const [event, at] of this.#early) listener(event, at)
    this.#early = []
    this.#listener = listener
    this.#onChange = onChange
  }

  end(): void {
    this.#unsubscribe?.()
    this.#stop?.()
  }

  #connect(): void {
    const api = this.#find()
    if (api === this.api) return
    this.api = api
    this.#stop?.()
    this.#stop = api?.record((event, at) => this.#listener(event, at))
  }

  #find(): RecorderApi | undefined {
    const { store, path } = this
    if (store === undefined) return undefined
    const runtimes = runtimesOf(store)
    const [only] = runtimes.values()
    const runtime = path === undefined && runtimes.size === 1 ? only : runtimes.get(path ?? '')
    if (runtime === undefined || runtime.disposal !== undefined) return undefined
    return runtime.managers.use(storeRecorder) as RecorderApi | undefined
  }
}
