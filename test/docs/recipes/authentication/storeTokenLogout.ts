import { configureStore } from '@reduxjs/toolkit'
import { createRest, LogoutManager } from 'rtk-rest'
import { auth } from './StoreTokenEndpoint'

export const rest = createRest({
  managers: [
    new LogoutManager({
      // The type of `store` depends on `rest`. With `: boolean`, the type of `rest` does not depend on `store`.
      shouldLogout: ({ status }): boolean =>
        status === 401 && store.getState().auth.accessToken !== undefined,
      handleLogout(controller) {
        store.dispatch(auth.actions.signedOut())
        controller.reset()
      },
    }),
  ],
})

export const store = configureStore({
  reducer: { [rest.reducerPath]: rest.reducer, [auth.name]: auth.reducer },
  middleware: (getDefaultMiddleware) => getDefaultMiddleware().concat(rest.middleware),
})
