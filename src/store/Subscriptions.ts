import type { EndpointContract } from '../endpoint/contract'
import { getOrCreate } from '../util/collections'
import { checkReadable } from './checkEndpoint'
import { runSafely } from './report'

/** What wants the data of a call kept up to date: a hook, `retain` or `subscribe`. */
export interface Subscription {
  readonly endpoint: EndpointContract
  readonly args: readonly unknown[]
  readonly key: string
}

/** What a manager does for a subscription; what it returns ends that. */
export type SubscriptionListener = (subscription: Subscription) => (() => void) | void

type End = (() => void) | void

/** The calls whose data is to be kept up to date, and the managers that do so. */
export class Subscriptions {
  readonly #retained = new Map<Subscription, Map<SubscriptionListener, End>>()
  readonly #listeners = new Set<SubscriptionListener>()
  /** The subscriptions of `subscribe`, which `unsubscribe` ends, with the function that ends each; by key. */
  readonly #byKey = new Map<string, Map<Subscription, () => void>>()

  /** Starts a subscription; returns the function that ends it. */
  retain(subscription: Subscription): () => void {
    checkReadable(subscription.endpoint)
    const ends = new Map<SubscriptionListener, End>()
    this.#retained.set(subscription, ends)
    for (const listener of this.#listeners) this.#start(listener, subscription)
    return () => {
      if (this.#retained.delete(subscription)) for (const end of ends.values()) finish(end)
    }
  }

  /** Starts a subscription that is ended by its key. */
  add(subscription: Subscription): void {
    const end = this.retain(subscription)
    getOrCreate(this.#byKey, subscription.key, () => new Map()).set(subscription, end)
  }

  /** Ends a subscription of an endpoint, or else one of another endpoint with the key. False where there is none. */
  remove({ key, endpoint }: Omit<Subscription, 'args'>): boolean {
    const ends = this.#byKey.get(key) ?? new Map<Subscription, () => void>()
    const subscriptions = [...ends.keys()]
    const found = subscriptions.find((it) => it.endpoint === endpoint) ?? subscriptions[0]
    if (found === undefined) return false
    ends.get(found)?.()
    ends.delete(found)
    if (ends.size === 0) this.#byKey.delete(key)
    return true
  }

  /** Calls a listener with every subscription, also with those that are there already; returns the function that stops that. */
  listen(listener: SubscriptionListener): () => void {
    this.#listeners.add(listener)
    for (const subscription of this.#retained.keys()) this.#start(listener, subscription)
    return () => {
      this.#listeners.delete(listener)
      for (const ends of this.#retained.values()) {
        finish(ends.get(listener))
        ends.delete(listener)
      }
    }
  }

  /** A manager that throws does not keep the others from their work. */
  #start(listener: SubscriptionListener, subscription: Subscription): void {
    const end = runSafely(() => listener(subscription))
    this.#retained.get(subscription)?.set(listener, end)
  }
}

function finish(end: End): void {
  if (end !== undefined) runSafely(end)
}
