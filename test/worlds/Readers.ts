import type { Store } from './SessionStore'
import type { Call } from './calls'

/** What a component uses to read a call. */
export const HOOKS = ['useSuspense', 'useDLE', 'useLive', 'useQuery'] as const

export type Hook = (typeof HOOKS)[number]

/** A mounted read. */
export interface Reader {
  /** Distinguishes one reader from the next one of its call. */
  readonly mount: number
  readonly hook: Hook
  readonly call: Call
}

/** All readers ask for what they need, but for this hook. */
export function isFetching({ hook }: Reader): boolean {
  return hook !== 'useQuery'
}

/** What a reader shows. */
export type Screen =
  | { readonly is: 'waiting' }
  | { readonly is: 'data'; readonly value: unknown }
  | { readonly is: 'error'; readonly error: Error }

export const WAITING: Screen = { is: 'waiting' }

/** The mounted reads of a session. */
export interface Readers {
  readonly mounted: readonly Reader[]
  mount(hook: Hook, call: Call): void
  unmount(which: number): void
  screenOf(reader: Reader): Screen
  /** Resolves when the screens show what the store had. */
  caughtUp(): Promise<void>
  end(): void
}

/** Readers without React: calls that are retained, and read by selectors. */
export class StoreReaders implements Readers {
  readonly #store: Store
  readonly #retained = new Map<Reader, { release(): void }>()
  #mounts = 0

  constructor(store: Store) {
    this.#store = store
  }

  get mounted(): readonly Reader[] {
    return [...this.#retained.keys()]
  }

  /** A retained call is fetched, whatever hook a page would have. */
  mount(_: Hook, call: Call): void {
    this.#mounts += 1
    const { controller } = this.#store
    const retained = controller.retain(call.endpoint, ...(call.args as never[]))
    this.#retained.set({ mount: this.#mounts, hook: 'useDLE', call }, retained)
  }

  unmount(which: number): void {
    const reader = this.mounted[which % Math.max(1, this.mounted.length)]
    if (reader === undefined) return
    this.#retained.get(reader)?.release()
    this.#retained.delete(reader)
  }

  screenOf({ call }: Reader): Screen {
    const { rest, store } = this.#store
    const { endpoint, args } = call
    const { selectRequest } = rest.selectors
    const { data, error } = selectRequest(store.getState(), endpoint, ...(args as never[]))
    if (error !== undefined) return { is: 'error', error }
    return data === undefined ? WAITING : { is: 'data', value: data }
  }

  caughtUp(): Promise<void> {
    return Promise.resolve()
  }

  end(): void {
    while (this.mounted.length > 0) this.unmount(0)
  }
}
