import { RestEndpoint } from 'rtk-rest'
import { describe, expect, it } from 'vitest'

const search: Record<string, unknown> = {}
const getUsers = new RestEndpoint({ path: '/users', searchParams: search })

describe('search parameters', () => {
  it('are all that the path does not ask for, sorted by name', () => {
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
    ['undefined', undefined, ''],
    ['a list', [1, 'b', true], 'at=1&at=b&at=true'],
    ['a list with undefined in it', [1, undefined, 2], 'at=1&at=2'],
    ['an empty list', [], ''],
  ])('can be %s', (_, value, query) => {
    expect(getUsers.url({ at: value })).toBe(query === '' ? '/users' : `/users?${query}`)
  })

  it('keep the order of a list, whatever stands beside it', () => {
    expect(getUsers.url({ z: [2, 1], a: [1, 2] })).toBe('/users?a=1&a=2&z=2&z=1')
  })

  it.each([
    ['an object', { deep: 1 }],
    ['a Date', new Date(0)],
    ['a function', () => 1],
    ['a symbol', Symbol('s')],
    ['an object within a list', [{ deep: 1 }]],
    ['a list within a list', [[1]]],
  ])('that are %s are a TypeError that says what to do', (_, value) => {
    expect(() => getUsers.url({ at: value })).toThrow(TypeError)
    expect(() => getUsers.url({ at: value })).toThrow(/"at".*searchToString/)
  })

  it('can be written otherwise by `searchToString`', () => {
    const nested = getUsers.extend({
      searchToString: (params) => `q=${encodeURIComponent(JSON.stringify(params))}`,
    })
    expect(nested.url({ at: { deep: 1 } })).toBe(
      `/users?q=${encodeURIComponent('{"at":{"deep":1}}')}`,
    )
    expect(nested.extend({ searchToString: () => '' }).url({ at: 1 })).toBe('/users')
  })

  it('join those that are in the path', () => {
    const found = new RestEndpoint({ path: '/search\\?q=:q', searchParams: search })
    expect(found.url({ q: 'x', page: 2 })).toBe('/search?q=x&page=2')
    expect(found.url({ q: 'x' })).toBe('/search?q=x')
  })

  it('stand behind the prefix and the path', () => {
    const prefixed = getUsers.extend({ urlPrefix: 'https://api.test/v2' })
    expect(prefixed.url({ a: 1 })).toBe('https://api.test/v2/users?a=1')
    expect(prefixed.url()).toBe('https://api.test/v2/users')
  })
})
