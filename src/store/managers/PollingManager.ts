import { checkTimes } from '../state/expiry'
import { type Controller, runtimeOf } from '../Controller'
import type { Manager } from '../Manager'
import { Poll } from './Poll'
import { browserPresence, type Presence } from './presence'
import { toldPresence } from './toldPresence'

export interface PollingOptions {
  /** Says whether there is a network and somebody who looks. Default: the browser's word; on a server, always. */
  readonly presence?: Presence
}

/**
 * Asks again for the data of endpoints with a `pollFrequency` while somebody holds it live: `useLive`,
 * `useSubscription`, `retain` or `subscribe`. The smallest frequency of all holders wins. It pauses offline and while
 * the page is hidden; errors leave the data shown and make the pauses longer, up to five minutes.
 * Every store has one; give your own in `createRest({ managers })` to replace it.
 */
export class PollingManager implements Manager {
  readonly #presence: Presence

  constructor({ presence = browserPresence }: PollingOptions = {}) {
    this.#presence = presence
  }

  init(controller: Controller): () => void {
    const runtime = runtimeOf(controller)
    const presence = toldPresence(controller, this.#presence)
    const polls = new Map<string, Poll>()
    let stopPresence: (() => void) | undefined
    const planAll = (): void => {
      for (const poll of polls.values()) poll.plan()
    }
    const stopSubscriptions = controller.onSubscription(function keepPolling(subscription) {
      const { endpoint, key } = subscription
      if (endpoint.pollFrequency === undefined) return undefined
      checkTimes(endpoint)
      // Only while there is something to poll, so that a store that polls nothing listens to nothing.
      stopPresence ??= presence.listen(planAll)
      const poll = polls.get(key) ?? new Poll(runtime, presence, key)
      polls.set(key, poll)
      poll.add(subscription)
      return () => {
        if (poll.remove(subscription)) polls.delete(key)
        if (polls.size > 0) return
        stopPresence?.()
        stopPresence = undefined
      }
    })
    return stopSubscriptions
  }
}
