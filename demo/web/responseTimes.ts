import { matchFulfilled } from 'rtk-rest'
import { createSlice } from '@reduxjs/toolkit'
import { isSessionEnd } from './rest'

/** When the last response to each call came, by the keys of the calls, in ms since 1970. */
export type ResponseTimes = Readonly<Record<string, number>>

const initialState: ResponseTimes = {}

/**
 * How old the data of a call is. A request that fails leaves the data on the page, and the row of the call then has the time of
 * that request, so the time of the data is kept here.
 */
export const responseTimesSlice = createSlice({
  name: 'responseTimes',
  initialState,
  reducers: {},
  extraReducers(builder) {
    builder
      .addMatcher(matchFulfilled, (state, { meta }) => {
        // A further page makes the rest of its list no newer, and what is not kept has no age.
        const isKept = meta.expiresAt > meta.date && meta.page !== true
        if (meta.sideEffect !== true && isKept) state[meta.arg.key] = meta.date
      })
      .addMatcher(isSessionEnd, () => ({}))
  },
})
