import type { Manager } from '../../store/Manager'
import { runtimeOf } from '../../store/managerStore'
import { LONGEST_TIMER } from '../../store/Timers'
import { describeValue } from '../../util/messages'
import { Collector } from './Collector'

/** The options of `garbage`: the time for which it keeps what nothing uses. */
export interface GarbageOptions {
  /** The time for which unused data stays, in ms, from 0 to 2,147,483,647. Default: 300,000, which is 5 minutes. */
  readonly keepFor?: number
  /**
   * With more rows than this, counting those of entities and lists, the ones that were unused for longest go before `keepFor` is
   * over. What is in use never goes. Default: no limit.
   */
  readonly maxEntities?: number
}

/**
 * Removes what nothing uses any more. In use is what a mounted hook, `retain` or a subscription reads, what a request in flight
 * may need, and all that these lead to. Anything else goes when it was unused for `keepFor`, in idle time, by the action
 * `rest/gc`.
 * @throws RangeError, in development, for options that are no such numbers
 */
export function garbage({
  keepFor = 300_000,
  maxEntities = Infinity,
}: GarbageOptions = {}): Manager {
  if (process.env.NODE_ENV !== 'production') check({ keepFor, maxEntities })
  return {
    name: 'garbage',
    init: (store) => new Collector(runtimeOf(store), keepFor, maxEntities),
  }
}

function check(options: Required<GarbageOptions>): void {
  const { keepFor, maxEntities } = options
  if (!(typeof keepFor === 'number' && keepFor >= 0 && keepFor <= LONGEST_TIMER)) {
    throw new RangeError(
      `garbage({ keepFor }) takes a number of ms from 0 to ${LONGEST_TIMER}, found ${describeValue(keepFor)}.`,
    )
  }
  if (typeof maxEntities === 'number' && maxEntities >= 0) return
  throw new RangeError(
    `garbage({ maxEntities }) takes a number of rows from 0 upwards, found ${describeValue(maxEntities)}. Leave it out for no limit.`,
  )
}
