import type { ArgsOf, ReadEndpoint } from '../../endpoint/contract'
import { checkTimes } from '../state/expiry'
import { EndpointObserver } from '../observe/EndpointObserver'
import { findRuntime } from '../runtimes'
import type { RestThunk } from './types'

/** What holds on to a call's data, as a mounted component does. */
export interface Retained {
  /** Lets go; calling it again does nothing. */
  release(): void
}

/** Makes the thunk creator `rest.retain(endpoint, ...args)`. */
export function createRetain(reducerPath: string) {
  return function retain<E extends ReadEndpoint>(
    endpoint: E,
    ...args: ArgsOf<E>
  ): RestThunk<Retained> {
    return function retainThunk(dispatch, getState) {
      const runtime = findRuntime({ getState, dispatch }, reducerPath)
      const key = endpoint.key(...args)
      checkTimes(endpoint)
      const observer = new EndpointObserver(runtime, { endpoint, args, key, fetches: true })
      let isHeld = true
      const unmount = observer.mount()
      const unsubscribe = runtime.subscriptions.retain({ endpoint, args, key })
      return {
        release() {
          if (!isHeld) return
          isHeld = false
          unsubscribe()
          unmount()
        },
      }
    }
  }
}
