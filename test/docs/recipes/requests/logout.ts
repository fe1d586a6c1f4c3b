import { configureStore } from '@reduxjs/toolkit'
import { createRest, Entity, LogoutManager, resource } from 'rtk-rest'
import { API } from '../api'

export const session = { token: '', isOnLoginPage: false }

export const rest = createRest({
  managers: [
    new LogoutManager({
      shouldLogout: ({ status }) => session.token !== '' && (status === 401 || status === 419),
      handleLogout(controller) {
        session.token = ''
        session.isOnLoginPage = true // your router's navigate('/login')
        controller.reset()
      },
    }),
  ],
})

export const store = configureStore({
  reducer: { [rest.reducerPath]: rest.reducer },
  middleware: (getDefaultMiddleware) => getDefaultMiddleware().concat(rest.middleware),
})

class User extends Entity {
  id = ''
  name = ''
  static override key = 'User'
}

export const UserResource = resource({
  urlPrefix: API,
  path: '/users/:id',
  schema: User,
  getHeaders: (headers) => ({ ...headers, authorization: `Bearer ${session.token}` }),
})
