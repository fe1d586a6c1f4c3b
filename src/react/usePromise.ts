import type { View } from '../store/observe/deriveView'
import { getOrCreate } from '../util/collections'
import type { EndpointUse } from './useEndpoint'

/** A promise for React's `use`; `resolved` is true once it has settled. */
export type UsablePromise<Value> = Promise<Value> & { readonly resolved: boolean } & Facts<Value>

type Facts<Value> =
  | { readonly status?: undefined; readonly value?: undefined; readonly reason?: undefined }
  | { readonly status: 'fulfilled'; readonly value: Value; readonly reason?: undefined }
  | { readonly status: 'rejected'; readonly value?: undefined; readonly reason: unknown }

const promisesOfViews = new WeakMap<View, UsablePromise<unknown>>()
const promisesOfWaits = new WeakMap<Promise<View | undefined>, UsablePromise<unknown>>()

/** A view as a settled promise; the same promise for the same view. */
export function resolvedUsePromise(view: View): UsablePromise<unknown> {
  return getOrCreate(promisesOfViews, view, ({ data, error }) =>
    error === undefined
      ? settled(Promise.resolve(data), { status: 'fulfilled', value: data })
      : settled(Promise.reject(error), { status: 'rejected', reason: error }),
  )
}

/** A pending view as a promise of its data; the same promise for the same wait, and for those that follow it. */
export function pendingUsePromise({ wait, observer }: EndpointUse): UsablePromise<unknown> {
  const first = wait()
  return getOrCreate(promisesOfWaits, first, () => {
    const settle = (view: View | undefined): unknown => {
      // The response must not be shown any more, so another one is requested.
      if (view === undefined && observer?.isMounted) {
        const next = wait()
        promisesOfWaits.set(next, promise)
        return next.then(settle)
      }
      promise.resolved = true
      if (view?.error !== undefined) throw view.error
      return view?.data
    }
    const promise = Object.assign(first.then(settle), { resolved: false })
    ignoreRejection(promise)
    return promise
  })
}

/** The promise of a wait, if there was any. */
export function waitedUsePromise(
  wait: Promise<View | undefined> | undefined,
): UsablePromise<unknown> | undefined {
  return wait && promisesOfWaits.get(wait)
}

function settled(promise: Promise<unknown>, facts: Facts<unknown>): UsablePromise<unknown> {
  ignoreRejection(promise)
  return Object.assign(promise, { resolved: true, ...facts })
}

/** The component that passes the promise to `use` gets the error; a promise that is not used must not report it. */
function ignoreRejection(promise: Promise<unknown>): void {
  promise.catch(() => undefined)
}
