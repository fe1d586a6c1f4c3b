// @vitest-environment node
import {
  Collection,
  Entity,
  hookifyResource,
  Invalidate,
  pages,
  resource,
  RestEndpoint,
  type RestGenerics,
  Union,
} from 'rtk-rest'
import { describe, expect, it, vi } from 'vitest'

// Every member of a resource with its default, and what it does. Details have files of their own beside this one.

class User extends Entity {
  id = ''
  static override key = 'Person'
}
class Group extends Entity {
  id = ''
  static override key = 'Group'
}
class AppEndpoint<O extends RestGenerics> extends RestEndpoint<O> {}
class AppCollection extends Collection {}

const path = '/users/:id'
const all = ['get', 'getList', 'create', 'update', 'partialUpdate', 'delete'] as const
const make = (options: object = {}) => resource({ path, schema: User, ...options })
const plain = make()

type Row = readonly [member: string, theDefault: string, behaviour: string, check: () => unknown]

const optionRows: readonly Row[] = [
  [
    'path',
    'needed',
    'needs a parameter',
    () => expect(() => make({ path: '/users' })).toThrow(/path with a parameter/),
  ],
  [
    'schema',
    'needed',
    'accepts an entity or a union only',
    () => {
      const union = new Union({ user: User, group: Group }, 'type')
      expect(make({ schema: union }).delete.schema).toBeInstanceOf(Invalidate)
      expect(make({ schema: union }).get.name).toBe('Person;Group.get')
      for (const schema of [undefined, [User], { user: User }, new Collection([User])]) {
        expect(() => make({ schema })).toThrow(/entity class or a Union/)
      }
    },
  ],
  [
    'urlPrefix',
    'none',
    'precedes every path',
    () => {
      const made = make({ urlPrefix: '/api' })
      for (const member of all) expect(made[member].url({ id: 1 })).toMatch(/^\/api\/users/)
    },
  ],
  [
    'body',
    'any fields',
    'affects only types: get, getList and delete have none',
    () => {
      const made = make({ body: { name: '' } })
      for (const member of all) expect('body' in made[member]).toBe(false)
      expect(made.getList.extend({ body: { name: '' } }).method).toBe('GET')
    },
  ],
  [
    'searchParams',
    'any',
    'affects only types',
    () => {
      const made = make({ searchParams: { page: 1 } })
      expect('searchParams' in made.getList).toBe(false)
      expect(made.getList.url({ page: 2 })).toBe('/users?page=2')
    },
  ],
  [
    'paginationField',
    'none',
    'adds pages to the list only',
    () => {
      const made = resource({ path, schema: User, paginationField: [pages, 'cursor'] })
      expect(made.getList.getPage.key({ cursor: 2 })).toBe('GET /users')
      expect(made.getList.getPage.name).toBe('Person.getList.getPage')
      expect('paginationField' in made.get).toBe(false)
      expect(plain.getList.getPage).toBeUndefined()
    },
  ],
  [
    'movePath',
    'the path of one',
    'is the path of move',
    () => {
      expect(plain.getList.move.path).toBe(path)
      expect(make({ movePath: '/moves/:id' }).getList.move.path).toBe('/moves/:id')
    },
  ],
  [
    'filters',
    'by equal fields',
    'decides which lists an entity is added to',
    () => {
      const made = make({ filters: { page: 'window' } })
      expect(made.getList.schema.options.filters).toEqual({ page: 'window' })
      expect('filters' in made.get).toBe(false)
    },
  ],
  [
    'Endpoint',
    'RestEndpoint',
    'is the class of all endpoints',
    () => {
      const made = make({ Endpoint: AppEndpoint })
      for (const member of all) expect(made[member]).toBeInstanceOf(AppEndpoint)
      expect(plain.get).not.toBeInstanceOf(AppEndpoint)
    },
  ],
  [
    'Collection',
    'Collection',
    'is the class of the list',
    () => {
      expect(make({ Collection: AppCollection }).getList.schema).toBeInstanceOf(AppCollection)
      expect(plain.getList.schema).not.toBeInstanceOf(AppCollection)
    },
  ],
  [
    'endpoint, collection',
    'none',
    'throws an error that names the option with a capital letter',
    () => {
      const warn = vi.mocked(console.warn).mockImplementation(() => undefined)
      make({ endpoint: AppEndpoint, collection: AppCollection })
      const said = warn.mock.calls.flat()
      expect(said).toEqual([
        expect.stringMatching(/did you mean `Endpoint`/),
        expect.stringMatching(/did you mean `Collection`/),
      ])
      make({ endpoint: '/of/ours' })
      expect(warn).toHaveBeenCalledTimes(2)
      warn.mockClear()
    },
  ],
  [
    'any other',
    '',
    'is an option of all endpoints',
    () => {
      const options = { errorExpiryLength: 5, timeout: 7, invalidIfStale: true, mine: 1 }
      const made = make(options)
      for (const member of all) expect(made[member]).toEqual(expect.objectContaining(options))
    },
  ],
  [
    'name',
    '',
    'is the key of the entity and the name of the endpoint, and cannot be set',
    () => expect(make({ name: 'mine' }).update.name).toBe('Person.update'),
  ],
]

