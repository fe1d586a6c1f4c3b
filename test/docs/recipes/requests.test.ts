import type { ServerResponse } from 'node:http'
import { ResetError, RestEndpoint, rows, type Progress, ValidationError } from 'rtk-rest'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { deferred } from '../../support/world'
import { API, arrived, received, respond } from './api'
import { getArchive } from './requests/ArchiveButton'
import * as logout from './requests/logout'
import { describeError, OrderResource } from './requests/OrderPage'
import { download, withProgress } from './requests/progress'
import { getProfile, sendOrder } from './requests/statuses'
import {
  createUser as createWithAvatar,
  importUsers,
  putAvatar,
  UserResource,
} from './requests/uploads'
import { createUser, getUser, User } from './requests/validation'
import { controller, store } from './store'

beforeEach(() => {
  controller.reset()
})

/** Writes bytes, and ends when the promise resolves. */
function trickle(response: ServerResponse, size: number, end: Promise<void>): undefined {
  response.writeHead(200, { 'content-length': String(size) })
  response.write(new Uint8Array(1_000))
  void end.then(() => response.end(new Uint8Array(size - 1_000)))
}

describe('the recipe for progress', () => {
  it('reports the progress of one call', async () => {
    const end = deferred()
    respond((_, response) => trickle(response, 5_000, end.promise))
    const seen: Progress[] = []
    const blob = await download('1', (progress) => {
      seen.push(progress)
      end.resolve()
    })
    expect(blob.size).toBe(5_000)
    expect(seen[0]).toEqual({ loaded: 1_000, total: 5_000 })
    expect(seen.at(-1)).toEqual({ loaded: 5_000, total: 5_000 })
  })

  it('reports the progress of each call of an endpoint, without a total if unknown', async () => {
    respond((_, response) => {
      response.write('some')
      response.end('thing')
      return undefined
    })
    const seen: Progress[] = []
    await withProgress((progress) => seen.push(progress))({ id: '1' })
    expect(seen.at(-1)).toEqual({ loaded: 9, total: undefined })
  })

  it('reports the progress of a repeated download, as nothing is stored', async () => {
    respond(() => ({ body: 'zip' }))
    await controller.fetch(getArchive, { id: '2' })
    await controller.fetch(getArchive, { id: '2' })
    expect(received).toHaveLength(2)
    await vi.waitFor(() => expect(rows(store.getState().rest.requests)).toEqual([]))
  })
})

describe('the recipe for errors', () => {
  it('says that the app is offline', async () => {
    respond((_, response) => void response.destroy())
    const error: unknown = await controller
      .fetch(OrderResource.get, { id: '1' })
      .catch((thrown: unknown) => thrown)
    expect(describeError(error as Error)).toBe('You are offline.')
  })
})

describe('the recipe for statuses', () => {
  it('makes an error of a response with status 200', async () => {
    respond(() => ({ json: { ok: false, reason: 'sold out' } }))
    await expect(sendOrder({ amount: 5 })).rejects.toMatchObject({
      status: 200,
      data: { reason: 'sold out' },
    })
    respond(() => ({ json: { ok: true, id: '7' } }))
    expect(await sendOrder({ amount: 5 })).toEqual({ ok: true, id: '7' })
    respond(() => ({ json: { ok: true }, status: 503 }))
    await expect(sendOrder({ amount: 5 })).rejects.toMatchObject({ status: 503 })
  })

  it('makes a result of a response with status 404', async () => {
    respond(() => ({ json: { text: 'no profile yet' }, status: 404 }))
    expect(await controller.fetch(getProfile, { id: '1' })).toEqual({ text: 'no profile yet' })
    respond(() => ({ status: 500 }))
    await expect(controller.fetch(getProfile, { id: '1' })).rejects.toMatchObject({ status: 500 })
  })
})

describe('the recipe for uploads', () => {
  const ada = { id: '1', name: 'Ada', avatarUrl: '/1.png' }

  it('sends a form with the boundary of fetch', async () => {
    respond(() => ({ json: ada }))
    const file = new File(['pixels'], 'ada.png', { type: 'image/png' })
    expect(await createWithAvatar('Ada', file)).toMatchObject(ada)
    const [{ headers, body } = { headers: {}, body: '' }] = received
    const [, boundary = '?'] =
      headers['content-type']?.split('multipart/form-data; boundary=') ?? []
    expect(body.startsWith(`--${boundary}`)).toBe(true)
    expect(body).toContain('name="name"\r\n\r\nAda')
    expect(body).toContain('name="avatar"; filename="ada.png"\r\nContent-Type: image/png')
  })

  it('sends a file with the type of the file', async () => {
    respond(() => ({ json: ada }))
    await controller.fetch(putAvatar, { id: '1' }, new Blob(['pixels'], { type: 'image/webp' }))
    expect(received).toMatchObject([
      { method: 'PUT', headers: { 'content-type': 'image/webp' }, body: 'pixels' },
    ])
    expect(JSON.stringify(store.getState())).not.toContain('pixels')
  })
})

