import type * as Crypto from 'node:crypto'
import { describe, expect, vi } from 'vitest'
import { credentials } from './support/Api'
import type { Api } from './support/Api'
import { it } from './support/apiTest'

/** The arguments of every call of `scrypt` that determine its cost. */
const work = vi.hoisted((): unknown[][] => [])

vi.mock('node:crypto', async (importOriginal) => {
  const crypto = await importOriginal<typeof Crypto>()
  const scrypt = (
    password: string,
    salt: Buffer,
    length: number,
    done: (error: Error | null, key: Buffer) => void,
  ) => {
    work.push([salt.length, length])
    crypto.scrypt(password, salt, length, done)
  }
  return { ...crypto, scrypt }
})

const minute = 60_000

const wrong = { status: 401, body: { message: 'User or password is wrong.' } }

function tooMany(minutes: string) {
  const message = `Too many attempts to sign in. Try again in ${minutes}.`
  return { status: 429, body: { message } }
}

/** The statuses in their order by number. */
const statusesOf = (responses: readonly { readonly status: number }[]) =>
  responses.map(({ status }) => status).toSorted((one, other) => one - other)

const attempt = (api: Api, user: string, password = 'wrong') =>
  api.request<{ token?: string }>('POST', '/session', { user, password })

async function fail(api: Api, user: string, times: number): Promise<void> {
  for (let time = 1; time <= times; time++) expect(await attempt(api, user)).toEqual(wrong)
}

// Every test begins when what was counted before is over.
it.beforeEach(({ clock }) => {
  clock.now += 60 * minute
})

describe('an attempt to sign in', () => {
  it('has the same response and computation for a known and an unknown user', async ({ api }) => {
    const observe = async (user: string) => {
      work.length = 0
      const response = await api.send('POST', '/session', { user, password: 'wrong' })
      const { date: _, ...headers } = Object.fromEntries(response.headers)
      return { status: response.status, headers, text: await response.text(), work: [...work] }
    }
    const known = await observe(credentials.user)
    expect(known).toMatchObject({ status: 401, work: [[16, 32]] })
    expect(await observe('nobody')).toEqual(known)
  })

  it.for(['desk', 'nobody'])(
    'of %s is rejected with 429 after five failures, without computation, for five minutes',
    async (user, { api, clock }) => {
      await fail(api, user, 5)
      work.length = 0
      clock.now += 30_000
      const refused = await api.send('POST', '/session', { user, password: credentials.password })
      expect(refused.status).toBe(429)
      expect(refused.headers.get('retry-after')).toBe('270')
      expect(await refused.json()).toEqual(tooMany('5 minutes').body)
      expect(work).toEqual([])
      clock.now += 4 * minute
      expect(await attempt(api, user)).toEqual(tooMany('a minute'))
      clock.now += minute
      await fail(api, user, 1)
    },
  )

  it('is rejected for the user name with too many failures only', async ({ api, demo }) => {
    await demo.addUser('Anna Attempt')
    await fail(api, 'Anna Attempt', 5)
    expect(await attempt(api, 'Anna Attempt', 'harbour')).toEqual(tooMany('5 minutes'))
    expect((await attempt(api, 'desk', 'harbour')).status).toBe(201)
  })

  it('that succeeds resets the count of earlier failures', async ({ api }) => {
    await fail(api, 'desk', 4)
    expect((await attempt(api, 'desk', 'harbour')).status).toBe(201)
    await fail(api, 'desk', 5)
    expect(await attempt(api, 'desk')).toEqual(tooMany('5 minutes'))
  })

  it('is counted at its start, so that concurrent attempts are limited', async ({ api }) => {
    const responses = await Promise.all(Array.from({ length: 12 }, () => attempt(api, 'desk')))
    expect(statusesOf(responses)).toEqual([
      ...Array.from({ length: 5 }, () => 401),
      ...Array.from({ length: 7 }, () => 429),
    ])
  })

  it('is rejected after twenty failures from one address with any user names', async ({ api }) => {
    for (let user = 1; user <= 20; user++) await fail(api, `nobody ${user}`, 1)
    expect(await attempt(api, 'somebody else')).toEqual(tooMany('5 minutes'))
    expect(await attempt(api, 'desk', 'harbour')).toEqual(tooMany('5 minutes'))
  })

  it('that succeeds is not counted for its address', async ({ api }) => {
    for (let time = 1; time <= 21; time++) {
      expect((await attempt(api, 'desk', 'harbour')).status).toBe(201)
    }
  })
})

describe('a new sign-in', () => {
  const unauthorized = { status: 401, body: { message: 'Sign in first.' } }

  /** A request that has another status than 401 only for a user who is signed in. */
  const use = (api: Api, headers: Readonly<Record<string, string>>) =>
    api.request('DELETE', '/members', [], headers)

  it('ends the earlier session of the user, with a token or a cookie', async ({ api }) => {
    const first = await api.signIn()
    expect((await use(api, first)).status).toBe(422)
    const second = await api.signIn()
    expect(await use(api, first)).toEqual(unauthorized)
    expect((await use(api, second)).status).toBe(422)
    const kept = await api.send('POST', '/session', { ...credentials, keep: true })
    const cookie = kept.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    expect(await use(api, second)).toEqual(unauthorized)
    expect((await use(api, { cookie, origin: api.origin })).status).toBe(422)
    await api.signIn()
    expect(await use(api, { cookie, origin: api.origin })).toEqual(unauthorized)
  })

  it('does not end sessions of other users', async ({ api, demo }) => {
    await demo.addUser('Olga Other')
    const other = await api.signIn('Olga Other')
    await api.signIn()
    expect((await use(api, other)).status).toBe(422)
  })

  it('that fails does not end a session', async ({ api }) => {
    const headers = await api.signIn()
    await fail(api, 'desk', 1)
    expect((await use(api, headers)).status).toBe(422)
  })

  it('leaves one session if several start concurrently', async ({ api }) => {
    const sessions = await Promise.all([api.signIn(), api.signIn(), api.signIn()])
    const responses = await Promise.all(sessions.map((headers) => use(api, headers)))
    expect(statusesOf(responses)).toEqual([401, 401, 422])
  })
})

describe('a request with an ended token', () => {
  it('does not remove the cookie of another tab', async ({ api }) => {
    const stale = await api.signIn()
    const kept = await api.send('POST', '/session', { ...credentials, keep: true })
    const cookie = kept.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    const headers = { ...stale, cookie, origin: api.origin }
    for (const method of ['GET', 'DELETE']) {
      const response = await api.send(method, '/session', undefined, headers)
      expect(response.headers.getSetCookie()).toEqual([])
    }
    const session = await api.request('GET', '/session', undefined, { cookie })
    expect(session.body).toEqual({ id: 'session', user: 'desk' })
  })
})
