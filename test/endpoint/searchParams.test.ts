import { RestEndpoint } from 'rtk-rest'
import { describe, expect, it } from 'vitest'

const search: Record<string, unknown> = {}
const getUsers = new RestEndpoint({ path: '/users', searchParams: search })

describe('the search parameters of an endpoint', () => {
  it('are all parameters that the path does not have, sorted by name', () => {
    const getPosts = new RestEndpoint({ path: '/:group/posts', searchParams: search })
    expect(getPosts.url({ z: 1, group: 'x', a: 'b c&d' })).toBe('/x/posts?a=b+c%26d&z=1')
  })

  it.each([
    ['text', 'x', 'at=x'],
    ['an empty text', '', 'at='],
    ['a number', 0, 'at=0'],
    ['a boolean', false, 'at=false'],
    ['a bigint', 5n, 'at=5'],
    ['null', null, 'at=null'],
    ['a Date', new Date(0), 'at=1970-01-01T00%3A00%3A00.000Z'],
    ['undefined', undefined, ''],
    ['a list', [1, 'b', true], 'at=1&at=b&at=true'],
    ['a list with undefined in it', [1, undefined, 2], 'at=1&at=2'],
    ['an empty list', [], ''],
  ])('may be %s', (_, value, query) => {
    expect(getUsers.url({ at: value })).toBe(query === '' ? '/users' : `/users?${query}`)
  })

  it('keep the order of a list value', () => {
    expect(getUsers.url({ z: [2, 1], a: [1, 2] })).toBe('/users?a=1&a=2&z=2&z=1')
  })

  it.each([
    ['an object', { deep: 1 }],
    ['an invalid Date', new Date(NaN)],
    ['a function', () => 1],
    ['a symbol', Symbol('s')],
    ['an object within a list', [{ deep: 1 }]],
    ['a list within a list', [[1]]],
  ])('that are %s throw a TypeError that names `searchToString`', (_, value) => {
    expect(() => getUsers.url({ at: value })).toThrow(TypeError)
    expect(() => getUsers.url({ at: value })).toThrow(/"at".*searchToString/)
  })

  it('can be serialized by `searchToString`', () => {
    const nested = getUsers.extend({
      searchToString: (params) => `q=${encodeURIComponent(JSON.stringify(params))}`,
    })
    expect(nested.url({ at: { deep: 1 } })).toBe(
      `/users?q=${encodeURIComponent('{"at":{"deep":1}}')}`,
    )
    expect(nested.extend({ searchToString: () => '' }).url({ at: 1 })).toBe('/users')
  })

  it('are appended to those of the path', () => {
    const found = new RestEndpoint({ path: '/search\\?q=:q', searchParams: search })
    expect(found.url({ q: 'x', page: 2 })).toBe('/search?q=x&page=2')
    expect(found.url({ q: 'x' })).toBe('/search?q=x')
  })

  it('follow the prefix and the path', () => {
    const prefixed = getUsers.extend({ urlPrefix: 'https://api.test/v2' })
    expect(prefixed.url({ a: 1 })).toBe('https://api.test/v2/users?a=1')
    expect(prefixed.url()).toBe('https://api.test/v2/users')
  })
})
