import type { Action } from 'redux'
import { type JumpAction, plainMeta, type RestAction } from '../store/state/actions'
import { createReducer } from '../store/state/reducer'
import type { RestState } from '../store/state/state'
import type { RecorderApi } from './storeRecorder'

/** What was written by hand meanwhile, as by a stream, counts for the present. */
const TAKEN: ReadonlySet<RestAction['meta']['kind']> = new Set([
  'set',
  'invalidate',
  'invalidateAll',
  'expire',
  'expireAll',
  'reset',
])

/**
 * Has the page show an earlier state, and the present again. Meanwhile requests and responses wait, so that nothing lands in the
 * past.
 */
export class TimeTravel {
  readonly #api: RecorderApi
  /** The state that is shown again later, while the page shows an earlier one. */
  #present: RestState | undefined
  #resume: (() => void) | undefined
  /** Of which moment the page shows the state. */
  moment: string | undefined

  constructor(api: RecorderApi) {
    this.#api = api
  }

  /** Shows a state; the text says of which moment it is. */
  jump(state: RestState, moment: string): void {
    this.#present ??= this.#api.runtime.state
    this.#resume ??= this.#api.pause()
    this.moment = moment
    this.#show(state)
  }

  /** Shows the present again; does nothing where that is shown. */
  goBack(): void {
    const present = this.#present
    if (present === undefined) return
    this.#present = this.moment = undefined
    this.#show(present)
    this.#resume?.()
    this.#resume = undefined
  }

  /** Takes an action that the store took. */
  take(action: RestAction): void {
    if (this.#present === undefined || !TAKEN.has(action.meta.kind)) return
    const { reducerPath } = this.#api.runtime.settings
    this.#present = createReducer(reducerPath)(this.#present, action as Action)
  }

  #show(state: RestState): void {
    const { runtime } = this.#api
    const { session, settings } = runtime
    const action: JumpAction = {
      type: `${settings.reducerPath}/jump`,
      payload: { state },
      meta: { ...plainMeta(runtime, 'jump'), session },
    }
    // Not sent by the store itself, so that it looks at what is really in flight.
    runtime.api.dispatch(action)
  }
}
