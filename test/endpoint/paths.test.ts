import { RestEndpoint } from 'rtk-rest'
import { describe, expect, it } from 'vitest'

const getUser = new RestEndpoint({ path: '/users/:id' })

/** Calls that the compiler would refuse, as plain JavaScript could make them. */
function urlOf(path: string, params?: object): string {
  return new RestEndpoint({ path }).url(params as never)
}

describe('a urlPrefix that ends with a slash', () => {
  it.each([
    ['https://api.test/', '/users/:id', 'https://api.test/users/5'],
    ['https://api.test//', '/users/:id', 'https://api.test/users/5'],
    ['https://api.test/v1/', '/users/:id', 'https://api.test/v1/users/5'],
    ['https://api.test/v1/', 'users/:id', 'https://api.test/v1/users/5'],
    ['https://api.test/', '{/:lang}/users/:id', 'https://api.test/users/5'],
    ['/api/', '/users/:id', '/api/users/5'],
    ['/', '/users/:id', '/users/5'],
    ['https://api.test/v1/', '', 'https://api.test/v1/'],
  ])('is joined with one slash: %j and %j', (urlPrefix, path, url) => {
    const endpoint: RestEndpoint = new RestEndpoint({ path, urlPrefix })
    expect(endpoint.url(path === '' ? {} : { id: 5 })).toBe(url)
    expect(endpoint.testKey(`GET ${url}`)).toBe(true)
    expect(endpoint.testKey(`GET ${url}?page=2`)).toBe(true)
    expect(endpoint.testKey(`GET ${url}/x`)).toBe(false)
  })
})

describe('a path parameter', () => {
  it('replaces its name in the path', () => {
    expect(getUser.url({ id: 'ada' })).toBe('/users/ada')
    expect(getUser.url({ id: 5 })).toBe('/users/5')
    expect(getUser.url({ id: 0 })).toBe('/users/0')
    expect(urlOf('/:a-:b', { a: 1, b: 2 })).toBe('/1-2')
    expect(urlOf('/:"user-id"/x', { 'user-id': 5 })).toBe('/5/x')
  })

  it.each([
    ['a/b', 'a%2Fb'],
    ['../../admin', '..%2F..%2Fadmin'],
    ['%2e%2e', '%252e%252e'],
    ['%2F', '%252F'],
    ['a?b=c', 'a%3Fb%3Dc'],
    ['a#b', 'a%23b'],
    ['x y&z', 'x%20y%26z'],
    ['ä', '%C3%A4'],
    ['...', '...'],
    ['.hidden', '.hidden'],
  ])('%s stays in its segment, and decodes to the same value', (id, encoded) => {
    const url = getUser.url({ id })
    expect(url).toBe(`/users/${encoded}`)
    expect(new URL(url, 'http://api.test').pathname).toBe(`/users/${encoded}`)
    expect(decodeURIComponent(encoded)).toBe(id)
  })

  it.each([
    ['null', null, /"id".*cannot be null/],
    ['empty', '', /"id".*cannot be the string ""/],
    ['.', '.', /"id".*cannot be the string "\."/],
    ['..', '..', /"id".*cannot be the string "\.\."/],
    ['an object', { id: 5 }, /"id".*cannot be an object/],
    ['a function', () => 5, /"id".*cannot be a function/],
    ['a symbol', Symbol('5'), /"id".*cannot be Symbol\(5\)/],
    ['a Date', new Date(0), /"id".*cannot be a Date/],
    ['NaN', Number.NaN, /"id".*cannot be NaN/],
  ])('that is %s throws a TypeError with its name', (_, id, says) => {
    expect(() => urlOf('/users/:id', { id })).toThrow(TypeError)
    expect(() => urlOf('/users/:id', { id })).toThrow(says)
  })

  it('that is missing throws a TypeError with its name, from url, key and the call', async () => {
    const missing = /The path parameter "id" of \/users\/:id is missing/
    expect(() => urlOf('/users/:id', {})).toThrow(missing)
    expect(() => urlOf('/users/:id')).toThrow(TypeError)
    expect(() => urlOf('/users/:id', { id: undefined })).toThrow(missing)
    expect(() => getUser.key({} as never)).toThrow(missing)
    await expect(getUser({} as never)).rejects.toThrow(missing)
    expect(() => urlOf('/:group/users/:id', {})).toThrow(/"group"/)
  })

  it.each(['__proto__', 'constructor', 'toString'])(
    'called %s is not confused with an inherited property',
    (name) => {
      expect(() => urlOf(`/users/:${name}`, {})).toThrow(/missing/)
      expect(urlOf(`/users{/:${name}}`, {})).toBe('/users')
      const params = JSON.parse(`{"${name}": "x"}`) as object
      expect(urlOf(`/users/:${name}`, params)).toBe('/users/x')
    },
  )

  it('that is a list in place of one value throws a TypeError', () => {
    expect(() => urlOf('/users/:id', { id: ['a', 'b'] })).toThrow(TypeError)
    expect(() => urlOf('/users/:id', { id: ['a', 'b'] })).toThrow(/\/users\/:id/)
  })
})

describe('an optional group of a path', () => {
  it('is filled in if all of its parameters are given', () => {
    const tab = '/users/:id{/:tab}'
    expect(urlOf(tab, { id: 5, tab: 'posts' })).toBe('/users/5/posts')
    expect(urlOf(tab, { id: 5 })).toBe('/users/5')
    expect(urlOf(tab, { id: 5, tab: undefined })).toBe('/users/5')
    expect(urlOf('/x{/:a/:b}', { a: 1 })).toBe('/x')
  })

  it('throws an error for an empty or null parameter', () => {
    expect(() => urlOf('/users{/:id}', { id: '' })).toThrow(/"id"/)
    expect(() => urlOf('/users{/:id}', { id: null })).toThrow(/"id"/)
  })
})

describe('a wildcard of a path', () => {
  const path = '/files/*path'

  it('accepts a list of segments, and encodes each', () => {
    expect(urlOf(path, { path: ['a', 'b c', 'd/e'] })).toBe('/files/a/b%20c/d%2Fe')
    expect(urlOf('/files{/*path}', {})).toBe('/files')
  })

  it.each([
    ['empty', []],
    ['a text', 'a/b'],
    ['made of ..', ['a', '..', 'b']],
    ['made of an empty text', ['a', '']],
    ['made of null', [null]],
  ])('that is %s throws a TypeError with its name', (_, value) => {
    expect(() => urlOf(path, { path: value })).toThrow(TypeError)
    expect(() => urlOf(path, { path: value })).toThrow(/"path"/)
  })
})

describe('special characters of a path', () => {
  it('are plain text after a backslash', () => {
    expect(urlOf('/users\\:all')).toBe('/users:all')
    expect(urlOf('/search\\?q=:q{&page=:page}', { q: 'a b' })).toBe('/search?q=a%20b')
    expect(urlOf('/a\\{b\\}')).toBe('/a{b}')
  })

  it('in an invalid place throw an error that names the path', () => {
    expect(() => urlOf('/users/{')).toThrow(/\/users\/\{/)
    expect(() => urlOf('/users/:')).toThrow(/\/users\/:/)
  })
})
