import { configureStore } from '@reduxjs/toolkit'
import { useDispatch, useSelector } from 'react-redux'
import { createRest } from 'rtk-rest'
import { actionLog, showInConsole } from './actionLog'
import { deskSlice } from './deskSlice'

/** The REST layer of this store: one reducer and one middleware beside the app's own. */
export const rest = createRest()

/** The store of the page: what the server said is in `rest`, what the person chose in `desk`. */
export const store = configureStore({
  reducer: { [rest.reducerPath]: rest.reducer, desk: deskSlice.reducer },
  middleware: (getDefaultMiddleware) => getDefaultMiddleware().concat(actionLog, rest.middleware),
})

showInConsole(store)

/** The whole state of the page. */
export type RootState = ReturnType<typeof store.getState>

/** `useDispatch` that knows thunks. */
export const useAppDispatch = useDispatch.withTypes<typeof store.dispatch>()

/** `useSelector` that knows the state. */
export const useAppSelector = useSelector.withTypes<RootState>()
