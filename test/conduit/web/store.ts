import { configureStore } from '@reduxjs/toolkit'
import { createRest, LogoutManager } from 'rtk-rest'
import { goTo } from './address'
import { type Session, session, setSession } from '../../docs/recipes/servers/session'

const rest = createRest({
  managers: [
    new LogoutManager({
      // Without a session there is no logout.
      shouldLogout: ({ status }) => status === 401 && session().token !== '',
      handleLogout: () => leave(),
    }),
  ],
})

export const store = configureStore({
  reducer: { [rest.reducerPath]: rest.reducer },
  middleware: (getDefaultMiddleware) => getDefaultMiddleware().concat(rest.middleware),
})

/** Goes on as a user, without what a visitor has read. */
export function enter(user: Session): void {
  setSession(user)
  store.dispatch(rest.reset())
  goTo('#/')
}

/** Goes on as a visitor, without what the user has read. */
export function leave(): void {
  goTo('#/sign-in')
  setSession()
  store.dispatch(rest.reset())
}
