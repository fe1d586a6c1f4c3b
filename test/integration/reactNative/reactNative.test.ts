import { resolve } from 'node:path'
import { runInThisContext } from 'node:vm'
import { http, HttpResponse } from 'msw'
import { backoff, RestEndpoint } from 'rtk-rest'
import { describe, expect, it, vi } from 'vitest'
import { API, server } from '../../support/server'
import { createStore, Post, User, UserResource } from '../../support/world'

// What an app on React Native meets and no other; the suites of endpoints run with the same globals beside it.

const endpoint = (options: object = {}) =>
  new RestEndpoint({ path: '/users{/:id}', urlPrefix: API, ...options }) as RestEndpoint

/** A form with a file as React Native has it: a place where it is found. */
function formWith(fields: Readonly<Record<string, string | object>>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value as string)
  return form
}

const photo = { uri: 'file:///photo.jpg', name: 'photo.jpg', type: 'image/jpeg' }

describe('a URL on React Native', () => {
  it('is accepted if it is safe, without a URL parser', () => {
    expect(endpoint({ urlPrefix: '/api' }).url({ id: 1 })).toBe('/api/users/1')
    expect(endpoint({ urlPrefix: 'http://10.0.2.2:3000/v1' }).url()).toBe(
      'http://10.0.2.2:3000/v1/users',
    )
    expect(endpoint({ path: '/@me' }).key({})).toBe(`GET ${API}/@me`)
  })

  it('has sorted search parameters', () => {
    expect(endpoint().url({ b: 2, a: [1, 'x y'], id: 5 })).toBe(`${API}/users/5?a=1&a=x%20y&b=2`)
    expect(endpoint().key({ z: 1, a: 1 })).toBe(`GET ${API}/users?a=1&z=1`)
  })
})

describe('a form on React Native', () => {
  const upload = endpoint({ method: 'POST', body: undefined as unknown })

  it('is a name in actions', async () => {
    server.use(http.post(`${API}/users`, () => HttpResponse.json({ id: '5' })))
    const { store, rest, actions } = createStore()
    await store.dispatch(rest.fetch(endpoint({ method: 'POST' }), formWith({ name: 'Ada', photo })))
    expect(actions.at(-1)?.meta).toMatchObject({
      requestStatus: 'fulfilled',
      arg: { args: ['[FormData]'] },
    })
  })

  it('is part of a key by its entries', () => {
    const search = upload.extend({ sideEffect: false, body: {} })
    const key = search.key(formWith({ name: 'Ada', photo }))
    expect(key).toBe(search.key(formWith({ name: 'Ada', photo })))
    expect(key).not.toBe(search.key(formWith({ name: 'Ada', photo: { ...photo, uri: 'b' } })))
  })

  it('that is pushed is added to the lists that match its fields', async () => {
    server.use(
      http.get(`${API}/users`, () => HttpResponse.json([])),
      http.post(`${API}/users`, () => HttpResponse.json({ id: '5', name: 'Ada' })),
    )
    const { controller } = createStore()
    await controller.fetch(UserResource.getList, { team: 'red' })
    await controller.fetch(UserResource.getList, { team: 'blue' })
    await controller.fetch(UserResource.getList.push, formWith({ team: 'red', name: 'Ada' }))
    const inTeam = (team: string) => controller.getResponse(UserResource.getList, { team })
    expect(inTeam('red')).toMatchObject({ data: [{ id: '5' }] })
    expect(inTeam('blue')).toMatchObject({ data: [] })
    // Development says once that an empty list may have another one.
    vi.mocked(console.warn).mockClear()
  })
})

describe('a store on React Native', () => {
  it('retries a failed request', async () => {
    let count = 0
    server.use(
      http.get(`${API}/users`, () =>
        ++count < 3 ? new HttpResponse(null, { status: 503 }) : HttpResponse.json('here'),
      ),
    )
    const { controller } = createStore()
    expect(await controller.fetch(endpoint({ retry: backoff({ minDelay: 1 }) }))).toBe('here')
    expect(count).toBe(3)
  })

  it('resolves to the response of a download with a timeout', async () => {
    server.use(http.get(`${API}/users`, () => HttpResponse.json('here')))
    const { controller } = createStore()
    const download = endpoint({ timeout: 5_000 })
    expect(await controller.fetch(download)).toBe('here')
  })

  it('rejects a request that is aborted before it is sent with an AbortError', async () => {
    const { store, rest } = createStore()
    const call = store.dispatch(rest.fetch(endpoint()))
    call.abort()
    await expect(call.unwrap()).rejects.toMatchObject({ name: 'AbortError' })
  })
})

describe('a store on Hermes, which has no weak references', () => {
  const lastStates = (count: number) => {
    const { store, rest, controller } = createStore()
    controller.set(Post, { id: '1' }, { id: '1', title: 'one', author: { id: '1', name: '' } })
    return Array.from({ length: count }, (_, at) => {
      controller.set(User, { id: '1' }, { id: '1', name: `Ada ${at}` })
      const { entities, ...state } = store.getState().rest
      // A copy, as a jump in DevTools creates: values that were read of the same state object are not read again.
      const copy = () => ({ rest: { ...state, entities: { ...entities } } })
      return () => rest.selectors.selectEntity(copy(), Post, '1')
    })
  }

  it('returns the same objects for recent states', () => {
    const reads = lastStates(6)
    const seen = reads.map((read) => read())
    expect(new Set(seen).size).toBe(6)
    expect(reads.map((read, at) => read() === seen[at])).toEqual(seen.map(() => true))
  })

  it('returns equal objects for older states', () => {
    const reads = lastStates(40)
    const seen = reads.map((read) => read())
    expect(reads.map((read) => read()?.author?.name)).toEqual(seen.map((_, at) => `Ada ${at}`))
    expect(reads[0]?.()).not.toBe(seen[0])
  })
})

describe('a method that Hermes lacks', () => {
  const sortIn = (file: string) =>
    runInThisContext('[3, 1].toSorted()', { filename: resolve(file) })

  it('throws when the library calls it, and not when other code does', () => {
    expect(() => sortIn('src/endpoint/any.ts')).toThrow('Array.prototype.toSorted: Hermes lacks it')
    expect(sortIn('test/endpoint/any.ts')).toEqual([1, 3])
  })
})
