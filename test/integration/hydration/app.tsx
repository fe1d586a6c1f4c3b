import { configureStore, createSlice } from '@reduxjs/toolkit'
import type { ReactNode } from 'react'
import { Provider } from 'react-redux'
import { createRest, Entity, resource, type RestState } from 'rtk-rest'
import { hydration } from 'rtk-rest/hydration'
import { AsyncBoundary, useController, useSuspense } from 'rtk-rest/react'

// An app that is rendered on a server and taken over by a browser.

class User extends Entity {
  id = ''
  name = ''
  static override key = 'User'
}

const session = createSlice({
  name: 'session',
  initialState: { visitor: '' },
  reducers: {
    signedIn: (state, { payload }: { payload: string }) => ({ ...state, visitor: payload }),
  },
})

export interface RootState {
  readonly rest: RestState
  readonly session: { readonly visitor: string }
}

/** What a server and a browser make once, of the address of the API. */
export function createApp(urlPrefix: string) {
  const rest = createRest({ managers: [hydration()] })
  const UserResource = resource({
    path: '/users/:id',
    urlPrefix,
    schema: User,
    getHeaders: (headers, { getState }) => ({
      ...headers,
      authorization: (getState?.() as RootState | undefined)?.session.visitor ?? '',
    }),
  })

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

  /** A store for each request of a server, and one for a page. */
  function createStore(preloadedState?: RootState) {
    return configureStore({
      reducer: { rest: rest.reducer, session: session.reducer },
      middleware: (defaults) => defaults().concat(rest.middleware),
      ...(preloadedState && { preloadedState }),
    })
  }

  const pageOf = (store: ReturnType<typeof createStore>): ReactNode => (
    <Provider store={store}>
      <section>
        <AsyncBoundary fallback={<p>loading</p>}>
          <Users />
        </AsyncBoundary>
      </section>
    </Provider>
  )
  return { rest, UserResource, createStore, pageOf, ...session.actions }
}
