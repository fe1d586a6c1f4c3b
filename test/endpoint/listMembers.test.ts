import { http, HttpResponse } from 'msw'
import {
  Collection,
  Entity,
  pages,
  Query,
  resource,
  RestEndpoint,
  schema,
  Union,
  Values,
} from 'rtk-rest'
import { describe, expect, it } from 'vitest'
import { API, server } from '../support/server'
import { createStore } from '../support/world'
import { recordRequests } from './recordRequests'

class User extends Entity {
  id = ''
  name = ''
  team = ''
  static override key = 'User'
}

const users = new Collection([User])
const urlPrefix = API
const getUsers = new RestEndpoint({ path: '/users', urlPrefix, schema: users })
const UserResource = resource({ path: '/users/:id', urlPrefix, schema: User })
const ids = (list: readonly User[] | undefined) => list?.map(({ id }) => id)

describe('the derived endpoints of a list endpoint', () => {
  it.each([
    ['push', 'POST', 'User.create'],
    ['unshift', 'POST', 'User.getList.unshift'],
    ['remove', 'PATCH', 'User.getList.remove'],
    ['move', 'PATCH', 'User.getList.move'],
  ] as const)('%s has the method %s and the name %s', (member, method, name) => {
    const endpoint = UserResource.getList[member]
    expect(endpoint).toBeInstanceOf(RestEndpoint)
    expect([endpoint.method, endpoint.name, endpoint.sideEffect]).toEqual([method, name, true])
    expect(endpoint.schema.collection).toBe(UserResource.getList.schema)
  })

  it('inherit the options of the list endpoint', async () => {
    const sent = recordRequests({ id: '1' })
    const getList = getUsers.extend({
      getHeaders: (headers: Record<string, string>) => ({ ...headers, 'x-token': 'abc' }),
      dataExpiryLength: 7,
    })
    await getList.remove({ id: '1' })
    expect(sent[0]?.headers.get('x-token')).toBe('abc')
    expect(getList.move.dataExpiryLength).toBe(7)
  })

  it('have no schema without a collection, or with a collection of another kind', () => {
    const listless: RestEndpoint = new RestEndpoint({ path: '/users', schema: { users: [User] } })
    const schemaless: RestEndpoint = new RestEndpoint({ path: '/users' })
    const list: RestEndpoint = getUsers
    expect(listless.push.schema).toBeUndefined()
    expect(listless.remove.schema).toBeUndefined()
    expect(list.assign.schema).toBeUndefined()
    expect(schemaless.move.schema).toBeUndefined()
  })

  it.each([
    ['an object', { data: { next: '', users } }],
    ['a schema.Object', new schema.Object({ data: new schema.Object({ users }) })],
    ['a Query', new Query(users, (list) => list.length)],
    ['a Query of an object', new Query({ users }, Object)],
  ])('find the collection in %s', (_, within) => {
    const endpoint = new RestEndpoint({
      path: '/users',
      schema: within as unknown as { users: typeof users },
    })
    expect(endpoint.push.schema.collection.member).toBe(users.member)
    expect(endpoint.push.schema.collection.address).toBe('/users')
  })

  it('do not find a collection inside an array', () => {
    const nested: RestEndpoint = new RestEndpoint({ path: '/users', schema: [users] })
    expect(nested.push.schema).toBeUndefined()
  })

  it('move sends to the path of one entity, or to `movePath`', () => {
    expect(UserResource.getList.move.key({ id: 5 }, {})).toBe(`PATCH ${API}/users/5`)
    expect(getUsers.move.key({ name: 'x' })).toBe(`PATCH ${API}/users`)
    const { getList } = resource({
      path: '/users/:id',
      urlPrefix,
      schema: User,
      movePath: '/users/:id/move',
    })
    expect(getList.move.key({ id: 5 }, {})).toBe(`PATCH ${API}/users/5/move`)
    expect(getList.remove.key({ team: 'a' }, {})).toBe(`PATCH ${API}/users?team=a`)
  })
})

