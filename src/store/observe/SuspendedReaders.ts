import { addTo, type Groups, lastOf, removeFrom } from '../../util/collections'
import type { RequestRow } from '../state/state'
import type { Call } from '../requests/InFlightRequest'
import type { Timers } from '../Timers'
import { isWaiting, type Shown, type View } from './deriveView'

/** How long a suspended component that never commits counts as a reader, in ms. */
const WAITER_TIMEOUT = 5_000

/** How long React may take until it renders a suspended component again, in ms; one that takes longer may have been left. */
const RENDER_TIMEOUT = 1_000

/** A reader in place of components that are suspended and so cannot read themselves. */
export interface SuspendedReader {
  readonly observer: {
    readonly observed: Call
    readonly shown: Shown
    /** Whether it still follows the store; it does not once a component is on the page. */
    readonly isMounted: boolean
  }
  /** Resolves when there is something to show. */
  readonly promise: Promise<View | undefined>
  /** Stops the timer that ends it. */
  stopTimer?: () => void
  /** When the response came, or its error was read last; in the future where none has read the error. */
  readAt: number
  /** Stops reading; a promise that is still open resolves with the request. */
  end(): void
}

/**
 * The readers of suspended components, by key, until these are on the page, or for 5 s. React does not tell when a component
 * is left before it is on the page.
 */
export class SuspendedReaders {
  readonly #readers: Groups<string, SuspendedReader> = new Map()
  readonly #timers: Timers

  constructor(timers: Timers) {
    this.#timers = timers
  }

  find({ key, endpoint: { schema } }: Call): SuspendedReader | undefined {
    const readers = [...(this.#readers.get(key) ?? [])]
    // The last one, since one that stopped reading may be there until the end of the task.
    return lastOf(readers.filter(({ observer }) => observer.observed.endpoint.schema === schema))
  }

  /** What a component goes on from that was suspended; nothing where those before were left with an error that they showed. */
  resume(call: Call): Shown | undefined {
    const reader = this.find(call)
    if (reader?.observer.shown.view.kind === 'error') this.endIfLeft(reader)
    return this.find(call)?.observer.shown
  }

  /** Ends a reader if what it brought should be on the page by now; else it is read once more. */
  endIfLeft(reader: SuspendedReader): void {
    const now = Date.now()
    if (now - reader.readAt > RENDER_TIMEOUT) this.#end(reader)
    else reader.readAt = now
  }

  /** Adds a reader, or gives it 5 s more. */
  keep(reader: SuspendedReader): void {
    addTo(this.#readers, reader.observer.observed.key, reader)
    this.#endAfter(WAITER_TIMEOUT, reader)
  }

  /**
   * A component is on the page; others that were suspended with it may follow in the same task.
   * @returns the response that released it, which the component does not request again
   */
  commit(call: Call): RequestRow | undefined {
    const reader = this.find(call)
    if (reader === undefined || isWaiting(reader.observer.shown.view)) return undefined
    // The component reads itself now; what was shown stays for those that go on from it.
    reader.end()
    this.#endAfter(0, reader)
    return reader.observer.shown.row
  }

  /** Components that come from now on do not go on from what was shown. */
  drop(key: string): void {
    for (const reader of this.#readers.get(key) ?? []) this.#end(reader)
  }

  #endAfter(delay: number, reader: SuspendedReader): void {
    reader.stopTimer?.()
    reader.stopTimer = this.#timers.after(delay, () => this.#end(reader))
  }

  #end(reader: SuspendedReader): void {
    reader.stopTimer?.()
    removeFrom(this.#readers, reader.observer.observed.key, reader)
    reader.end()
  }
}
