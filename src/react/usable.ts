import type { View } from '../store/observe/deriveView'

/** A promise that React's `use` takes; `resolved` says whether there is an answer already. */
export type UsablePromise<Value> = Promise<Value> & { readonly resolved: boolean } & Facts<Value>

type Facts<Value> =
  | { readonly status?: undefined; readonly value?: undefined; readonly reason?: undefined }
  | { readonly status: 'fulfilled'; readonly value: Value; readonly reason?: undefined }
  | { readonly status: 'rejected'; readonly value?: undefined; readonly reason: unknown }

const shown = new WeakMap<View, UsablePromise<unknown>>()
const waiting = new WeakMap<Promise<View | undefined>, UsablePromise<unknown>>()

/** What can be shown, as a promise that has ended; the same one for the same view. */
export function usableOf(view: View): UsablePromise<unknown> {
  let usable = shown.get(view)
  if (usable === undefined) {
    const { data, error } = view
    usable =
      error === undefined
        ? ended(Promise.resolve(data), { status: 'fulfilled', value: data })
        : ended(Promise.reject(error), { status: 'rejected', reason: error })
    shown.set(view, usable)
  }
  return usable
}

/** A request under way, as a promise of its data; the same one for the same request. */
export function usableWhen(wait: Promise<View | undefined>): UsablePromise<unknown> {
  let usable = waiting.get(wait)
  if (usable === undefined) {
    let resolved = false
    const promise = wait.then((view) => {
      resolved = true
      if (view?.kind === 'error') throw view.error
      return view?.data
    })
    // Whoever renders it hears of it; who only asked for it is not to be blamed.
    promise.catch(() => undefined)
    const facts = { get: () => resolved }
    usable = Object.defineProperty(promise, 'resolved', facts) as UsablePromise<unknown>
    waiting.set(wait, usable)
  }
  return usable
}

function ended(promise: Promise<unknown>, facts: Facts<unknown>): UsablePromise<unknown> {
  promise.catch(() => undefined)
  return Object.assign(promise, { resolved: true, ...facts })
}
