import { configureStore } from '@reduxjs/toolkit'
import type { ReactNode } from 'react'
import { Provider } from 'react-redux'
import { createRest, Entity, resource, type RestState } from 'rtk-rest'
import { AsyncBoundary, useController, useSuspense } from 'rtk-rest/react'

// An app that is rendered on a server and taken over by a browser.

class User extends Entity {
  id = ''
  name = ''
  static override key = 'User'
}

/** What the server and the browser make of the address of the API, and of what the other one knew. */
export function createApp(urlPrefix: string, preloadedState?: { readonly rest: RestState }) {
  const rest = createRest()
  const store = configureStore({
    reducer: { rest: rest.reducer },
    middleware: (defaults) => defaults().concat(rest.middleware),
    ...(preloadedState && { preloadedState }),
  })
  const UserResource = resource({ path: '/users/:id', urlPrefix, schema: User })

  function Users(): ReactNode {
    const users = useSuspense(UserResource.getList)
    return users.map(({ id }) => <UserName key={id} id={id} />)
  }

  function UserName({ id }: { readonly id: string }): ReactNode {
    const user = useSuspense(UserResource.get, { id })
    const controller = useController()
    return (
      <button onClick={() => controller.set(User, { id }, { id, name: 'Countess' })}>
        {user.name}
      </button>
    )
  }

  const page = (
    <Provider store={store}>
      <AsyncBoundary fallback="loading">
        <Users />
      </AsyncBoundary>
    </Provider>
  )
  return { store, rest, UserResource, page }
}