describe('the derived endpoints of a list endpoint, dispatched to a store,', () => {
  const { getList } = UserResource
  const a = { team: 'a' }
  const b = { team: 'b' }

  async function knowing() {
    server.use(
      http.get(`${API}/users`, ({ request }) => {
        const team = new URL(request.url).searchParams.get('team')
        return HttpResponse.json([{ id: `${team}1`, team }])
      }),
      http.all(`${API}/users`, async ({ request }) => HttpResponse.json(await request.json())),
      http.patch(`${API}/users/:id`, async ({ request, params }) =>
        HttpResponse.json(Object.assign((await request.json()) as object, { id: params['id'] })),
      ),
    )
    const { controller } = createStore()
    await Promise.all([controller.fetch(getList, a), controller.fetch(getList, b)])
    return controller
  }

  it('remove takes an entity out of the given list and stores its new fields', async () => {
    const controller = await knowing()
    const user = await controller.fetch(getList.remove, b, { id: 'b1', team: '' })
    expect(user).toBeInstanceOf(User)
    expect(controller.getResponse(getList, b).data).toEqual([])
    expect(ids(controller.getResponse(getList, a).data)).toEqual(['a1'])
    expect(controller.get(User, 'b1')).toMatchObject({ team: '' })
  })

  it('move takes an entity out of one list and adds it to another', async () => {
    const controller = await knowing()
    const user = await controller.fetch(getList.move, { id: 'a1' }, { team: 'b' })
    expect(user).toMatchObject({ id: 'a1', team: 'b' })
    expect(controller.getResponse(getList, a).data).toEqual([])
    expect(ids(controller.getResponse(getList, b).data)).toEqual(['b1', 'a1'])
  })

  it('assign adds an entity to a map', async () => {
    const byRole = new RestEndpoint({
      path: '/users',
      urlPrefix,
      schema: new Collection(new Values(User), { argsKey: () => ({}) }),
    })
    const controller = await knowing()
    controller.set(byRole.schema, { owner: { id: '1' } })
    await controller.fetch(byRole.assign, { guest: { id: '2' } })
    expect(Object.keys(controller.get(byRole.schema) ?? {})).toEqual(['owner', 'guest'])
  })
})

