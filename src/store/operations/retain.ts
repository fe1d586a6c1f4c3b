import type { EndpointContract } from '../../endpoint/contract'
import { checkTimes } from '../state/expiry'
import { EndpointObserver } from '../observe/EndpointObserver'
import type { Runtime } from '../Runtime'

/** A reader of a call that is no component. */
export interface Retained {
  /** Stops reading; calling it again does nothing. */
  release(): void
}

/** Reads a call as a mounted component does: fetches it if stale, polls it, and keeps it, until released. */
export function retain(
  runtime: Runtime,
  endpoint: EndpointContract,
  ...args: readonly unknown[]
): Retained {
  const key = endpoint.key(...args)
  checkTimes(endpoint)
  const observer = new EndpointObserver(runtime, { endpoint, args, key, fetches: true })
  let isRetained = true
  const unmount = observer.mount()
  const stopSubscription = runtime.subscriptions.retain({ endpoint, args, key })
  return {
    release() {
      if (!isRetained) return
      isRetained = false
      stopSubscription()
      unmount()
    },
  }
}

/** Has managers keep a call's data up to date until `unsubscribe` was called as often. */
export function subscribe(
  { subscriptions }: Runtime,
  endpoint: EndpointContract,
  ...args: readonly unknown[]
): void {
  if (args[0] !== null) subscriptions.add({ endpoint, args, key: endpoint.key(...args) })
}

/** Ends what `subscribe` began. */
export function unsubscribe(
  { subscriptions }: Runtime,
  endpoint: EndpointContract,
  ...args: readonly unknown[]
): void {
  if (args[0] === null) return
  const key = endpoint.key(...args)
  const wasSubscribed = subscriptions.remove({ key, endpoint })
  if (!wasSubscribed && process.env.NODE_ENV !== 'production') {
    console.error(`Mismatched unsubscribe: ${key} is not subscribed.`)
  }
}

/** Runs several writes; readers are notified once, after the last one. */
export function batch<Result>({ observers }: Runtime, run: () => Result): Result {
  return observers.pause(run)
}
