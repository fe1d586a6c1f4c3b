import { act, fireEvent, render, screen } from '@testing-library/react'
import { Profiler, type ReactNode, useState } from 'react'
import { Provider } from 'react-redux'
import { AsyncBoundary, useSuspense } from 'rtk-rest/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { API, received, respond } from './api'
import { UserResource } from './authentication/CsrfEndpoint'
import {
  Me,
  Token,
  UserHooks,
  UserName,
  UserResource as HookedUsers,
} from './authentication/UserHooks'
import { controller, store } from './store'

beforeEach(() => {
  ;(window as unknown as { happyDOM: { setURL(url: string): void } }).happyDOM.setURL(API)
  controller.reset()
})

describe('the recipe for a CSRF token', () => {
  it('sends the token with mutations, and not with reads', async () => {
    respond(({ method, headers }) => {
      if (method === 'GET') {
        return { json: [], headers: { 'set-cookie': 'csrf=a%2Fb; Path=/; SameSite=Strict' } }
      }
      const isOurs = headers.cookie === 'csrf=a%2Fb' && headers['x-csrf-token'] === 'a/b'
      return isOurs ? { json: { id: '1', name: 'Ada' } } : { status: 403 }
    })
    await expect(controller.fetch(UserResource.create, { name: 'Ada' })).rejects.toMatchObject({
      status: 403,
    })
    await controller.fetch(UserResource.getList)
    await controller.fetch(UserResource.create, { name: 'Ada' })
    await controller.fetch(UserResource.update, { id: '1' }, { name: 'Ada' })
    await controller.fetch(UserResource.partialUpdate, { id: '1' }, { name: 'Ada' })
    await controller.fetch(UserResource.delete, { id: '1' })
    expect(received.map(({ method, headers }) => [method, headers['x-csrf-token']])).toEqual([
      ['POST', ''],
      ['GET', undefined],
      ['POST', 'a/b'],
      ['PUT', 'a/b'],
      ['PATCH', 'a/b'],
      ['DELETE', 'a/b'],
    ])
  })
})

describe('the recipe for a token from React context', () => {
  let setToken: (token: string) => void

  function App({ children }: { readonly children: ReactNode }) {
    const [token, set] = useState('one')
    setToken = set
    return (
      <Provider store={store}>
        <Token value={token}>
          <AsyncBoundary fallback="loading">{children}</AsyncBoundary>
        </Token>
      </Provider>
    )
  }

  const sent = () =>
    received.map(({ method, path, headers }) => [`${method} ${path}`, headers['access-token']])

  beforeEach(() => {
    respond(({ method, path, headers }) => {
      if (headers['access-token'] === undefined) return { status: 401 }
      const id = path === '/user' ? 'me' : path.replace('/users/', '')
      return { json: { id, name: method === 'GET' ? `Ada ${id}` : 'Grace' } }
    })
  })

  it('sends the token with the endpoints of the hooks', async () => {
    render(<UserName id="1" />, { wrapper: App })
    fireEvent.click(await screen.findByText('Ada 1'))
    expect(await screen.findByText('Grace')).toBeTruthy()
    render(<Me />, { wrapper: App })
    expect(await screen.findByText('Ada me')).toBeTruthy()
    expect(sent()).toEqual([
      ['GET /users/1', 'one'],
      ['PATCH /users/1', 'one'],
      ['GET /user', 'one'],
    ])
  })

  it('sends no request when the token changes, but renders the components that use the hooks', async () => {
    const rendered: string[] = []
    const Watched = (props: { readonly id: string; readonly children: ReactNode }) => (
      <Profiler id={props.id} onRender={(id) => rendered.push(id)}>
        {props.children}
      </Profiler>
    )
    const Plain = () => <p>{useSuspense(HookedUsers.get, { id: '1' }).name}</p>
    const page = [
      <Watched key="1" id="hooked">
        <UserName id="1" />
      </Watched>,
      <Watched key="2" id="plain">
        <Plain />
      </Watched>,
    ]
    controller.setResponse(HookedUsers.get, { id: '1' }, { id: '1', name: 'Ada' })
    render(page, { wrapper: App })
    expect(await screen.findAllByText('Ada')).toHaveLength(2)
    rendered.length = 0
    await act(async () => setToken('two'))
    expect(rendered).toEqual(['hooked'])
    expect(sent()).toEqual([])
    fireEvent.click(screen.getByRole('button'))
    expect(await screen.findAllByText('Grace')).toHaveLength(2)
    expect(sent()).toEqual([['PATCH /users/1', 'two']])
  })

  it('has one hook for each endpoint, including added ones', () => {
    expect(Object.keys(UserHooks)).toEqual([
      'useGet',
      'useGetList',
      'useCreate',
      'useUpdate',
      'usePartialUpdate',
      'useDelete',
      'useCurrent',
    ])
  })

  it('sends no token without the hooks', async () => {
    await expect(controller.fetch(HookedUsers.get, { id: '1' })).rejects.toThrow('Unauthorized')
  })
})
