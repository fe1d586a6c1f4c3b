import type { Runtime } from '../Runtime'
import { plainMeta } from '../state/actions'
import { isNeverFresh, isSettled } from '../state/requestRows'
import { getRow } from '../state/table'
import { isAwaited } from './delivered'
import type { Call } from './InFlightRequest'

/** Drops the response of a call that is never fresh, unless a reader shows it. In a macrotask: another one may come within this one. */
export function dropUnread(runtime: Runtime, { endpoint, key }: Call): void {
  const { settings, timers } = runtime
  if ((endpoint.dataExpiryLength ?? settings.dataExpiryLength) > 0) return
  timers.after(0, () => {
    const row = getRow(runtime.state.requests, key)
    if (!isSettled(row) || !isNeverFresh(row)) return
    const isNeeded =
      isRead(runtime, key) || row.requestId !== undefined || isAwaited(runtime, key, row)
    if (!isNeeded) dropRow(runtime, key)
  })
}

/** Drops the row of a call. */
export function dropRow(runtime: Runtime, key: string): void {
  if (getRow(runtime.state.requests, key) === undefined) return
  const meta = { ...plainMeta(runtime, 'write'), label: 'gc' }
  runtime.send(runtime.actions.write({ removed: { requests: [key] } }, meta))
}

/** Whether anything reads a call, or keeps its data up to date. */
export function isRead({ observers, managers }: Runtime, key: string): boolean {
  return observers.isRead(key) || managers.isRead(key)
}
