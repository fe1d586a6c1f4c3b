import type { Action } from 'redux'
import type { Manager } from '../../store/Manager'
import { runtimeOf } from '../../store/managerStore'
import { unreadable } from '../../store/state/readableState'
import type { WriteAction } from '../../store/state/actions'
import type { RestState } from '../../store/state/state'
import type { AnyType } from '../../util/anyType'
import { describeValue } from '../../util/messages'
import { takeForeign } from './foreignActions'
import { type Takeover, hydratedRows } from './hydratedRows'

/** The options of `hydration()`. */
export interface HydrationOptions {
  /**
   * Our part of the state that an action of another library brings, such as `HYDRATE` of next-redux-wrapper; `undefined` for all
   * other actions. Default: none.
   */
  extractRehydrationInfo?(
    action: Action & { readonly payload?: AnyType },
    where: { readonly reducerPath: string },
  ): RestState | undefined
}

/** The member that `hydration()` adds to `rest`. */
export interface HydrationApi {
  /**
   * Takes over what another store had: our part of its state, such as `JSON.parse` of what `serializeState` gave. What this store
   * has newer stays.
   */
  hydrate(state: RestState): void
}

/**
 * The manager of `rest.hydrate(state)`, which brings the state of a server into a store that has data already. A store that is
 * created with it needs no manager: `configureStore({ preloadedState })`. The store also takes actions of other stores, such as
 * those that another tab sends: what they write, invalidate or reset happens now.
 *
 * @throws TypeError in development where `extractRehydrationInfo` is no function
 *
 * @example
 * const rest = createRest({ managers: [hydration()] })
 * store.dispatch(rest.hydrate(JSON.parse(text)))
 */
export function hydration({
  extractRehydrationInfo,
}: HydrationOptions = {}): Manager<HydrationApi> {
  if (process.env.NODE_ENV !== 'production') checkFunction(extractRehydrationInfo)
  return {
    name: 'hydration',
    apiNames: ['hydrate'],
    init(store) {
      const runtime = runtimeOf(store)
      runtime.takeForeign = (action) => takeForeign(runtime, action)
      let ahead: Takeover | undefined

      function hydrate(state: RestState): void {
        let changes: WriteAction['payload'] | undefined
        try {
          const { session } = state
          // Where its clock is ahead, a state that comes again is no newer.
          const date = ahead?.session === session ? ahead.date : Date.now()
          const takeover: Takeover = { session, date, landed: store.now(), newest: 0 }
          changes = hydratedRows(runtime, state, takeover)
          if (takeover.newest > date) ahead = takeover
          // What was requested before a reset does not come back.
          if (Math.min(takeover.newest, date) <= runtime.last.reset) return
        } catch (error) {
          console.error(unreadable('hydrate(state)'), error)
        }
        if (changes) store.write('hydrate', changes)
      }

      return {
        api: { hydrate },
        action(action) {
          const { reducerPath } = runtime.settings
          const state = extractRehydrationInfo?.(action, { reducerPath })
          if (state) hydrate(state)
        },
      }
    },
  }
}

function checkFunction(value: unknown): void {
  if (value === undefined || typeof value === 'function') return
  throw new TypeError(
    `hydration({ extractRehydrationInfo }): found ${describeValue(value)}. It is a function of an action, which returns our part of a state or undefined.`,
  )
}
