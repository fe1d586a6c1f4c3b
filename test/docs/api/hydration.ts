import { configureStore } from '@reduxjs/toolkit'
import { createRest, type Manager } from 'rtk-rest'
import {
  hydration,
  type HydrationApi,
  type HydrationOptions,
  serializeState,
} from 'rtk-rest/hydration'

// #region HydrationOptions
/** A state that redux-persist has read. */
const options: HydrationOptions = {
  extractRehydrationInfo: (action, { reducerPath }) =>
    action.type === 'persist/REHYDRATE' ? action.payload?.[reducerPath] : undefined,
}
// #endregion

// #region HydrationApi
const manager: Manager<HydrationApi> = hydration(options)
const rest = createRest({ managers: [manager] })

const store = configureStore({
  reducer: { [rest.reducerPath]: rest.reducer },
  middleware: (getDefaultMiddleware) => getDefaultMiddleware().concat(rest.middleware),
})

/** Takes over what another store has, such as that of a popup. */
export const takeOver = (other: typeof store) => {
  const { rest: state } = JSON.parse(serializeState(other.getState())) as ReturnType<
    typeof other.getState
  >
  rest.getApi(store).hydrate(state)
}
// #endregion

export function hydrated(text: string) {
  const rest = createRest({ managers: [hydration()] })
  store.dispatch(rest.hydrate(JSON.parse(text)))
}

export function page() {
  const state = serializeState(store.getState())
  return `<script id="state" type="application/json">${state}</script>`
}
