import { configureStore } from '@reduxjs/toolkit'
import { http, HttpResponse } from 'msw'
import { describe, expect, it, vi } from 'vitest'
import { API, server } from '../support/server'
import { UserResource } from '../support/world'
import * as offline from './managers/connection'
import { rest } from './managers/requestLog'

const createStore = () =>
  configureStore({
    reducer: { rest: rest.reducer },
    middleware: (getDefaultMiddleware) => getDefaultMiddleware().concat(rest.middleware),
  })

describe('docs/managers.md', () => {
  it('has a log of requests, in each of two stores its own', async () => {
    server.use(
      http.get(`${API}/users/:id`, ({ params }) =>
        params['id'] === '9'
          ? HttpResponse.json({}, { status: 404 })
          : HttpResponse.json({ id: params['id'], name: 'Ada' }),
      ),
    )
    const [one, other] = [createStore(), createStore()]
    await one.dispatch(rest.fetch(UserResource.get, { id: '1' }))
    await one.dispatch(rest.fetch(UserResource.get, { id: '9' }))
    await other.dispatch(rest.fetch(UserResource.get, { id: '2' }))
    const ms = expect.any(Number) as unknown
    expect(one.getState().rest.managers).toEqual({
      requestLog: [
        { key: `GET ${API}/users/1`, status: 'fulfilled', ms },
        { key: `GET ${API}/users/9`, status: 'rejected', ms },
      ],
    })
    expect(other.getState().rest.managers['requestLog']).toHaveLength(1)
    expect(rest.selectors.selectEntity(one.getState(), UserResource.get.schema, '1')).toBeDefined()
  })

  it('has a gate, which the app opens and closes', async () => {
    const seen = { count: 0 }
    server.use(
      http.get(`${API}/users/1`, () => {
        seen.count += 1
        return HttpResponse.json({ id: '1', name: 'Ada' })
      }),
    )
    const store = configureStore({
      reducer: { rest: offline.rest.reducer },
      middleware: (getDefaultMiddleware) => getDefaultMiddleware().concat(offline.rest.middleware),
    })
    store.dispatch(offline.rest.setOnline(false))
    const reader = store.dispatch(offline.rest.retain(UserResource.get, { id: '1' }))
    await Promise.resolve()
    expect(seen.count).toBe(0)
    store.dispatch(offline.rest.setOnline(true))
    await vi.waitFor(() => expect(seen.count).toBe(1))
    reader.release()
    offline.rest.dispose(store)
  })
})
