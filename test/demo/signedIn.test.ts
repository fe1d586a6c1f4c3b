import { parse } from 'content-disposition'
import { describe, expect } from 'vitest'
import { credentials } from './support/Api'
import type { Api, MemberJson } from './support/Api'
import { it } from './support/apiTest'

const unauthorized = { status: 401, body: { message: 'Sign in first.' } }

/** The cookies that a response sets, by name: the value with all attributes. */
function cookiesOf(response: Response): Record<string, { value: string; said: string }> {
  const parts = response.headers
    .getSetCookie()
    .map((text) => /^([^=]+)=([^;]*);? ?(.*)$/.exec(text))
  return Object.fromEntries(
    parts.map((match) => [match?.[1] ?? '', { value: match?.[2] ?? '', said: match?.[3] ?? '' }]),
  )
}

function formWith(content: string | Uint8Array<ArrayBuffer>): FormData {
  const form = new FormData()
  form.set('file', new File([content], 'members.csv'))
  return form
}

const countMembers = async (api: Api) =>
  (await api.request<MemberJson[]>('GET', '/members')).body.length

describe('the session API', () => {
  it('creates, reads and ends a session with a token header', async ({ api }) => {
    const response = await api.request<{ token: string }>('POST', '/session', credentials)
    expect(response).toEqual({
      status: 201,
      body: { id: 'session', user: 'desk', token: expect.stringMatching(/^[\w-]{43}$/) },
    })
    const headers = { 'access-token': response.body.token }
    const readSession = () => api.request('GET', '/session', undefined, headers)
    expect((await readSession()).body).toEqual({ id: 'session', user: 'desk' })
    expect((await api.request('GET', '/session')).body).toEqual({ id: 'session', user: null })
    expect((await api.request('DELETE', '/session', undefined, headers)).status).toBe(204)
    expect((await readSession()).body).toEqual({ id: 'session', user: null })
  })

  it('sets an HttpOnly cookie, and returns no token', async ({ api }) => {
    const response = await api.send('POST', '/session', { ...credentials, keep: true })
    expect(await response.json()).toEqual({ id: 'session', user: 'desk' })
    const { desk_session: session, desk_kept: kept } = cookiesOf(response)
    expect(session?.said).toBe('Max-Age=2592000; Path=/api; HttpOnly; SameSite=Lax')
    expect(kept).toEqual({ value: '1', said: 'Max-Age=2592000; Path=/; SameSite=Lax' })
    const headers = { cookie: `desk_session=${session?.value}`, origin: api.origin }
    const signedIn = await api.request('GET', '/session', undefined, headers)
    expect(signedIn.body).toEqual({ id: 'session', user: 'desk' })
    const left = await api.send('DELETE', '/session', undefined, headers)
    expect(cookiesOf(left)).toMatchObject({ desk_session: { value: '' }, desk_kept: { value: '' } })
    const after = await api.request('GET', '/session', undefined, headers)
    expect(after.body).toEqual({ id: 'session', user: null })
  })

  it('ends all sessions with DELETE /sessions', async ({ api }) => {
    const headers = await api.signIn()
    expect((await api.request('DELETE', '/sessions')).status).toBe(204)
    const session = await api.request('GET', '/session', undefined, headers)
    expect(session.body).toEqual({ id: 'session', user: null })
  })

  it.for([
    [401, { ...credentials, password: 'harbor' }, 'User or password is wrong.'],
    [401, { ...credentials, user: 'nobody' }, 'User or password is wrong.'],
    [422, { user: 'desk' }, 'Password is required.', 'password'],
    [422, { ...credentials, user: 7 }, 'User must be text.', 'user'],
    [422, { ...credentials, keep: 'yes' }, 'keep must be true or false.', 'keep'],
    [400, 'desk', 'The request body must be JSON.'],
  ] as const)(
    'rejects invalid credentials: %i %j',
    async ([status, body, message, field], { api }) => {
      const errors = field === undefined ? {} : { errors: { [field]: message } }
      expect(await api.request('POST', '/session', body)).toEqual({
        status,
        body: { message, ...errors },
      })
    },
  )
})

