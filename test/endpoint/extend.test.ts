import { http, HttpResponse } from 'msw'
import { Endpoint, RestEndpoint } from 'rtk-rest'
import { describe, expect, it } from 'vitest'
import { API, server } from '../support/server'

describe('extend of an Endpoint', () => {
  const getTime = new Endpoint(async (zone: string) => zone, { name: 'time', dataExpiryLength: 5 })

  it('creates an endpoint with other options, and leaves the original unchanged', async () => {
    const slow = getTime.extend({ dataExpiryLength: 50, name: 'slowTime' })
    expect(slow).toBeInstanceOf(Endpoint)
    expect([slow.name, slow.dataExpiryLength]).toEqual(['slowTime', 50])
    expect([getTime.name, getTime.dataExpiryLength]).toEqual(['time', 5])
    expect(await slow('UTC')).toBe('UTC')
  })

  it('replaces the function, which further calls of extend inherit', async () => {
    const shout = getTime.extend({ fetch: async (zone: string) => `${zone}!` })
    expect(await shout('UTC')).toBe('UTC!')
    expect(await shout.extend({ dataExpiryLength: 9 })('UTC')).toBe('UTC!')
    expect(await getTime('UTC')).toBe('UTC')
  })

  it('inherits methods that are added to the parent class later', () => {
    class Loud extends Endpoint<(zone: string) => Promise<string>> {
      volume(): number {
        return 11
      }
    }
    const child = new Loud(async (zone: string) => zone).extend({ name: 'child' })
    const volume = () => (child as unknown as Loud).volume()
    expect(child).toBeInstanceOf(Loud)
    expect(volume()).toBe(11)
    Loud.prototype.volume = () => 12
    expect(volume()).toBe(12)
  })

  it('inherits members that are added to the parent endpoint later', () => {
    const parent = new Endpoint(async () => 1, { name: 'parent' })
    const child = parent.extend({ dataExpiryLength: 1 })
    Object.defineProperty(parent, 'extra', { value: 'added later' })
    expect((child as { extra?: unknown }).extra).toBe('added later')
  })
})

describe('extend of a RestEndpoint', () => {
  const getUser = new RestEndpoint({ path: '/users/:id', urlPrefix: API })

  it('with another path changes the URL, the name and the key', async () => {
    server.use(http.get(`${API}/people/5`, () => HttpResponse.json('Ada')))
    const getPerson = getUser.extend({ path: '/people/:id' })
    expect(getPerson.name).toBe('GET /people/:id')
    expect(getPerson.key({ id: '5' })).toBe(`GET ${API}/people/5`)
    expect(await getPerson({ id: '5' })).toBe('Ada')
    expect(getUser.key({ id: '5' })).toBe(`GET ${API}/users/5`)
  })

  it('keeps an explicit name, and replaces it if another one is given', () => {
    const named = getUser.extend({ name: 'User.get' })
    expect(named.extend({ path: '/people/:id' }).name).toBe('User.get')
    expect(named.extend({ name: 'Person.get' }).name).toBe('Person.get')
  })

  it('with a method turns a read into a mutation and back', () => {
    const update = getUser.extend({ method: 'PUT' })
    expect(update.sideEffect).toBe(true)
    expect(update.extend({ dataExpiryLength: 5 }).sideEffect).toBe(true)
    expect(update.extend({ method: 'GET' }).sideEffect).toBeUndefined()
    expect(getUser.sideEffect).toBeUndefined()
  })

  it('keeps an explicit sideEffect whatever the method', () => {
    const search = new RestEndpoint({ path: '/search', method: 'POST', sideEffect: false })
    expect(search.extend({ method: 'PUT' }).sideEffect).toBe(false)
  })

  it('with a body turns a read into a mutation', () => {
    const post = getUser.extend({ body: {} as { name: string } })
    expect(post.method).toBe('POST')
    expect(post.sideEffect).toBe(true)
  })

  it('in a chain keeps the options of every call, and the last value of each', async () => {
    server.use(http.get(`${API}/users/5`, () => HttpResponse.json({ name: 'Ada' })))
    const chain = getUser
      .extend({ process: (value: { name: string }) => value.name })
      .extend({ dataExpiryLength: 1 })
      .extend({ dataExpiryLength: 2 })
    expect(chain.dataExpiryLength).toBe(2)
    expect(await chain({ id: '5' })).toBe('Ada')
  })
})
