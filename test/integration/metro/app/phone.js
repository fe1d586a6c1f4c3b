import './basics'
// React Native has these two packages in it.
import { AbortController, AbortSignal } from 'abort-controller/dist/abort-controller'
import 'whatwg-fetch'

// What React Native adds to Hermes. Node has all of it.
if (globalThis.HermesInternal !== undefined) {
  Object.assign(globalThis, { AbortController, AbortSignal })
}
