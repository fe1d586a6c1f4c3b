import type { View } from '../store/observe/deriveView'
import { getOrCreate } from '../util/collections'

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

/** A pending view as a promise of its data; the same promise for the same wait. */
export function pendingUsePromise(wait: Promise<View | undefined>): UsablePromise<unknown> {
  return getOrCreate(promisesOfWaits, wait, () => {
    const promise = Object.assign(
      wait.then((view) => {
        promise.resolved = true
        if (view?.error !== undefined) throw view.error
        return view?.data
      }),
      { resolved: false },
    )
    ignoreRejection(promise)
    return promise
  })
}

function settled(promise: Promise<unknown>, facts: Facts<unknown>): UsablePromise<unknown> {
  ignoreRejection(promise)
  return Object.assign(promise, { resolved: true, ...facts })
}

/** The component that passes the promise to `use` gets the error; a promise that is not used must not report it. */
function ignoreRejection(promise: Promise<unknown>): void {
  promise.catch(() => undefined)
}
