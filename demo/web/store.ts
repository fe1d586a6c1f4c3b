import { devToolsOptions } from 'rtk-rest'
import { configureStore } from '@reduxjs/toolkit'
import type { ThunkAction, UnknownAction } from '@reduxjs/toolkit'
import { useDispatch, useSelector } from 'react-redux'
import { actionLog, showInConsole } from './actionLog'
import { listeners } from './listeners'
import { orderRefusalSlice } from './orderRefusal'
import { responseTimesSlice } from './responseTimes'
import { rest } from './rest'
import { maskAction, maskState, sessionSlice } from './sessionSlice'

export { rest }

const { stateSanitizer, actionSanitizer } = devToolsOptions(rest)

/** The store of the page: what the server said is in `rest`, the token in `session`. What the person looks at is in the address. */
export const store = configureStore({
  reducer: {
    [rest.reducerPath]: rest.reducer,
    orderRefusal: orderRefusalSlice.reducer,
    responseTimes: responseTimesSlice.reducer,
    session: sessionSlice.reducer,
  },
  middleware: (getDefaultMiddleware) =>
    getDefaultMiddleware().prepend(listeners.middleware).concat(actionLog, rest.middleware),
  devTools: {
    actionSanitizer: (action, id) => maskAction(actionSanitizer(action, id)),
    stateSanitizer: (state, index) => maskState(stateSanitizer(state, index)),
  },
})

showInConsole(store)

/** The whole state of the page. */
export type RootState = ReturnType<typeof store.getState>

/** What takes the actions and thunks of the page. */
export type AppDispatch = typeof store.dispatch

/** A thunk of the page. */
export type AppThunk<Value = void> = ThunkAction<Value, RootState, unknown, UnknownAction>

/** `useDispatch` that knows thunks. */
export const useAppDispatch = useDispatch.withTypes<AppDispatch>()

/** `useSelector` that knows the state. */
export const useAppSelector = useSelector.withTypes<RootState>()
