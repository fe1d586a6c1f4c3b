import { getRow } from 'rtk-rest'
import type { Retained } from 'rtk-rest/types'
import { type Presented, type Readers, type Shown, type Used, usedBy } from './Readers'
import type { SimulatedStore } from './SimulatedStore'
import type { Step } from './steps'
import type { Call } from './world'

interface Held {
  readonly call: Call
  readonly retained: Retained
}

/** Readers without React: calls that are retained, and read by selectors. */
export class HeldReaders implements Readers {
  readonly #simulated: SimulatedStore
  readonly #calls: readonly Call[]
  #held: readonly Held[] = []

  constructor(simulated: SimulatedStore, calls: readonly Call[]) {
    this.#simulated = simulated
    this.#calls = calls
  }

  take(step: Step): boolean {
    if (step.do === 'hold') this.#hold(this.#calls[step.call % this.#calls.length] as Call)
    else if (step.do === 'release') this.#release(step.call)
    else return false
    return true
  }

  act(_step: Step, run: () => void): void {
    run()
  }

  waiting(): readonly string[] {
    return this.#held.filter(({ call }) => this.#isWaiting(call)).map(({ call }) => call.path)
  }

  *shown(): Generator<Shown> {
    // Held calls are among those that the simulation reads by itself.
  }

  *presented(): Generator<Presented> {
    for (const { call } of this.#held) yield presentedBy(this.#simulated, call)
  }

  used(): readonly Used[] {
    return this.#held.map(({ call }) => usedBy(call))
  }

  takeRetried(): readonly string[] {
    return []
  }

  retry(): void {
    // `expireAll` fetches errors again too.
  }

  problems(): readonly string[] {
    return []
  }

  release(): void {
    for (const { retained } of this.#held) retained.release()
    this.#held = []
  }

  reload(load: () => void): void {
    const held = this.#held
    this.release()
    load()
    for (const { call } of held) this.#hold(call)
  }

  remains(): Readonly<Record<string, number>> {
    return {}
  }

  #hold(call: Call): void {
    const { rest, store } = this.#simulated
    const retained = store.dispatch(rest.retain(call.endpoint, ...(call.args as never[])))
    this.#held = [...this.#held, { call, retained }]
  }

  #release(which: number): void {
    const held = this.#held[which % Math.max(this.#held.length, 1)]
    held?.retained.release()
    this.#held = this.#held.filter((it) => it !== held)
  }

  /** A response that came and cannot be shown, as an entity that it needs was deleted, is an end of waiting, too. */
  #isWaiting(call: Call): boolean {
    const { hasError, value } = presentedBy(this.#simulated, call)
    if (hasError || value !== undefined) return false
    const row = getRow(this.#simulated.state.requests, call.endpoint.key(...call.args))
    return row?.status !== 'fulfilled' || row.invalid
  }
}

/** What selectors show of a call. */
export function presentedBy({ rest, store }: SimulatedStore, call: Call): Presented {
  const { endpoint, args, path } = call
  const { selectRequest } = rest.selectors
  const { data, error } = selectRequest(store.getState(), endpoint, ...(args as never[]))
  return { label: `selectors of ${path}`, call, value: data, hasError: error !== undefined }
}
