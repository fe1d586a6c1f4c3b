import { http, HttpResponse, type JsonBodyType } from 'msw'
import { denormalize, Entity, Invalidate, normalize, RestEndpoint, Union } from 'rtk-rest'
import type { PlainRows } from 'rtk-rest/types'
import { describe, expect, it, vi } from 'vitest'
import { API, server } from '../support/server'
import { createStore } from '../support/world'
import { row } from './rows'

class User extends Entity {
  id = ''
  readonly type: string = 'user'
  name = ''
  static override key = 'User'
}

class Group extends Entity {
  id = ''
  readonly type: string = 'group'
  static override key = 'Group'
}

const map = { user: User, group: Group }
const gone = new Invalidate(map, 'type')
const stored: PlainRows = {
  User: { 5: row({ id: '5', name: 'Ada' }) },
  Group: { 5: row({ id: '5' }) },
}

const kinds = [
  ['a map and a field', gone],
  ['a map and a function', new Invalidate(map, ({ type }: { type: string }) => type)],
  ['a Union', new Invalidate(new Union(map, 'type'))],
] as const

describe.each(kinds)('Invalidate of %s', (_, schema) => {
  it('invalidates the entity of the kind that the value has', () => {
    const { result, entities } = normalize(schema, { id: 5, type: 'user' }, [], stored)
    expect(result).toEqual({ id: '5', schema: 'user' })
    expect(Object.keys(entities)).toEqual(['User'])
    expect(entities['User']?.['5']).toMatchObject({ invalid: true, data: { name: 'Ada' } })
  })

  it('resolves to an instance of the stored entity', () => {
    const { result, entities } = normalize(schema, { id: '5', type: 'user' }, [], stored)
    expect(denormalize(schema, result, entities)).toBeInstanceOf(User)
    expect(denormalize(schema, { id: '9', schema: 'user' }, entities)).toBeUndefined()
  })

  it('works in lists and objects', () => {
    const deleted = [
      { id: '5', type: 'user' },
      { id: '5', type: 'group' },
    ]
    const { result, entities } = normalize({ log: { deleted: [schema] } }, { log: { deleted } })
    expect(result).toEqual({
      log: {
        deleted: [
          { id: '5', schema: 'user' },
          { id: '5', schema: 'group' },
        ],
      },
    })
    expect([entities['User']?.['5']?.invalid, entities['Group']?.['5']?.invalid]).toEqual([
      true,
      true,
    ])
  })

  it.each([
    ['an unknown kind', { id: '5', type: 'robot' }],
    ['the name of an inherited property', { id: '5', type: 'constructor' }],
    ['no kind', { id: '5' }],
    ['a primary key alone', '5'],
    ['null', null],
  ])('throws an error with the path for %s, and invalidates nothing', (__, value) => {
    expect(() => normalize(schema, value, [], stored)).toThrow(
      expect.objectContaining({
        code: 'INVALID_RESPONSE',
        message: expect.stringMatching(/expected an object .*"user" or "group"/) as string,
      }),
    )
  })

  it('throws an error without a primary key', () => {
    expect(() => normalize({ gone: schema }, { gone: { type: 'user' } })).toThrow(
      'response.gone: expected the primary key of the User to invalidate',
    )
  })

  it('can be passed to `set`, with and without arguments', () => {
    const { controller } = createStore()
    controller.set(User, { id: '1' }, { id: '1', name: 'Ada' })
    controller.set(User, { id: '2' }, { id: '2' })
    controller.set(schema, { id: '1', type: 'user' })
    expect(controller.get(User, { id: '1' })).toBeUndefined()
    controller.set([schema], { id: '2' }, [{ id: '2', type: 'user' }])
    expect(controller.get(User, { id: '2' })).toBeUndefined()
    controller.set(User, { id: '1' }, { id: '1', name: 'Back' })
    expect(controller.get(User, { id: '1' })).toMatchObject({ name: 'Back' })
  })
})

describe('an endpoint with Invalidate of a union,', () => {
  const path = '/:type/:id'
  const remove = new RestEndpoint({ path, urlPrefix: API, method: 'DELETE', schema: gone })

  async function removeWith(response: JsonBodyType | undefined, args = { type: 'user', id: '5' }) {
    server.use(
      http.delete(`${API}/:type/:id`, () =>
        response === undefined
          ? new HttpResponse(null, { status: 204 })
          : HttpResponse.json(response),
      ),
    )
    const { controller } = createStore()
    controller.set([User], [{ id: '5' }])
    controller.set([Group], [{ id: '5' }])
    const last = await controller.fetch(remove, args)
    return { last, user: controller.get(User, '5'), group: controller.get(Group, '5') }
  }

  it.each([
    ['with the entity', { id: '5', type: 'user' }],
    ['with its primary key', '5'],
    ['with something else', { ok: true }],
    ['with nothing', undefined],
  ])('responding %s, invalidates the entity of the response or the path', async (_, response) => {
    const { last, user, group } = await removeWith(response)
    expect(user).toBeUndefined()
    expect(group).toBeInstanceOf(Group)
    expect(last).toBeInstanceOf(User)
  })

  it('rejects if neither response nor path has the kind', async () => {
    await expect(removeWith(undefined, { type: 'robot', id: '5' })).rejects.toMatchObject({
      code: 'INVALID_RESPONSE',
    })
  })
})

describe('a list of Invalidate', () => {
  const deleteMany = new RestEndpoint({
    path: '/things',
    urlPrefix: API,
    method: 'DELETE',
    body: [] as string[],
    schema: [new Invalidate(map, 'type')],
  })
  const robot = { id: '5', type: 'robot' }

  it('omits a member of an unknown kind, with one warning', async () => {
    server.use(
      http.delete(`${API}/things`, () =>
        HttpResponse.json([{ id: '5', type: 'user' }, robot, { id: '5', type: 'group' }, robot]),
      ),
    )
    const { controller } = createStore()
    controller.set([User], [{ id: '5' }])
    controller.set([Group], [{ id: '5' }])
    const last = await controller.fetch(deleteMany, [])
    expect(last).toEqual([expect.any(User), expect.any(Group)])
    expect([controller.get(User, '5'), controller.get(Group, '5')]).toEqual([undefined, undefined])
    expect(vi.mocked(console.warn).mock.calls).toEqual([
      [
        '[response][1] is left out of its list: expected an object whose `type` is "user" or "group", found the string "robot".',
      ],
    ])
    vi.mocked(console.warn).mockClear()
  })

  it('of one entity throws an error for a member without a primary key', () => {
    expect(() => normalize([new Invalidate(User)], [{ type: 'user' }])).toThrow(
      '[User][0]: expected the primary key of the User',
    )
  })
})

describe('the constructor of Invalidate throws an error', () => {
  const make = Invalidate as unknown as new (...args: unknown[]) => unknown

  it.each([
    ['without a schemaAttribute for a map', [map], /needs a schemaAttribute/],
    ['without anything', [], /takes an entity class: new Invalidate\(User\)/],
    ['of an empty map', [{}], /takes an entity class/],
    [
      'of a value that is not an entity',
      [{ user: 'User' }, 'type'],
      /Found the string "User" for "user"/,
    ],
  ])('%s', (_, args, text) => {
    expect(() => new make(...args)).toThrow(text)
  })
})
