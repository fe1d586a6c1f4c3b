import type { Runtime } from '../Runtime'
import { GRACE } from '../state/expiry'
import { isFetching, isSettled } from '../state/requestRows'
import type { RequestRow } from '../state/state'
import { getRow } from '../state/table'
import type { Call } from './Request'

/** Drops the response of a call that is never fresh, unless a reader shows it, or may be about to: one that was suspended for it. */
export function dropUnread(runtime: Runtime, { endpoint, key }: Call): void {
  const { dataExpiryLength = runtime.settings.dataExpiryLength } = endpoint
  const find = (): RequestRow | undefined => getRow(runtime.state.requests, key)
  const date = find()?.date
  if (dataExpiryLength > 0 || date === undefined) return
  runtime.timers.after(Math.max(0, date + GRACE - Date.now()), () => {
    const row = find()
    const isDone = isSettled(row) && row.error === undefined && !isFetching(row)
    if (isDone && row.date === date && !isRead(runtime, key)) dropRow(runtime, key)
  })
}

/** Drops the row of a call. */
export function dropRow(runtime: Runtime, key: string): void {
  if (getRow(runtime.state.requests, key) === undefined) return
  runtime.write('gc', { removed: { requests: [key] } })
}

/** Whether anything reads a call, waits for it, or keeps its data up to date. */
export function isRead({ observers, suspensions, managers }: Runtime, key: string): boolean {
  return observers.isRead(key) || suspensions.has(key) || managers.isRead(key)
}
