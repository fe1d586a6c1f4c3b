import { Collection, Endpoint, Entity, RestEndpoint } from 'rtk-rest'
import { describe, expect, it } from 'vitest'
import { createStore } from '../support/world'
import { API } from '../support/server'
import { recordRequests } from './recordRequests'

const list = new RestEndpoint({ path: '/users', urlPrefix: API }) as RestEndpoint
const search = new RestEndpoint({
  path: '/search',
  method: 'POST',
  sideEffect: false,
}) as RestEndpoint

describe('two calls have different keys where', () => {
  const form = (...pairs: [string, string][]) => {
    const data = new FormData()
    for (const [name, value] of pairs) data.append(name, value)
    return data
  }

  it.each([
    ['a search parameter is null, or the text', list, { a: null }, { a: 'null' }],
    ['one of a list is null, or the text', list, { a: [null, 1] }, { a: ['null', 1] }],
    ['one of two is null, or the other', list, { a: null, b: 'null' }, { a: 'null', b: null }],
    ['a body is a form, or a list of pairs', search, form(['q', 'a']), [['q', 'a']]],
    ['a form has more', search, form(['q', 'a']), form(['q', 'a'], ['q', 'b'])],
    ['a list in a body has another order', search, [1, 2], [2, 1]],
    ['a field of a body is a list, or not', search, { a: [1] }, { a: 1 }],
  ])('%s', (_, endpoint, one, other) => {
    expect(endpoint.key(one)).not.toBe(endpoint.key(other))
    expect(endpoint.testKey(endpoint.key(one))).toBe(true)
    expect(endpoint.testKey(endpoint.key(other))).toBe(true)
  })
})

describe('two calls have one key where', () => {
  it.each([
    ['search parameters have another order', list, { a: 1, b: null }, { b: null, a: 1 }],
    ['the fields of a body do', search, { a: 1, b: 2 }, { b: 2, a: 1 }],
    [
      'deeper fields do',
      search,
      { x: [{ a: 1, b: { c: 1, d: 2 } }] },
      { x: [{ b: { d: 2, c: 1 }, a: 1 }] },
    ],
    ['one writes undefined', search, { a: 1, b: undefined }, { a: 1 }],
    [
      'one is read back from a store',
      search,
      { at: new Date(0) },
      { at: '1970-01-01T00:00:00.000Z' },
    ],
  ])('%s', (_, endpoint, one, other) => {
    expect(endpoint.key(one)).toBe(endpoint.key(other))
  })
})

describe('what a key cannot tell from something else is refused:', () => {
  const plain = new Endpoint(async (_value: unknown) => 1, { name: 'plain' })

  it.each([
    ['a search parameter', () => list.key({ page: Number.NaN }), /"page" is NaN.*leave it out/],
    ['one of a list', () => list.key({ ids: [1, Infinity] }), /"ids" is Infinity/],
    ['a field of a body', () => search.key({ at: { page: Number.NaN } }), /"page" is NaN/],
    ['an argument of a plain endpoint', () => plain.key({ n: Number.NaN }), /"n" is NaN/],
  ])('NaN as %s', (_, key, says) => {
    expect(key).toThrow(TypeError)
    expect(key).toThrow(says)
  })

  it('and nothing is sent or dispatched', () => {
    const sent = recordRequests()
    const { store, rest } = createStore()
    const before = store.getState()
    expect(() => store.dispatch(rest.fetch(list, { page: Number.NaN }))).toThrow(/"page" is NaN/)
    expect([store.getState(), sent]).toEqual([before, []])
  })
})

describe('null as a search parameter', () => {
  class User extends Entity {
    id = ''
    static override key = 'User'
  }

  it('has a list of its own, and the same URL as the text', async () => {
    const getUsers = list.extend({ schema: new Collection([User]) }) as RestEndpoint
    const { controller } = createStore()
    const sent = recordRequests([{ id: '1' }])
    await controller.fetch(getUsers, { team: null })
    expect(controller.getResponse(getUsers, { team: null }).data).toMatchObject([{ id: '1' }])
    expect(controller.getResponse(getUsers, { team: 'null' }).data).toBeUndefined()
    await controller.fetch(getUsers, { team: 'null' })
    expect(sent.map(({ url }) => url)).toEqual([`${API}/users?team=null`, `${API}/users?team=null`])
    expect(getUsers.testKey(getUsers.key({ team: null }))).toBe(true)
  })

  it('that `searchToString` leaves out is found by testKey all the same', () => {
    const quiet = list.extend({ searchToString: () => '' })
    expect(quiet.testKey(quiet.key({ team: null }))).toBe(true)
  })
})
