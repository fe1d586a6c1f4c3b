import { createAction } from '@reduxjs/toolkit'
import { getRow, rows } from 'rtk-rest'
import type { RestError } from 'rtk-rest'
import { rest } from './rest'
import type { AppThunk, RootState } from './store'

/** The server responds again: what shows an error is to try once more. */
export const reopened = createAction('outage/reopened')

/** Whether a request failed because the server is closed, or cannot be reached. */
export function selectIsUnreachable(state: RootState): boolean {
  return rows(rest.selectSlice(state).requests).some(([, { error }]) => isOutage(error))
}

/** Closed, or out of reach. */
function isOutage(error: RestError | undefined): boolean {
  return error?.status === 503 || error?.code === 'NETWORK'
}

/** Requests again what an outage kept from the page, where it is shown; the rest follows when it is read next. */
export function refetchFailed(): AppThunk {
  return (dispatch, getState) => {
    if (!selectIsUnreachable(getState())) return
    const { requests } = rest.selectSlice(getState())
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