describe('the API for several members', () => {
  it('deletes members with their notes, all or none', async ({ api }) => {
    const headers = await api.signIn()
    const added = [await api.addMember('Mia Many'), await api.addMember('Max Many')]
    const ids = added.map(({ id }) => id)
    await api.addNote(String(ids[0]), 'Goes with Mia.')
    const before = await countMembers(api)
    const unknown = await api.request('DELETE', '/members', [...ids, 'nobody'], headers)
    expect(unknown).toEqual({
      status: 404,
      body: { message: 'There is no member with the id nobody. Nothing was deleted.' },
    })
    expect(await countMembers(api)).toBe(before)
    expect(await api.request('DELETE', '/members', ids, headers)).toEqual({
      status: 200,
      body: ids,
    })
    expect(await countMembers(api)).toBe(before - 2)
  })

  it.for([
    [400, {}, 'The request body must be a JSON array of ids.'],
    [400, [1], 'The request body must be a JSON array of ids.'],
    [400, '["1"', 'The request body must be JSON.'],
    [422, [], 'There must be at least one id.'],
    [422, ['a\0'], 'An id holds a character that is not text.'],
    [422, Array.from({ length: 501 }, String), 'There must be at most 500 ids.'],
  ] as const)('rejects a DELETE: %i %j', async ([status, body, message], { api }) => {
    const response = await api.request('DELETE', '/members', body, await api.signIn())
    expect(response).toEqual({ status, body: { message } })
  })

  it('imports members from a file in its order', async ({ api }) => {
    const csv =
      '\uFEFFname,email,desk\r\nZoë Ödegård,zoe@a.example,FX\r\nAda Ng, ada@a.example ,Rates\r\n'
    const response = await api.request('POST', '/members/import', formWith(csv), await api.signIn())
    expect(response).toMatchObject({
      status: 201,
      body: [
        { name: 'Zoë Ödegård', email: 'zoe@a.example', desk: 'FX', noteCount: 0 },
        { name: 'Ada Ng', email: 'ada@a.example', desk: 'Rates', noteCount: 0 },
      ],
    })
  })

  it.for([
    ['', 'Line 1 must be name,email,desk.'],
    ['name;email;desk\na;b@c.d;FX', 'Line 1 must be name,email,desk.'],
    ['name,email,desk\n', 'The file holds no members.'],
    [
      'name,email,desk\nA,a@b.c,FX\n"B",b@b.c,FX\nC,c@b.c\n,d@b.c,FX\nE,e@b.c,Tea',
      [
        'Line 3: Quotes are not supported.',
        'Line 4: Expected 3 fields, found 2.',
        'Line 5: Name must not be empty.',
        'Line 6: Desk must be one of Equities, Rates, FX, Commodities.',
      ].join('\n'),
    ],
    [
      `name,email,desk\n${'x\n'.repeat(7)}`,
      [
        ...[2, 3, 4, 5, 6].map((it) => `Line ${it}: Expected 3 fields, found 1.`),
        'And 2 more.',
      ].join('\n'),
    ],
    [
      `name,email,desk\n${'A,a@b.c,FX\n'.repeat(201)}`,
      'The file must not hold more than 200 members.',
    ],
    [new Uint8Array([0x6e, 0xff]), 'The file must be text in UTF-8.'],
  ] as const)('imports no member from the invalid file %j', async ([file, message], { api }) => {
    const before = await countMembers(api)
    const content = typeof file === 'string' ? file : new Uint8Array(file)
    const response = await api.request(
      'POST',
      '/members/import',
      formWith(content),
      await api.signIn(),
    )
    expect(response).toEqual({ status: 422, body: { message } })
    expect(await countMembers(api)).toBe(before)
  })

  it('rejects an import without a file, or with a file that is too large', async ({ api }) => {
    const headers = await api.signIn()
    const empty = new FormData()
    empty.set('file', 'text')
    const send = (body: unknown) => api.request('POST', '/members/import', body, headers)
    expect(await send(empty)).toMatchObject({
      status: 400,
      body: { message: 'The form must hold a file named "file".' },
    })
    expect(await send({})).toEqual({
      status: 415,
      body: { message: 'The request body must be multipart/form-data.' },
    })
    expect(await send(formWith('x'.repeat(70_000)))).toEqual({
      status: 413,
      body: { message: 'The file must not be larger than 64 kB.' },
    })
  })
})

describe('the statement API', () => {
  it('returns a file with a name, a length and a line for each day and instrument', async ({
    api,
  }) => {
    const { id } = await api.addMember('Åse Łuk/ın')
    const response = await api.send(
      'GET',
      `/members/${id}/statement`,
      undefined,
      await api.signIn(),
    )
    const header = response.headers.get('content-disposition') ?? ''
    expect(parse(header).parameters['filename']).toBe('Statement Åse Łuk-ın.csv')
    expect(header).toMatch(/^[\x20-\x7e]+$/)
    const bytes = await response.arrayBuffer()
    expect(response.headers.get('content-length')).toBe(String(bytes.byteLength))
    expect(bytes.byteLength).toBeGreaterThan(200_000)
    const lines = new TextDecoder().decode(bytes).trimEnd().split('\n')
    expect(lines).toHaveLength(1 + 2000 * 4)
    expect(lines[0]).toBe('day,instrument,quantity,price,value')
    expect(lines[1]).toMatch(/^2026-01-01,COPPER,\d+,9412\.50,\d+\.\d\d$/)
  })
})

describe('a request without a session', () => {
  it('is rejected by all routes that need one', async ({ api }) => {
    const { id } = await api.addMember('Sven Safe')
    expect(await api.request('DELETE', '/members', [id])).toEqual(unauthorized)
    expect(await api.request('GET', `/members/${id}/statement`)).toEqual(unauthorized)
    expect(await api.request('POST', '/members/import', formWith('name,email,desk'))).toEqual(
      unauthorized,
    )
    const stale = { 'access-token': 'made-up', cookie: 'desk_session=made-up', origin: api.origin }
    expect(await api.request('DELETE', '/members', [id], stale)).toEqual(unauthorized)
    expect((await api.request('GET', `/members/${id}`)).status).toBe(200)
  })
})
