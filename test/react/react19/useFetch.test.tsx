import { act, screen } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { use, useEffect } from 'react'
import { useFetch } from 'rtk-rest/react'
import { describe, expect, it, vi } from 'vitest'
import { holdServer } from '../../support/holdServer'
import { modes, renderApp } from '../../support/renderApp'
import { API, server } from '../../support/server'
import { createStore, UserResource } from '../../support/world'

describe.each(modes)('useFetch %s', (_, Mode) => {
  it('returns a promise for use(), and two calls send their requests concurrently', async () => {
    const requests: string[] = []
    server.use(
      http.get(`${API}/users/:id`, ({ params: { id } }) => {
        requests.push(String(id))
        return HttpResponse.json({ id, name: `user ${String(id)}` })
      }),
    )
    function Pair() {
      const one = useFetch(UserResource.get, { id: '1' })
      const other = useFetch(UserResource.get, { id: '2' })
      return (
        <p>
          {use(one).name} and {use(other).name}
        </p>
      )
    }
    await act(async () => renderApp(Mode, <Pair />))
    expect(await screen.findByText('user 1 and user 2')).toBeTruthy()
    expect(requests.toSorted()).toEqual(['1', '2'])
  })

  it('returns a promise that rejects with the error', async () => {
    server.use(http.get(`${API}/users/1`, () => HttpResponse.json({}, { status: 404 })))
    const Detail = () => <p>{use(useFetch(UserResource.get, { id: '1' })).name}</p>
    await act(async () => renderApp(Mode, <Detail />))
    expect((await screen.findByRole('alert')).textContent).toMatch(/Not Found/)
  })

  it('returns a promise of the data, also if all is invalidated before the first response', async () => {
    const { take, sent } = holdServer()
    const world = createStore()
    const seen: unknown[] = []
    function Detail() {
      const promise = useFetch(UserResource.get, { id: '1' })
      useEffect(() => void promise.then((user) => seen.push(user)), [promise])
      return <p>mounted</p>
    }
    renderApp(Mode, <Detail />, world)
    const first = await take('GET /users/1')
    act(() => world.controller.invalidateAll({ testKey: () => true }))
    const second = await take('GET /users/1')
    await act(async () => first.respond({ id: '1', name: 'Ada' }))
    expect(seen).toEqual([])
    await act(async () => second.respond({ id: '1', name: 'Ada Lovelace' }))
    await vi.waitFor(() => expect(seen).not.toEqual([]))
    for (const user of seen) expect(user).toMatchObject({ name: 'Ada Lovelace' })
    expect(sent).toEqual(['GET /users/1', 'GET /users/1'])
  })

  it('suspends in use() until the data is there, also if all is invalidated meanwhile', async () => {
    const { take } = holdServer()
    const world = createStore()
    const Detail = () => <p>{use(useFetch(UserResource.get, { id: '1' })).name}</p>
    await act(async () => renderApp(Mode, <Detail />, world))
    const first = await take('GET /users/1')
    await act(async () => world.controller.invalidateAll({ testKey: () => true }))
    await act(async () => first.respond({ id: '1', name: 'Ada' }))
    expect(screen.getByText('loading')).toBeTruthy()
    const second = await take('GET /users/1')
    await act(async () => second.respond({ id: '1', name: 'Ada Lovelace' }))
    expect(await screen.findByText('Ada Lovelace')).toBeTruthy()
  })
})
