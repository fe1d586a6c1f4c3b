import { getOrCreate } from '../../util/collections'
import type { Runtime } from '../Runtime'
import { isNeverFresh, isSettled } from '../state/requestRows'
import type { RequestRow } from '../state/state'
import { getRow } from '../state/table'

/** What is younger is fresh to a reader that comes, in ms. */
const GRACE = 1_000

interface Delivered {
  readonly row: RequestRow
  /** A render may come late. */
  readAt?: number
}

/** The responses that suspended components waited for and do not show yet, by key. */
const deliveredOf = new WeakMap<Runtime, Map<string, Delivered>>()

/** The response of a call ended the wait of suspended components. React does not tell whether they come. */
export function deliver(runtime: Runtime, key: string, onForget: () => void): void {
  const all = getOrCreate(deliveredOf, runtime, () => new Map<string, Delivered>())
  const row = getRow(runtime.state.requests, key)
  if (!isSettled(row)) return
  const delivered: Delivered = { row }
  all.set(key, delivered)
  runtime.timers.after(2 * GRACE, () => {
    if (all.get(key) === delivered) all.delete(key)
    onForget()
  })
}

/** A reader on the page shows the response of a call; what comes in later tasks did not wait for it. */
export function takeDelivered(runtime: Runtime, key: string): void {
  const all = deliveredOf.get(runtime)
  const delivered = all?.get(key)
  if (delivered === undefined) return
  runtime.timers.after(0, () => {
    if (all?.get(key) === delivered) all.delete(key)
  })
}

/** Whether suspended components waited for a response, and do not show it yet. */
export function isAwaited(runtime: Runtime, key: string, row: RequestRow): boolean {
  return findDelivered(runtime, key, row) !== undefined
}

/** Whether a response came a moment ago; one that is never fresh is new only to those that waited for it. */
export function isYoung(runtime: Runtime, key: string, row: RequestRow): boolean {
  const delivered = findDelivered(runtime, key, row)
  if (delivered === undefined && isNeverFresh(row)) return false
  const now = Date.now()
  if (delivered !== undefined) delivered.readAt ??= now
  const age = now - (delivered?.readAt ?? row.date)
  return age >= 0 && age < GRACE
}

/** The row may be another one of the same response. */
function findDelivered(runtime: Runtime, key: string, row: RequestRow): Delivered | undefined {
  const delivered = deliveredOf.get(runtime)?.get(key)
  return delivered && delivered.row.fetchedAt === row.fetchedAt ? delivered : undefined
}
