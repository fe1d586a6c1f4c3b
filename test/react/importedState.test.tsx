import { act, render, screen } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { Provider } from 'react-redux'
import { useSuspense } from 'rtk-rest/react'
import { describe, expect, it } from 'vitest'
import { modes } from '../support/renderApp'
import { createReplaceableStore } from '../support/replaceableStore'
import { API, server } from '../support/server'
import { User, UserResource } from '../support/world'

describe.each(modes)('a state that was replaced from outside %s', (_, Mode) => {
  it('is shown by hooks, and so is the earlier state when it is restored', async () => {
    server.use(
      http.get(`${API}/users`, () =>
        HttpResponse.json([
          { id: '1', name: 'Ada' },
          { id: '2', name: 'Bob' },
        ]),
      ),
    )
    const { store, rest, controller, replace } = createReplaceableStore()
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
    act(() => replace(copy))
    expect(screen.getByText('list: Countess, Bob')).toBeTruthy()
    act(() => {
      store.dispatch(rest.set(User, { id: '2' }, { id: '2', name: 'Robert' }))
    })
    expect(screen.getByText('list: Countess, Robert')).toBeTruthy()
    act(() => replace(past))
    expect(screen.getByText('list: Ada, Bob')).toBeTruthy()
  })
})
