import { http, HttpResponse } from 'msw'
import { Endpoint, RestEndpoint } from 'rtk-rest'
import { describe, expect, it, vi } from 'vitest'
import { API, server } from '../support/server'
import { createStore, User, UserResource } from '../support/world'

describe('the type of an action', () => {
  it('contains the name of the endpoint, or its method and path', async () => {
    server.use(http.get(`${API}/users/1`, () => HttpResponse.json({ id: '1' })))
    const { controller, actions } = createStore()
    await controller.fetch(UserResource.get, { id: '1' })
    await controller.fetch(new RestEndpoint({ path: '/users/:id', urlPrefix: API }), { id: '1' })
    await controller.fetch(new Endpoint(async () => 5, { name: 'five' }))
    expect(actions.map(({ type }) => type).filter((type) => type.endsWith('fulfilled'))).toEqual([
      'rest/User.get/fulfilled',
      'rest/GET /users/:id/fulfilled',
      'rest/five/fulfilled',
    ])
  })

  it('is reported once if two endpoints have the same name', async () => {
    server.use(http.get(`${API}/:any/1`, () => HttpResponse.json({ id: '1' })))
    const warn = vi.mocked(console.warn).mockImplementation(() => undefined)
    const { controller } = createStore()
    const getUser = new RestEndpoint({
      path: '/users/:id',
      urlPrefix: API,
      schema: User,
      name: 'get',
    })
    const getPost = new RestEndpoint({ path: '/posts/:id', urlPrefix: API, name: 'get' })
    await controller.fetch(getUser, { id: '1' })
    await controller.fetch(getUser.extend({ dataExpiryLength: 5 }), { id: '1' })
    expect(warn).not.toHaveBeenCalled()
    await controller.fetch(getPost, { id: '1' })
    await controller.fetch(getPost, { id: '1' })
    const said = warn.mock.calls.map(([text]) => String(text))
    warn.mockClear()
    expect(said).toEqual([expect.stringContaining('Two endpoints are called "get"')])
  })
})