const memberRows: readonly Row[] = [
  ...(
    [
      ['get', 'GET', path, 'Person.get'],
      ['getList', 'GET', '/users', 'Person.getList'],
      ['create', 'POST', '/users', 'Person.create'],
      ['update', 'PUT', path, 'Person.update'],
      ['partialUpdate', 'PATCH', path, 'Person.partialUpdate'],
      ['delete', 'DELETE', path, 'Person.delete'],
    ] as const
  ).map(([member, ...about]): Row => [
    member,
    '',
    about.join(' '),
    () => {
      const { method, path: itsPath, name } = plain[member]
      expect([method, itsPath, name]).toEqual(about)
    },
  ]),
  ...(
    [
      ['push', 'POST', '/users', 'Person.create'],
      ['unshift', 'POST', '/users', 'Person.getList.unshift'],
      ['assign', 'POST', '/users', 'Person.getList.assign'],
      ['remove', 'PATCH', '/users', 'Person.getList.remove'],
      ['move', 'PATCH', path, 'Person.getList.move'],
    ] as const
  ).map(([member, ...about]): Row => [
    `getList.${member}`,
    '',
    about.join(' '),
    () => {
      const getList: RestEndpoint = plain.getList
      const { method, path: itsPath, name } = getList[member] as RestEndpoint
      expect([method, itsPath, name]).toEqual(about)
    },
  ]),
  [
    'schemas',
    '',
    'are the entity, a list of it, and Invalidate of it; differs: updates change lists',
    () => {
      expect(plain.get.schema).toBe(User)
      for (const member of ['update', 'partialUpdate'] as const) {
        expect(plain[member].schema).toMatchObject({ collection: plain.getList.schema })
      }
      expect(plain.getList.schema).toBeInstanceOf(Collection)
      expect(plain.create.schema).toEqual(plain.getList.schema.push)
      expect(plain.delete.schema.entity).toBe(User)
    },
  ],
  ...(
    [
      ['/:group/posts/:id', '/:group/posts'],
      ['/repos/:owner/*path', '/repos/:owner'],
      ['/x{/:id}', '/x'],
      ['/:id', '/'],
      ['/a\\:b/:id', '/a\\:b'],
    ] as const
  ).map(([itsPath, short]): Row => [
    'the path of the list',
    'the path without its last parameter',
    `is ${short} for ${itsPath}`,
    () => expect(make({ path: itsPath }).getList.path).toBe(short),
  ]),
]

const extendRows: readonly Row[] = [
  [
    "extend('get', options)",
    '',
    'replaces an endpoint',
    () => {
      const made = plain.extend('get', { dataExpiryLength: 5 })
      expect([made.get.dataExpiryLength, made.get.name]).toEqual([5, 'Person.get'])
    },
  ],
  [
    "extend('current', options)",
    '',
    'adds an endpoint like get',
    () => {
      const { current } = plain.extend('current', { path: '/user' })
      expect([current.name, current.schema]).toEqual(['Person.current', User])
    },
  ],
  [
    'extend({ get: options })',
    '',
    'replaces several endpoints, and throws an error for others',
    () => {
      const made = plain.extend({ get: { timeout: 5 }, delete: { timeout: 6 } })
      expect([made.get.timeout, made.delete.timeout]).toEqual([5, 6])
      expect(() => plain.extend({ got: {} } as never)).toThrow(TypeError)
    },
  ],
  [
    'extend((base) => endpoints)',
    '',
    'adds and replaces any endpoints',
    () => {
      const get = plain.get.extend({ timeout: 5 })
      const made = plain.extend((base) => ({ get, first: base.get.extend({ path: '/first' }) }))
      expect(made.get).toBe(get)
      expect(made.first.path).toBe('/first')
    },
  ],
  [
    'the result of extend',
    '',
    'is a plain object with extend, and the resource is unchanged',
    () => {
      const made = plain.extend('one', { path: '/one' }).extend('two', { path: '/two' })
      expect(Object.getPrototypeOf(made)).toBe(Object.prototype)
      expect(Object.keys(made)).toEqual([...all, 'one', 'two', 'extend'])
      expect(Object.keys(plain)).toEqual([...all, 'extend'])
      expect(made.create).toBe(plain.create)
    },
  ],
  [
    'hookifyResource',
    '',
    'has a hook for each endpoint, which adds a requestInit and keeps the key',
    () => {
      const init = { headers: { 'x-a': '1' } }
      const hooks = hookifyResource(plain.extend('mine', { path: '/mine' }), () => init)
      expect(Object.keys(hooks)).toEqual([
        'useGet',
        'useGetList',
        'useCreate',
        'useUpdate',
        'usePartialUpdate',
        'useDelete',
        'useMine',
      ])
      expect(hooks.useGetList().push.requestInit).toEqual(init)
      expect(hooks.useGet().key({ id: 1 })).toBe(plain.get.key({ id: 1 }))
    },
  ],
]

describe.each([
  ['an option of resource()', optionRows],
  ['a member of a resource', memberRows],
  ['extending', extendRows],
])('%s', (_, rows) => {
  it.each(
    rows.map(([member, theDefault, ...rest]) => [member, theDefault || '–', ...rest] as const),
  )('%s (default: %s) %s', async (_member, _default, _behaviour, check) => {
    expect.hasAssertions()
    await check()
  })
})
