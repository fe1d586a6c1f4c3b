import { createSlice } from '@reduxjs/toolkit'
import type { PayloadAction } from '@reduxjs/toolkit'
import { isSessionEnd } from './rest'

/** How the page is signed in; who it is that is signed in is data of the server, and so in `rest`. */
export interface SessionState {
  /** What requests bring to say who sends them; `null` without a user who is signed in, or by a cookie. */
  token: string | null
  /** Whether the server forgot the session, and the person has not gone on since. */
  hasEnded: boolean
}

const initialState: SessionState = { token: null, hasEnded: false }

/** An ordinary slice, from which `DeskEndpoint` takes the token. */
export const sessionSlice = createSlice({
  name: 'session',
  initialState,
  reducers: {
    tokenReceived: (_state, action: PayloadAction<string>) => ({
      token: action.payload,
      hasEnded: false,
    }),
    sessionCleared: () => initialState,
  },
  extraReducers(builder) {
    builder.addMatcher(isSessionEnd, () => ({ token: null, hasEnded: true }))
  },
})

export const { tokenReceived, sessionCleared } = sessionSlice.actions

const mask = '(masked)'

/**
 * For tools that show actions. rtk-rest exposes nothing of a sensitive call, but the token gets into the store by an action
 * of this page, and what is in an action can be read in DevTools, in logs and in reports of errors.
 */
export function maskAction<Action>(action: Action): Action {
  return tokenReceived.match(action) ? { ...action, payload: mask } : action
}

/** For tools that show states. */
export function maskState<State>(state: State): State {
  const { session } = state as { readonly session?: SessionState }
  return session?.token ? { ...state, session: { ...session, token: mask } } : state
}
