import { http, HttpResponse } from 'msw'
import { Endpoint, RestEndpoint } from 'rtk-rest'
import { describe, expect, it } from 'vitest'
import { API, server } from '../support/server'

describe('extend of an Endpoint', () => {
  const getTime = new Endpoint(async (zone: string) => zone, { name: 'time', dataExpiryLength: 5 })

  it('makes another endpoint with other options, and leaves the original as it was', async () => {
    const slow = getTime.extend({ dataExpiryLength: 50, name: 'slowTime' })
    expect(slow).toBeInstanceOf(Endpoint)
    expect([slow.name, slow.dataExpiryLength]).toEqual(['slowTime', 50])
    expect([getTime.name, getTime.dataExpiryLength]).toEqual(['time', 5])
    expect(await slow('UTC')).toBe('UTC')
  })

  it('replaces the function, also when the result is extended again', async () => {
    const shout = getTime.extend({ fetch: async (zone: string) => `${zone}!` })
    expect(await shout('UTC')).toBe('UTC!')
    expect(await shout.extend({ dataExpiryLength: 9 })('UTC')).toBe('UTC!')
    expect(await getTime('UTC')).toBe('UTC')
  })

  it('inherits live: what the parent gains later, the child has too', () => {
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

  it('follows the members of the parent that it does not replace', () => {
    const parent = new Endpoint(async () => 1, { name: 'parent' })
    const child = parent.extend({ dataExpiryLength: 1 })
    Object.defineProperty(parent, 'extra', { value: 'added later' })
    expect((child as { extra?: unknown }).extra).toBe('added later')
  })
})

describe('extend of a RestEndpoint', () => {
  const getUser = new RestEndpoint({ path: '/users/:id', urlPrefix: API })

  it('changes the address, and with it the name and the key', async () => {
    server.use(http.get(`${API}/people/5`, () => HttpResponse.json('Ada')))
    const getPerson = getUser.extend({ path: '/people/:id' })
    expect(getPerson.name).toBe('GET /people/:id')
    expect(getPerson.key({ id: '5' })).toBe(`GET ${API}/people/5`)
    expect(await getPerson({ id: '5' })).toBe('Ada')
    expect(getUser.key({ id: '5' })).toBe(`GET ${API}/users/5`)
  })

  it('keeps a name that was given, and changes an explicit one', () => {
    const named = getUser.extend({ name: 'User.get' })
    expect(named.extend({ path: '/people/:id' }).name).toBe('User.get')
    expect(named.extend({ name: 'Person.get' }).name).toBe('Person.get')
  })

  it('makes a mutation of a read by its method, and a read of a mutation', () => {
    const update = getUser.extend({ method: 'PUT' })
    expect(update.sideEffect).toBe(true)
    expect(update.extend({ dataExpiryLength: 5 }).sideEffect).toBe(true)
    expect(update.extend({ method: 'GET' }).sideEffect).toBeUndefined()
    expect(getUser.sideEffect).toBeUndefined()
  })

  it('keeps a sideEffect that was given, whatever the method', () => {
    const search = new RestEndpoint({ path: '/search', method: 'POST', sideEffect: false })
    expect(search.extend({ method: 'PUT' }).sideEffect).toBe(false)
  })

  it('makes a mutation of a read by declaring a body', () => {
    const post = getUser.extend({ body: {} as { name: string } })
    expect(post.method).toBe('POST')
    expect(post.sideEffect).toBe(true)
  })

  it('is wide awake to chains: the last word counts, the rest stays', async () => {
    server.use(http.get(`${API}/users/5`, () => HttpResponse.json({ name: 'Ada' })))
    const chain = getUser
      .extend({ process: (value: { name: string }) => value.name })
      .extend({ dataExpiryLength: 1 })
      .extend({ dataExpiryLength: 2 })
    expect(chain.dataExpiryLength).toBe(2)
    expect(await chain({ id: '5' })).toBe('Ada')
  })
})