describe('pages of a list', () => {
  const page = (...names: string[]) => names.map((id) => ({ id }))

  function serve() {
    const requests: string[] = []
    server.use(
      http.get(`${API}/users`, ({ request }) => {
        const { searchParams } = new URL(request.url)
        requests.push(searchParams.toString())
        return searchParams.get('cursor') === '2'
          ? HttpResponse.json({ next: '', users: page('2', '3') })
          : HttpResponse.json({ next: '2', users: page('1', '2') })
      }),
    )
    return requests
  }

  const teamParams: { team?: string } = {}
  const paged = new RestEndpoint({
    path: '/users',
    urlPrefix,
    searchParams: teamParams,
    schema: { next: '', users },
    paginationField: [pages, 'cursor'],
  })

  it('are added to the list without duplicates; other fields of the response are replaced', async () => {
    const requests = serve()
    const { controller } = createStore()
    await controller.fetch(paged, { team: 'a' })
    const all = await controller.fetch(paged.getPage, { team: 'a', cursor: 2 })
    expect(requests).toEqual(['team=a', 'cursor=2&team=a'])
    expect(ids(all.users)).toEqual(['1', '2', '3'])
    expect(all.next).toBe('')
    expect(controller.getResponse(paged, { team: 'a' }).data).toEqual(all)
    expect(controller.getResponse(paged, { team: 'a' }).data?.users).toBe(all.users)
  })

  it('create the list if there is none yet', async () => {
    serve()
    const { controller } = createStore()
    await controller.fetch(paged.getPage, { cursor: 2 })
    expect(ids(controller.getResponse(paged, {}).data?.users)).toEqual(['2', '3'])
  })

  it('have the key of the list', () => {
    expect(paged.getPage.key({ team: 'a', cursor: 2 })).toBe(paged.key({ team: 'a' }))
    expect(paged.getPage.url({ cursor: 2 })).toBe(`${API}/users?cursor=2`)
    expect(paged.getPage.name).toBe(`${paged.name}.getPage`)
    expect(paged.getPage.sideEffect).toBeUndefined()
    expect(paged.extend({ path: '/people' }).getPage.key({ cursor: 2 })).toBe(`GET ${API}/people`)
  })

  it('can derive the arguments of the list with a function', async () => {
    const requests = serve()
    const { getPage } = paged.extend({
      paginationField: [
        pages,
        ({ cursor: _, ...rest }: { cursor: string; team?: string }) => [rest],
      ],
    })
    const { controller } = createStore()
    await controller.fetch(paged, {})
    const all = await controller.fetch(getPage, { cursor: '2' })
    expect(ids(all.users)).toEqual(['1', '2', '3'])
    expect(requests).toEqual(['', 'cursor=2'])
    const named = paged.extend({ paginationField: [pages, 'after'] }).getPage
    expect(named.key({ after: 1, team: 'b' })).toBe(paged.key({ team: 'b' }))
  })

  it('pass through the Query that contains the list', async () => {
    serve()
    const names = new Query({ next: '', users }, (it) => ids(it.users)?.toReversed())
    const getNames = paged.extend({ schema: names })
    const { controller } = createStore()
    expect(await controller.fetch(getNames)).toEqual(['2', '1'])
    expect(await controller.fetch(getNames.getPage, { cursor: 2 })).toEqual(['3', '2', '1'])
  })

  it('are read as the schema.Object that contains the list', async () => {
    serve()
    const getObject = paged.extend({ schema: new schema.Object({ next: '', users }) })
    const { controller } = createStore()
    await controller.fetch(getObject)
    expect(ids((await controller.fetch(getObject.getPage, { cursor: 2 })).users)).toHaveLength(3)
  })

  it('have no duplicates in a list of a union', async () => {
    serve()
    const mixed = new Collection([new Union({ user: User }, () => 'user')])
    const getMixed = paged.extend({ schema: { next: '', users: mixed } })
    const { controller } = createStore()
    await controller.fetch(getMixed)
    expect(ids((await controller.fetch(getMixed.getPage, { cursor: 2 })).users)).toEqual([
      '1',
      '2',
      '3',
    ])
  })

  it('add their new keys to a map', async () => {
    server.use(
      http.get(`${API}/users`, ({ request }) => {
        const cursor = new URL(request.url).searchParams.get('cursor') ?? '1'
        return HttpResponse.json({ [`page${cursor}`]: { id: cursor } })
      }),
    )
    const getMap = new RestEndpoint({
      path: '/users',
      urlPrefix,
      schema: new Collection(new Values(User)),
      paginationField: [pages, 'cursor'],
    })
    const { controller } = createStore()
    await controller.fetch(getMap)
    const all = await controller.fetch(getMap.getPage, { cursor: 2 })
    expect(Object.keys(all)).toEqual(['page1', 'page2'])
  })

  it('respect a subclass of Collection that overrides pk', async () => {
    serve()
    class Mine extends Collection<readonly [typeof User]> {
      override pk() {
        return '{"mine":"yes"}'
      }
    }
    const mine = new Mine([User])
    const getMine = paged.extend({ schema: { next: '', users: mine } })
    const { controller } = createStore()
    await controller.fetch(getMine.getPage, { cursor: 2 })
    expect(getMine.getPage.schema.users).toBeInstanceOf(Mine)
    expect(Object.keys(controller.getState().entities)).toContain('[User]')
    expect(ids(controller.get(mine))).toEqual(['2', '3'])
  })

  it('are available on a resource with paginationField', () => {
    const { getList } = resource({
      path: '/users/:id',
      schema: User,
      paginationField: [pages, 'page'],
    })
    expect(getList.getPage.key({ page: 2, team: 'a' })).toBe('GET /users?team=a')
    expect(getList.getPage.name).toBe('User.getList.getPage')
  })

  it('are undefined without a paginationField', () => {
    expect(getUsers.getPage).toBeUndefined()
    expect(UserResource.getList.getPage).toBeUndefined()
  })

  it('throw an error without a collection', () => {
    const plain = new RestEndpoint({ path: '/users', schema: [User] })
    expect(() => plain.extend({ paginationField: [pages, 'cursor'] }).getPage).toThrow(
      'Missing Collection',
    )
  })
})
