import { describe, expect } from 'vitest'
import type { ErrorJson, MemberJson, NoteJson } from './support/Api'
import { it } from './support/apiTest'

const ada = { name: 'Ada Lovelace', email: 'ada@harbour.example', desk: 'Rates' }

const namesOf = (members: readonly MemberJson[]) => members.map(({ name }) => name)

describe('the members API', () => {
  it('lists members by name, with filter and order parameters', async ({ api }) => {
    const all = await api.request<MemberJson[]>('GET', '/members')
    expect(all.status).toBe(200)
    expect(namesOf(all.body)[0]).toBe('Amara Okafor')
    expect(all.body[0]).toEqual({
      id: expect.any(String),
      name: 'Amara Okafor',
      email: 'amara.okafor@harbour.example',
      desk: 'Equities',
      joinedAt: '2019-03-04T08:30:00.000Z',
      noteCount: 3,
    })
    const some = await api.request<MemberJson[]>('GET', '/members?desk=FX&orderBy=joinedAt')
    expect(namesOf(some.body)).toEqual(['Mei-Ling Chen', 'Chiara Lombardi', 'Elif Yıldız'])
    expect((await api.request('GET', '/members?desk=Nothing')).body).toEqual([])
  })

  it('rejects an unknown orderBy', async ({ api }) => {
    expect(await api.request('GET', '/members?orderBy=id;DROP TABLE members')).toEqual({
      status: 400,
      body: { message: 'orderBy must be one of name, desk, joinedAt, noteCount.' },
    })
  })

  it('creates, reads, replaces, patches and deletes a member', async ({ api }) => {
    const created = await api.request<MemberJson>('POST', '/members', ada)
    expect(created).toMatchObject({ status: 201, body: { ...ada, noteCount: 0 } })
    const path = `/members/${created.body.id}`
    expect(await api.request('GET', path)).toEqual({ ...created, status: 200 })
    const moved = { ...ada, desk: 'FX', name: 'Ada King' }
    expect(await api.request('PUT', path, moved)).toMatchObject({ status: 200, body: moved })
    const patched = await api.request('PATCH', path, { name: '  Ada Byron ' })
    expect(patched).toMatchObject({ status: 200, body: { ...moved, name: 'Ada Byron' } })
    expect(await api.request('DELETE', path)).toEqual({ status: 204, body: undefined })
  })

  it('responds with 404 to every method for a missing member', async ({ api }) => {
    const notFound = { status: 404, body: { message: 'There is no member with the id nobody.' } }
    expect(await api.request('GET', '/members/nobody')).toEqual(notFound)
    expect(await api.request('PUT', '/members/nobody', ada)).toEqual(notFound)
    expect(await api.request('PATCH', '/members/nobody', { name: 'x' })).toEqual(notFound)
    expect(await api.request('DELETE', '/members/nobody')).toEqual(notFound)
    expect(await api.request('GET', '/members/nobody/notes')).toEqual(notFound)
    expect(await api.request('POST', '/members/nobody/notes', { text: 'x' })).toEqual(notFound)
  })

  it.for([
    [422, {}, 'Name is required.', ['name', 'email', 'desk']],
    [422, { ...ada, name: '   ' }, 'Name must not be empty.', ['name']],
    [422, { ...ada, name: 7 }, 'Name must be text.', ['name']],
    [
      422,
      { ...ada, name: 'x'.repeat(81) },
      'Name must not be longer than 80 characters.',
      ['name'],
    ],
    [422, { ...ada, name: 'A\0da' }, 'Name holds a character that is not text.', ['name']],
    [
      422,
      { ...ada, email: 'ada', desk: 'Tea' },
      'Email must look like name@company.example.',
      ['email', 'desk'],
    ],
    [
      422,
      { ...ada, desk: 'Tea' },
      'Desk must be one of Equities, Rates, FX, Commodities.',
      ['desk'],
    ],
    [400, [ada], 'The request body must be a JSON object.', []],
    [400, '{"name":', 'The request body must be JSON.', []],
  ] as const)(
    'rejects an invalid member: %i %j',
    async ([status, body, message, fields], { api }) => {
      const before = await api.request<MemberJson[]>('GET', '/members')
      const response = await api.request<ErrorJson>('POST', '/members', body)
      expect(response).toMatchObject({ status, body: { message } })
      expect(Object.keys(response.body.errors ?? {})).toEqual(fields)
      expect(Object.values(response.body.errors ?? { first: message })[0]).toBe(message)
      expect((await api.request<MemberJson[]>('GET', '/members')).body).toEqual(before.body)
    },
  )
})

