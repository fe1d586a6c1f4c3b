import type { Runtime } from '../Runtime'
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
      runtime.isRead(key) || row.requestId !== undefined || isAwaited(runtime, key, row)
    if (!isNeeded) dropRow(runtime, key)
  })
}

/** Drops the row of a call. */
export function dropRow(runtime: Runtime, key: string): void {
  if (getRow(runtime.state.requests, key) === undefined) return
  const meta = { ...runtime.plainMeta('write'), label: 'gc' }
  runtime.send(runtime.actions.write({ removed: { requests: [key] } }, meta))
}
