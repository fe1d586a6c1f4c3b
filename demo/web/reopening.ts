import { createAction } from '@reduxjs/toolkit'
import { getRow, matchFulfilled, rows } from 'rtk-rest'
import type { RestError } from 'rtk-rest'
import { listeners } from './listeners'
import { Outage } from './resources/Outage'
import { rest } from './rest'
import type { AppDispatch, AppThunk, RootState } from './store'

/** The server responds again: what shows an error is to try once more. */
export const reopened = createAction('outage/reopened')

/** From now on, each response that shows the server open has the page read what an outage kept from it. */
export function refetchAfterOutages(): void {
  listeners.startListening.withTypes<RootState, AppDispatch>()({
    predicate: (action, state) => isOfOutage(action) && isOpen(state),
    effect(_action, { dispatch }) {
      dispatch(refetchFailed())
    },
  })
}

function isOfOutage(action: unknown): boolean {
  return matchFulfilled(action) && /^Outage\.(?:get|set)$/.test(action.meta.arg.endpoint)
}

function isOpen(state: RootState): boolean {
  return rest.selectors.selectEntity(state, Outage, { id: 'desk' })?.on === false
}

/** Closed, or out of reach, also of a proxy. */
function isOutage({ status, code }: Partial<RestError> = {}): boolean {
  return [502, 503, 504].includes(status ?? 0) || code === 'NETWORK'
}

/** Requests again what an outage kept from the page, where it is shown; the rest follows when it is read next. */
function refetchFailed(): AppThunk {
  return (dispatch, getState) => {
    const { requests } = rest.selectSlice(getState())
    if (!rows(requests).some(([, { error }]) => isOutage(error))) return
    // Mounted readers fetch what is stale; what they fetch already was requested by an end of the outage before this one.
    const testKey = (key: string): boolean => {
      const { error, requestId } = getRow(requests, key) ?? {}
      return isOutage(error) && requestId === undefined
    }
    dispatch(rest.expireAll({ testKey }))
    // Boundaries have unmounted theirs.
    dispatch(reopened())
  }
}