describe('the notes API', () => {
  it('creates, counts, lists and deletes notes, newest first', async ({ api }) => {
    const { id } = await api.addMember('Nadia Notes')
    const path = `/members/${id}/notes`
    const first = await api.request<NoteJson>('POST', path, { text: 'First.' })
    expect(first).toMatchObject({
      status: 201,
      body: { memberId: id, text: 'First.', member: { id, name: 'Nadia Notes', noteCount: 1 } },
    })
    const second = await api.addNote(id, 'Second.')
    const { body: list } = await api.request<NoteJson[]>('GET', path)
    expect(list.map(({ text }) => text)).toEqual(['Second.', 'First.'])
    expect((await api.request<NoteJson[]>('GET', '/notes?limit=1')).body).toEqual([second])
    expect(await api.request('DELETE', `${path}/${second.id}`)).toMatchObject({
      status: 200,
      body: { id: second.id, memberId: id, member: { id, noteCount: 1 } },
    })
    expect(await api.request('DELETE', `${path}/${second.id}`)).toEqual({
      status: 404,
      body: { message: `There is no note with the id ${second.id}.` },
    })
  })

  it('counts votes, and gives the note with them', async ({ api }) => {
    const { id } = await api.addMember('Viola Voted')
    const note = await api.addNote(id, 'Is voted for.')
    expect(note.votes).toBe(0)
    const path = `/members/${id}/notes/${note.id}/votes`
    expect(await api.request('POST', path)).toEqual({ status: 201, body: { ...note, votes: 1 } })
    expect(await api.request('POST', path)).toMatchObject({ body: { votes: 2 } })
    const { body: list } = await api.request<NoteJson[]>('GET', `/members/${id}/notes`)
    expect(list.map(({ votes }) => votes)).toEqual([2])
    expect(await api.request('POST', `/members/nobody/notes/${note.id}/votes`)).toEqual({
      status: 404,
      body: { message: `There is no note with the id ${note.id}.` },
    })
  })

  it('deletes the notes of a deleted member', async ({ api }) => {
    const { id } = await api.addMember('Carl Cascade')
    await api.addNote(id, 'Goes with Carl.')
    await api.request('DELETE', `/members/${id}`)
    const { body: latest } = await api.request<NoteJson[]>('GET', '/notes')
    expect(latest.length).toBeGreaterThan(0)
    expect(latest.filter(({ memberId }) => memberId === id)).toEqual([])
  })

  it.for(['0', '101', '1.5', 'many'])('rejects the limit %s', async (limit, { api }) => {
    expect(await api.request('GET', `/notes?limit=${limit}`)).toEqual({
      status: 400,
      body: { message: 'limit must be a whole number from 1 to 100.' },
    })
  })
})

describe('the demo API', () => {
  it('responds with 503 during a simulated outage, except at /outage', async ({ api }) => {
    const closed = { status: 503, body: { message: 'The desk is closed (simulated outage).' } }
    expect((await api.request('GET', '/outage')).body).toEqual({
      id: 'desk',
      on: false,
      latency: 0,
    })
    await api.setOutage(true)
    expect(await api.request('GET', '/members')).toEqual(closed)
    expect(await api.request('POST', '/members', ada)).toEqual(closed)
    expect(await api.request('GET', '/notes')).toEqual(closed)
    expect((await api.request('GET', '/outage')).body).toEqual({ id: 'desk', on: true, latency: 0 })
    await api.setOutage(false)
    expect((await api.request('GET', '/members')).status).toBe(200)
  })

  it('waits before each response as long as the latency, except at /outage', async ({ api }) => {
    const put = (latency: unknown) => api.request('PUT', '/outage', { latency })
    expect((await put(200)).body).toEqual({ id: 'desk', on: false, latency: 200 })
    const started = performance.now()
    expect((await api.request('GET', '/members')).status).toBe(200)
    // Timers of Node may be a millisecond early.
    expect(performance.now() - started).toBeGreaterThan(198)
    for (const wrong of [-1, 0.5, 3_001, '200', null]) {
      expect(await put(wrong)).toMatchObject({
        status: 422,
        body: { message: 'latency must be a whole number of ms from 0 to 3000.' },
      })
    }
    expect((await put(0)).body).toEqual({ id: 'desk', on: false, latency: 0 })
  })

  it('responds with JSON to an unknown route', async ({ api }) => {
    expect(await api.request('GET', '/nothing')).toEqual({
      status: 404,
      body: { message: 'There is no GET /api/nothing.' },
    })
    expect(await api.request('GET', '/members/%00')).toMatchObject({ status: 400 })
  })
})
