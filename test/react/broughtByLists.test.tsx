import { act, screen } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { useCache, useSuspense } from 'rtk-rest/react'
import { describe, expect, it } from 'vitest'
import { modes, renderApp } from '../support/renderApp'
import { API, server } from '../support/server'
import { createStore, UserResource } from '../support/world'

const { get, getList } = UserResource
const one = { id: '1' }

/** A page with a detail that a list has brought; the server gives it another name from now on. */
async function showBrought(Mode: (typeof modes)[number][1]) {
  const sent: string[] = []
  server.use(
    http.get(`${API}/users`, () => HttpResponse.json([{ id: '1', name: 'Ada' }])),
    http.get(`${API}/users/1`, () => {
      sent.push('GET /users/1')
      return HttpResponse.json({ id: '1', name: 'Ada Lovelace' })
    }),
  )
  const world = createStore()
  await world.controller.fetch(getList)
  function Detail() {
    return <p>{useSuspense(get, one).name}</p>
  }
  await act(async () => renderApp(Mode, <Detail />, world))
  expect(screen.getByText('Ada')).toBeTruthy()
  expect(sent).toEqual([])
  return { ...world, sent }
}

const all = { testKey: () => true }

describe.each(modes)('a detail that a list has brought %s', (_, Mode) => {
  it.each(['expireAll', 'invalidateAll'] as const)(
    'is requested once by the reader that shows it, after %s',
    async (method) => {
      const { controller, sent } = await showBrought(Mode)
      await act(async () => controller[method](all))
      expect(await screen.findByText('Ada Lovelace')).toBeTruthy()
      expect(sent).toEqual(['GET /users/1'])
    },
  )

  it.each(['expire', 'invalidate'] as const)('is requested once after %s', async (method) => {
    const { controller, sent } = await showBrought(Mode)
    await act(async () => controller[method](get, one))
    expect(await screen.findByText('Ada Lovelace')).toBeTruthy()
    expect(sent).toEqual(['GET /users/1'])
  })

  it('leaves nothing of a call that nobody reads', async () => {
    const { controller, store } = await showBrought(Mode)
    const before = store.getState()
    controller.expire(get, { id: '2' })
    expect(store.getState()).toBe(before)
  })

  it('stays where nobody would request it: useCache shows it after invalidateAll, too', async () => {
    server.use(http.get(`${API}/users`, () => HttpResponse.json([{ id: '1', name: 'Ada' }])))
    const world = createStore()
    await world.controller.fetch(getList)
    function Cached() {
      return <p>{useCache(get, one)?.name ?? 'nothing'}</p>
    }
    await act(async () => renderApp(Mode, <Cached />, world))
    await act(async () => world.controller.invalidateAll(all))
    expect(screen.getByText('Ada')).toBeTruthy()
  })
})
