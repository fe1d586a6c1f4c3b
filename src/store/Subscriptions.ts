import type { EndpointContract } from '../endpoint/contract'
import { addTo, type Groups, removeFrom } from '../util/collections'
import { checkReadable } from './checkEndpoint'
import { runSafely } from './report'

/** What wants the data of a call kept up to date: a hook, `retain` or `subscribe`. */
export interface Subscription {
  /** The endpoint of the call. */
  readonly endpoint: EndpointContract
  /** The arguments of the call. */
  readonly args: readonly unknown[]
  /** The key of the call. */
  readonly key: string
}

/** What a manager does for a subscription; what it returns ends that. */
export type SubscriptionListener = (subscription: Subscription) => (() => void) | void

type End = (() => void) | void

interface Subscribed {
  readonly endpoint: EndpointContract
  end(): void
}

/** The calls whose data is to be kept up to date, and the managers that do so. */
export class Subscriptions {
  readonly #retained = new Map<Subscription, Map<SubscriptionListener, End>>()
  readonly #listeners = new Set<SubscriptionListener>()
  /** The subscriptions of `subscribe`, which `unsubscribe` ends; by key. */
  readonly #byKey: Groups<string, Subscribed> = new Map()

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
    const { key, endpoint } = subscription
    addTo(this.#byKey, key, { endpoint, end: this.retain(subscription) })
  }

  /** Ends a subscription of an endpoint, or else one of another endpoint with the key. False where there is none. */
  remove({ key, endpoint }: Omit<Subscription, 'args'>): boolean {
    const subscribed = [...(this.#byKey.get(key) ?? [])]
    const found = subscribed.find((it) => it.endpoint === endpoint) ?? subscribed[0]
    if (found === undefined) return false
    found.end()
    removeFrom(this.#byKey, key, found)
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
