// @vitest-environment node
import { RestEndpoint } from 'rtk-rest'
import { describe, expect, it } from 'vitest'

const urlOf = (urlPrefix: string, path: string, params: object = {}) =>
  (new RestEndpoint({ path, urlPrefix }) as RestEndpoint).url(params)

describe('a parameter value never becomes part of the host:', () => {
  it.each([
    ['https://api.test', ':p'],
    ['//api.test', ':p'],
    ['//', ':p/users'],
    ['/\t', '/:p'],
    [' https://api.test', ':p'],
    ['\thttps://api.test', ':p'],
    ['\n https://api.test', ':p'],
    ['https:///', ':p'],
    ['https:///', '/:p'],
    ['https://', '/:p'],
    ['https:', '/:p'],
    ['https:/', ':p'],
    ['http:', ':p'],
    ['\\\\', ':p'],
    ['/\\', ':p'],
    ['https:\\\\', ':p'],
    ['https:\\\\api.test', ':p'],
    ['https://api.test:', ':p'],
    ['https://api.test:80', ':p'],
    ['ht\ntps://api.test', ':p'],
    ['', '//:p'],
    ['', '/{:missing}/:p'],
    ['', '/\t/:p'],
    ['', '/\\\\:p'],
    ['', 'https\\://:p/users'],
    ['', 'https\\://:p.api.test/users'],
    ['', 'https\\://api.test\\::p/users'],
    ['', ' //:p'],
    ['capacitor://localhost', ':p'],
  ])('the prefix %j with the path %j throws an error', (prefix, path) => {
    const create = () => new RestEndpoint({ path, urlPrefix: prefix })
    expect(create).toThrow(/host's name/)
    expect(create).toThrow(TypeError)
  })

  it.each([
    ['https://api.test', '/:p', 'https://api.test/x'],
    ['https://api.test/', ':p', 'https://api.test/x'],
    ['https://api.test:8443', '/:p', 'https://api.test:8443/x'],
    ['https://api.test/v2', '/:p', 'https://api.test/v2/x'],
    ['https://[::1]:80', '/:p', 'https://[::1]:80/x'],
    ['https://bücher.test', '/:p', 'https://bücher.test/x'],
    ['//cdn.test', '/:p', '//cdn.test/x'],
    [' https://api.test', '/:p', ' https://api.test/x'],
    ['https:\\\\api.test', '/:p', 'https:\\\\api.test/x'],
    ['capacitor://localhost', '/:p', 'capacitor://localhost/x'],
    ['/api', '/:p', '/api/x'],
    ['api', '/:p', 'api/x'],
    ['/', '/:p', '/x'],
    ['//', '/:p', '/x'],
    ['', '/:p', '/x'],
    ['', ':p', 'x'],
    ['', '//cdn.test/:p', '//cdn.test/x'],
    ['', 'https\\://api.test/:p', 'https://api.test/x'],
    ['', '', '/'],
  ])('the prefix %j with the path %j gives the URL %s', (prefix, path, url) => {
    expect(urlOf(prefix, path, path.includes(':p') ? { p: 'x' } : {})).toBe(url)
  })

  it('a value in place of the scheme throws an error', () => {
    expect(() => urlOf('', ':p\\://evil.test', { p: 'https' })).toThrow(/host's name/)
  })

  it('a path that would continue the host of the prefix throws an error', () => {
    expect(() => urlOf('https://api.test', 'users')).toThrow(/host's name/)
  })
})

describe('a getter for urlPrefix', () => {
  it('is checked at the first call, if it cannot be read before', async () => {
    let host: string | undefined
    class Late extends RestEndpoint<{ path: ':p' }> {
      override get urlPrefix(): string {
        if (host === undefined) throw new Error('too early')
        return host
      }
    }
    const endpoint = new Late({ path: ':p' })
    host = 'https://api.test'
    await expect(endpoint({ p: 'x' })).rejects.toThrow(/host's name/)
  })
})

describe('credentials in a urlPrefix', () => {
  it.each([
    'https://ada:hunter2@api.test',
    'https://hunter2@api.test',
    '//ada:hunter2@api.test',
    'https:\\\\ada:hunter2@api.test',
    'https:ada:hunter2@api.test',
    ' https://ada:hunter2@api.test',
    'https://ada:hunt/er2@api.test',
    'https://ada:hunt?er2@api.test',
    'https://ada%3Ahunter2@api.test',
  ])('throw an error that does not show them, when the endpoint is made: %s', (urlPrefix) => {
    const create = () => new RestEndpoint({ path: '/users/:id', urlPrefix })
    expect(create).toThrow(TypeError)
    expect(create).not.toThrow(/hunt|er2/)
    expect(() => new RestEndpoint({ path: '/users/:id' }).extend({ urlPrefix })).toThrow(TypeError)
  })

  it('are not confused with an @ in the path', () => {
    expect(urlOf('https://api.test', '/@:name', { name: 'ada' })).toBe('https://api.test/@ada')
    expect(urlOf('', '/users/:name', { name: 'a@b.c' })).toBe('/users/a%40b.c')
    expect(urlOf('/@me', '/:p', { p: 'x' })).toBe('/@me/x')
  })
})
