import { act, screen } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { type ReactNode, useState } from 'react'
import {
  useCache,
  useCancelling,
  useDLE,
  useFetch,
  useLive,
  useSubscription,
  useSuspense,
} from 'rtk-rest/react'
import { describe, expect, it } from 'vitest'
import { modes, renderApp } from '../support/renderApp'
import { API, server } from '../support/server'
import { UserResource } from '../support/world'

const { get, getList } = UserResource
const ada = { id: '1', name: 'Ada' }

/** What each hook shows of a user whose id is not known yet. */
const HOOKS: Readonly<Record<string, (params: { readonly id: string } | undefined) => ReactNode>> =
  {
    useSuspense: (params) => useSuspense(get, params)?.name,
    useDLE(params) {
      const { data, loading, error } = useDLE(get, params)
      return loading || error ? 'busy' : data?.name
    },
    useFetch: (params) => (useFetch(get, params) === undefined ? undefined : 'promised'),
    useLive: (params) => useLive(get, params)?.name,
    useCache: (params) => useCache(useCancelling(get, params), params)?.name,
    useSubscription: (params) => useSubscription(get, params) as undefined,
  }

describe.each(modes)('undefined in place of the first argument %s', (_, Mode) => {
  function worldOf(useName: (params: { readonly id: string } | undefined) => ReactNode) {
    const requests: string[] = []
    server.use(
      http.get(`${API}/users/:id`, ({ params }) => {
        requests.push(params['id'] as string)
        return HttpResponse.json(ada)
      }),
    )
    let choose: (id: string) => void = () => undefined
    function Detail() {
      const [id, setId] = useState<string>()
      choose = setId
      return <p>user: {useName(id === undefined ? undefined : { id }) ?? 'none'}</p>
    }
    renderApp(Mode, <Detail />)
    return { requests, choose: (id: string) => act(() => choose(id)) }
  }

  it.each(Object.entries(HOOKS))('switches %s off, as null does', (__, useName) => {
    const { requests } = worldOf(useName)
    expect(screen.getByText('user: none')).toBeTruthy()
    expect(requests).toEqual([])
  })

  it.each(['useSuspense', 'useDLE', 'useLive'])(
    'is over when the id is known: %s',
    async (name) => {
      const { requests, choose } = worldOf(HOOKS[name] as (typeof HOOKS)[string])
      choose('1')
      expect(await screen.findByText('user: Ada')).toBeTruthy()
      expect(requests).toEqual(['1'])
    },
  )

  it('has `{}` beside it where no argument is needed, which reads the same as without', async () => {
    const getMe = get.extend({ path: '/users/1' })
    const { requests } = worldOf(() => undefined)
    let show: (isOn: boolean) => void = () => undefined
    function Me() {
      const [isOn, setOn] = useState(false)
      show = setOn
      useSubscription(getMe, isOn ? {} : null)
      const { data } = useDLE(getMe, isOn ? {} : null)
      const known = useCache(getMe)
      return (
        <p>
          me: {data?.name ?? 'none'}, {known?.name ?? 'unknown'}
        </p>
      )
    }
    renderApp(Mode, <Me />)
    expect(screen.getByText('me: none, unknown')).toBeTruthy()
    act(() => show(true))
    expect(await screen.findByText('me: Ada, Ada')).toBeTruthy()
    act(() => show(false))
    expect(screen.getByText('me: none, Ada')).toBeTruthy()
    expect(requests).toEqual(['1'])
  })

  it('switches an endpoint off that needs no argument; without it the endpoint is read', async () => {
    server.use(http.get(`${API}/users`, () => HttpResponse.json([ada])))
    function Lists() {
      const none = useDLE(getList, undefined)
      const all = useDLE(getList)
      return (
        <p>
          {none.loading ? 'busy' : `${none.data?.length}`}, {all.data?.length}
        </p>
      )
    }
    renderApp(Mode, <Lists />)
    expect(await screen.findByText('undefined, 1')).toBeTruthy()
  })
})
