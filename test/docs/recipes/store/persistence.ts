import { configureStore } from '@reduxjs/toolkit'
import { createRest, Entity, resource } from 'rtk-rest'
import { persistence } from 'rtk-rest/persistence'
import { API } from '../api'

export const rest = createRest({ managers: [persistence({ key: 'my-app' })] })

export const createStore = () =>
  configureStore({
    reducer: { [rest.reducerPath]: rest.reducer },
    middleware: (getDefaultMiddleware) => getDefaultMiddleware().concat(rest.middleware),
  })

export class Todo extends Entity {
  id = ''
  title = ''
  static override key = 'Todo'
}

export const TodoResource = resource({ urlPrefix: API, path: '/todos/:id', schema: Todo })