describe('the recipe for an import', () => {
  it('adds each created entity to the lists that match it', async () => {
    const ada = { id: '1', name: 'Ada', team: 'red' }
    const bob = { id: '2', name: 'Bob', team: 'blue' }
    const cy = { id: '0', name: 'Cy', team: 'red' }
    respond(({ method }) => ({ json: method === 'GET' ? [cy] : [ada, bob] }))
    const { getList } = UserResource
    await Promise.all([controller.fetch(getList), controller.fetch(getList, { team: 'red' })])
    const form = new FormData()
    form.set('file', new File(['name,team'], 'users.csv', { type: 'text/csv' }))
    expect(await controller.fetch(importUsers, form)).toMatchObject([ada, bob])
    expect(received.at(-1)).toMatchObject({ method: 'POST', path: '/users/import' })
    expect(controller.getResponse(getList).data).toMatchObject([cy, ada, bob])
    expect(controller.getResponse(getList, { team: 'red' }).data).toMatchObject([cy, ada])
  })
})

describe('the recipe for a logout', () => {
  it('resets the store once, and discards the responses of requests in flight', async () => {
    const late = deferred()
    const controller = logout.rest.getController(logout.store)
    respond(async ({ path, headers }) => {
      if (path === '/users/slow') await late.promise
      const isKnown = headers.authorization === 'Bearer good'
      return isKnown ? { json: { id: path.replace('/users/', ''), name: 'Ada' } } : { status: 401 }
    })
    logout.session.token = 'good'
    await controller.fetch(logout.UserResource.get, { id: '1' })
    const slow = controller.fetch(logout.UserResource.get, { id: 'slow' })
    const outcome = expect(slow).rejects.toBeInstanceOf(ResetError)
    await arrived(2)

    logout.session.token = 'expired'
    const held = logout.store.dispatch(logout.rest.retain(logout.UserResource.get, { id: '2' }))
    await vi.waitFor(() => expect(logout.session.isOnLoginPage).toBe(true))
    late.resolve()
    await outcome
    await controller.allSettled()
    expect(logout.session.token).toBe('')
    expect(logout.store.getState().rest.entities).toEqual({})
    expect(received.map(({ path }) => path)).toEqual(['/users/1', '/users/slow', '/users/2'])

    logout.session.token = 'good'
    expect(await controller.fetch(logout.UserResource.get, { id: '2' })).toMatchObject({ id: '2' })
    held.release()
  })
})

describe('a login that is rejected with 401', () => {
  it('does not trigger a logout', async () => {
    respond(() => ({ status: 401 }))
    const options = { urlPrefix: API, path: '/login', method: 'POST', body: {}, sensitive: true }
    const login = new RestEndpoint(options)
    const controller = logout.rest.getController(logout.store)
    Object.assign(logout.session, { token: 'good', isOnLoginPage: false })
    await expect(controller.fetch(login, { password: 'wrong' })).rejects.toMatchObject({
      status: 401,
    })
    expect(logout.session).toEqual({ token: 'good', isOnLoginPage: false })
  })
})

describe('the recipe for validation', () => {
  it('rejects an invalid response with all issues, and does not store it', async () => {
    respond(() => ({ json: { id: '1', name: 7, age: -1 } }))
    const before = store.getState().rest.entities
    const refused = controller.fetch(getUser, { id: '1' })
    await expect(refused).rejects.toBeInstanceOf(ValidationError)
    await expect(refused).rejects.toMatchObject({
      name: 'ValidationError',
      code: 'INVALID_RESPONSE',
      issues: [{ path: ['name'] }, { path: ['age'] }],
    })
    expect(store.getState().rest.entities).toBe(before)
    expect(controller.get(User, { id: '1' })).toBeUndefined()
    expect(controller.getError(getUser, { id: '1' })).toMatchObject({ code: 'INVALID_RESPONSE' })
  })

  it('accepts any response without responseSchema', async () => {
    const unfit = { id: '1', name: 7, age: -1 }
    respond(() => ({ json: unfit }))
    expect(await getUser.extend({ responseSchema: undefined })({ id: '1' })).toEqual(unfit)
  })

  it('rejects an invalid body, and sends no request', async () => {
    respond(({ body }) => ({ json: { id: '1', ...JSON.parse(body) } }))
    await expect(controller.fetch(createUser, { name: ' ', age: 1.5 })).rejects.toMatchObject({
      code: 'INVALID_BODY',
      issues: [{ path: ['name'] }, { path: ['age'] }],
    })
    expect(received).toEqual([])
    expect(await controller.fetch(createUser, { name: ' Ada ', age: 36 })).toBeInstanceOf(User)
    expect(received).toMatchObject([{ body: '{"name":"Ada","age":36}' }])
  })

  it('stores the output of the schema', async () => {
    respond(() => ({ json: { id: '2', name: ' Bob ', age: 3, secret: 's' } }))
    expect(await controller.fetch(getUser, { id: '2' })).toMatchObject({ name: 'Bob' })
    expect(JSON.stringify(store.getState())).not.toContain('secret')
  })
})
