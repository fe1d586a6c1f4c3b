import { http, HttpResponse } from 'msw'
import { Endpoint, RestEndpoint } from 'rtk-rest'
import { describe, expect, it } from 'vitest'
import { said } from '../support/said'
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
    expect(said()).toEqual([])
    await controller.fetch(getPost, { id: '1' })
    await controller.fetch(getPost, { id: '1' })
    expect(said()).toEqual([expect.stringContaining('Two endpoints are called "get"')])
  })
})

const client = { users: async () => ['Ada'], posts: async () => ['Hello'] }

/** Two endpoints of functions, as users make them around a client. */
const pair = (options: { readonly name?: string }) => ({
  users: new Endpoint(async () => client.users(), options),
  posts: new Endpoint(async () => client.posts(), options),
})

describe('two functions with one name', () => {
  it.each([
    ['none', {}, 'Two endpoints have no name'],
    ['the same', { name: 'list' }, 'Two endpoints are called "list"'],
  ])(
    'are reported once, as each shows what the other has fetched: %s',
    async (_, options, problem) => {
      const { users, posts } = pair(options)
      const { controller } = createStore()
      await controller.fetch(users)
      expect(said()).toEqual([])
      expect(controller.getResponse(posts).data).toEqual(['Ada'])
      await controller.fetch(posts)
      await controller.fetch(users)
      expect(said()).toEqual([
        `${problem}, so each shows what the other has fetched; give one of them another \`name\`.`,
      ])
      expect(controller.getResponse(posts).data).toEqual(['Ada'])
    },
  )

  it('are reported where the second one only shows what the first has fetched', async () => {
    const { users, posts } = pair({ name: 'list' })
    const { controller } = createStore()
    await controller.fetch(users)
    const reader = controller.retain(posts)
    expect(controller.getResponse(posts).data).toEqual(['Ada'])
    expect(said()).toEqual([expect.stringContaining('so each shows what the other has fetched')])
    reader.release()
  })

  it('are not reported where they are one', async () => {
    const { controller } = createStore()
    const { users } = pair({ name: 'list' })
    const make = (name: string) => new Endpoint(async () => [name], { name: 'names' })
    await controller.fetch(users)
    await controller.fetch(users.extend({ dataExpiryLength: 5 }))
    await controller.fetch(users.extend({ fetch: client.users }))
    await controller.fetch(users.bind(undefined))
    // A module that is loaded again makes its endpoints anew.
    await controller.fetch(make('Ada'))
    await controller.fetch(make('Ada'))
    expect(said()).toEqual([])
  })

  it('are not reported where they change data, or have keys of their own', async () => {
    const { controller } = createStore()
    const options = { name: 'save', sideEffect: true } as const
    await controller.fetch(new Endpoint(async () => 1, options))
    await controller.fetch(new Endpoint(async () => 2, options))
    const getAddress = new RestEndpoint({ path: '/users/1', urlPrefix: API, name: '/users/1' })
    server.use(http.get(`${API}/users/1`, () => HttpResponse.json({ id: '1' })))
    await controller.fetch(getAddress)
    await controller.fetch(
      new RestEndpoint({ path: '/users/:id', urlPrefix: API, name: '/users/1' }),
      { id: '1' },
    )
    expect(said()).toEqual([])
  })
})
