import { configureStore } from '@reduxjs/toolkit'
import { createRest, type RestState } from 'rtk-rest'
import { hydration } from 'rtk-rest/hydration'

export const rest = createRest({ managers: [hydration()] })

export interface RootState {
  readonly rest: RestState
}

/** A store for each request of a server, and one for the page in a browser. */
export function makeStore(preloadedState?: RootState) {
  return configureStore({
    reducer: { [rest.reducerPath]: rest.reducer },
    middleware: (getDefaultMiddleware) => getDefaultMiddleware().concat(rest.middleware),
    ...(preloadedState && { preloadedState }),
  })
}
