import { combineReducers, configureStore, type UnknownAction } from '@reduxjs/toolkit'
import { act, render, screen } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { Provider } from 'react-redux'
import { createRest, type RestState } from 'rtk-rest'
import { useSuspense } from 'rtk-rest/react'
import { describe, expect, it } from 'vitest'
import { modes } from '../support/renderApp'
import { API, server } from '../support/server'
import { User, UserResource } from '../support/world'

/** A store whose state can be replaced from outside, as DevTools, persistence and hot reloading do. */
function createReplaceableStore() {
  const rest = createRest()
  const reducer = combineReducers({ rest: rest.reducer })
  const store = configureStore({
    reducer: (state: { rest: RestState } | undefined, action: UnknownAction) =>
      action.type === 'replace' ? (action['state'] as { rest: RestState }) : reducer(state, action),
    middleware: (getDefaultMiddleware) => getDefaultMiddleware().concat(rest.middleware),
  })
  return { rest, store, controller: rest.getController(store) }
}

describe.each(modes)('a state that nobody noted the changes of %s', (_, Mode) => {
  it('is shown by hooks all the same, as is going back to the one before', async () => {
    server.use(
      http.get(`${API}/users`, () =>
        HttpResponse.json([
          { id: '1', name: 'Ada' },
          { id: '2', name: 'Bob' },
        ]),
      ),
    )
    const { store, rest, controller } = createReplaceableStore()
    const List = () => (
      <p>
        list:{' '}
        {useSuspense(UserResource.getList)
          .map(({ name }) => name)
          .join(', ')}
      </p>
    )
    await controller.fetch(UserResource.getList)
    render(
      <Mode>
        <Provider store={store}>
          <List />
        </Provider>
      </Mode>,
    )
    const past = store.getState()
    const copy = JSON.parse(JSON.stringify(past).replaceAll('Ada', 'Countess')) as typeof past
    act(() => {
      store.dispatch({ type: 'replace', state: copy })
    })
    expect(screen.getByText('list: Countess, Bob')).toBeTruthy()
    act(() => {
      store.dispatch(rest.set(User, { id: '2' }, { id: '2', name: 'Robert' }))
    })
    expect(screen.getByText('list: Countess, Robert')).toBeTruthy()
    act(() => {
      store.dispatch({ type: 'replace', state: past })
    })
    expect(screen.getByText('list: Ada, Bob')).toBeTruthy()
  })
})
