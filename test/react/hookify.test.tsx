import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { createContext, type ReactNode, useContext, useState } from 'react'
import { Endpoint, hookifyResource, resource } from 'rtk-rest'
import { useController, useLive, useSuspense } from 'rtk-rest/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { modes, renderApp } from '../support/renderApp'
import { API, server } from '../support/server'
import { User } from '../support/world'

const Token = createContext('')

const UserResource = resource({
  path: '/users/:id',
  urlPrefix: API,
  schema: User,
  requestInit: { headers: { 'X-App': 'desk', 'Access-Token': 'nobody' }, mode: 'cors' },
}).extend((base) => ({
  current: base.get.extend({ path: '/user' }),
  clock: new Endpoint(async () => '12:00', { name: 'clock' }),
}))

const UserHooks = hookifyResource(UserResource, () => ({
  headers: { 'access-token': useContext(Token) },
}))

const requests: [string, string | null, string | null][] = []
beforeEach(() => {
  requests.length = 0
  server.use(
    http.all(`${API}/*`, ({ request }) => {
      const { headers, method, url } = request
      requests.push([
        `${method} ${url.slice(API.length)}`,
        headers.get('access-token'),
        headers.get('x-app'),
      ])
      const ada = { id: '1', name: 'Ada' }
      const isList = method === 'GET' && url.endsWith('/users')
      return HttpResponse.json(isList ? [ada] : { ...ada, name: 'Grace' })
    }),
  )
})

let setToken: (token: string) => void = () => undefined
function SignedIn({ children }: { children: ReactNode }) {
  const [token, set] = useState('one')
  setToken = set
  return <Token.Provider value={token}>{children}</Token.Provider>
}

describe.each(modes)('hookifyResource, rendered %s', (_, Mode) => {
  it('creates a hook for every endpoint, and nothing else', () => {
    expect(Object.keys(UserHooks)).toEqual([
      'useGet',
      'useGetList',
      'useCreate',
      'useUpdate',
      'usePartialUpdate',
      'useDelete',
      'useCurrent',
      'useClock',
    ])
  })

  it('merges the requestInit of the context with the options of the endpoints', async () => {
    const View = () => {
      const getList = UserHooks.useGetList()
      const update = UserHooks.useUpdate()
      const controller = useController()
      const [user] = useSuspense(getList)
      const create = () => controller.fetch(getList.push, { name: 'Alan' })
      return (
        <>
          <button onClick={() => void controller.fetch(update, { id: '1' }, { name: 'Grace' })}>
            {user?.name}
          </button>
          <button onClick={() => void create()}>Add</button>
        </>
      )
    }
    renderApp(
      Mode,
      <SignedIn>
        <View />
      </SignedIn>,
    )
    fireEvent.click(await screen.findByText('Ada'))
    await screen.findByText('Grace')
    fireEvent.click(screen.getByText('Add'))
    await waitFor(() => expect(requests).toHaveLength(3))
    expect(requests).toEqual([
      ['GET /users', 'one', 'desk'],
      ['PUT /users/1', 'one', 'desk'],
      ['POST /users', 'one', 'desk'],
    ])
  })

  it('keeps the keys if the token changes, and later requests use the new token', async () => {
    let refresh: () => Promise<unknown> = async () => undefined
    const View = () => {
      const getUser = UserHooks.useGet()
      const controller = useController()
      refresh = () => controller.fetch(getUser, { id: '1' })
      return <p>{useSuspense(getUser, { id: '1' }).name}</p>
    }
    renderApp(
      Mode,
      <SignedIn>
        <View />
      </SignedIn>,
    )
    await screen.findByText('Grace')
    await act(async () => setToken('two'))
    expect(requests.map(([, token]) => token)).toEqual(['one'])
    await act(async () => void (await refresh()))
    expect(requests.map(([, token]) => token)).toEqual(['one', 'two'])
  })

  it('returns the same endpoint for the same requestInit, and the original one without', () => {
    const one = { headers: { 'access-token': 'one' } }
    let init: RequestInit | undefined = one
    const hooks = hookifyResource(UserResource, () => init)
    const first = hooks.useGet()
    expect(hooks.useGet()).toBe(first)
    expect(hooks.useCurrent()).not.toBe(first)
    init = { ...one }
    expect(hooks.useGet()).not.toBe(first)
    expect(hooks.useGet().key({ id: 1 })).toBe(UserResource.get.key({ id: 1 }))
    init = undefined
    expect(hooks.useGet()).toBe(UserResource.get)
  })
})

describe.each(modes)('a token that changes during polling, rendered %s', (_, Mode) => {
  it('is used by the next poll', async () => {
    vi.useFakeTimers()
    const tokens: unknown[] = []
    const getPrice = new Endpoint(
      async function (this: { requestInit?: RequestInit }) {
        tokens.push(new Headers(this.requestInit?.headers).get('access-token'))
        return tokens.length
      },
      { name: 'getPrice', pollFrequency: 1_000 },
    )
    const { usePrice } = hookifyResource({ price: getPrice }, () => ({
      headers: { 'access-token': useContext(Token) },
    }))
    const View = () => <p>{useLive(usePrice())}</p>
    renderApp(
      Mode,
      <SignedIn>
        <View />
      </SignedIn>,
    )
    await act(() => vi.advanceTimersByTimeAsync(0))
    await act(async () => setToken('two'))
    await act(() => vi.advanceTimersByTimeAsync(1_000))
    expect(tokens).toEqual(['one', 'two'])
  })
})
