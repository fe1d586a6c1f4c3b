import type { EndpointContract } from '../endpoint/contract'
import { checkReadable } from './checkEndpoint'
import { report } from './report'

/** One that wants the data of a call kept up to date: a hook, `retain` or `subscribe`. */
export interface Subscription {
  readonly endpoint: EndpointContract
  readonly args: readonly unknown[]
  readonly key: string
}

/** What a manager does for a subscription; what it returns ends that. */
export type SubscriptionListener = (subscription: Subscription) => (() => void) | void

/** Who wants which data kept up to date, and the managers that do so. */
export class Subscriptions {
  readonly #held = new Map<Subscription, Map<SubscriptionListener, (() => void) | void>>()
  readonly #listeners = new Set<SubscriptionListener>()
  /** Those made by `subscribe`, which `unsubscribe` ends. */
  readonly #byKey = new Map<string, (() => void)[]>()

  /** Starts a subscription; returns how to end it, once. */
  hold(subscription: Subscription): () => void {
    checkReadable(subscription.endpoint)
    const ends = new Map<SubscriptionListener, (() => void) | void>()
    this.#held.set(subscription, ends)
    for (const listener of this.#listeners) ends.set(listener, start(listener, subscription))
    return () => {
      if (this.#held.delete(subscription)) for (const end of ends.values()) finish(end)
    }
  }

  /** Starts a subscription that is ended by its key. */
  add(subscription: Subscription): void {
    const ends = this.#byKey.get(subscription.key) ?? []
    this.#byKey.set(subscription.key, [...ends, this.hold(subscription)])
  }

  /** Ends one of the subscriptions of a key; false where there is none. */
  remove(key: string): boolean {
    const [end, ...others] = this.#byKey.get(key) ?? []
    if (others.length > 0) this.#byKey.set(key, others)
    else this.#byKey.delete(key)
    end?.()
    return end !== undefined
  }

  /** Tells of every subscription, those that are there already included; returns how to stop. */
  listen(listener: SubscriptionListener): () => void {
    this.#listeners.add(listener)
    for (const [subscription, ends] of this.#held) ends.set(listener, start(listener, subscription))
    return () => {
      this.#listeners.delete(listener)
      for (const ends of this.#held.values()) {
        finish(ends.get(listener))
        ends.delete(listener)
      }
    }
  }
}

/** A manager that fails does not keep the others from their work. */
function start(listener: SubscriptionListener, subscription: Subscription): (() => void) | void {
  try {
    return listener(subscription)
  } catch (error) {
    report(error)
  }
}

function finish(end: (() => void) | void): void {
  try {
    end?.()
  } catch (error) {
    report(error)
  }
}
