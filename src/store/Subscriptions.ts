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

/** A subscription that is ended by its endpoint and key. */
interface Ending {
  readonly endpoint: EndpointContract
  end(): void
}

/** Who wants which data kept up to date, and the managers that do so. */
export class Subscriptions {
  readonly #held = new Map<Subscription, Map<SubscriptionListener, (() => void) | void>>()
  readonly #listeners = new Set<SubscriptionListener>()
  /** Those made by `subscribe`, which `unsubscribe` ends. */
  readonly #byKey = new Map<string, Ending[]>()

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
    const { key, endpoint } = subscription
    const ends = this.#byKey.get(key) ?? []
    this.#byKey.set(key, [...ends, { endpoint, end: this.hold(subscription) }])
  }

  /** Ends a subscription of an endpoint; where it has none, one of another endpoint with the key. False where there is none. */
  remove({ key, endpoint }: Omit<Subscription, 'args'>): boolean {
    const endings = this.#byKey.get(key) ?? []
    const ending = endings.find((it) => it.endpoint === endpoint) ?? endings[0]
    const others = endings.filter((it) => it !== ending)
    if (others.length > 0) this.#byKey.set(key, others)
    else this.#byKey.delete(key)
    ending?.end()
    return ending !== undefined
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
