import { describe, expect } from 'vitest'
import type { MemberJson, NoteJson } from './support/Api'
import { it } from './support/apiTest'

const ada = { name: 'Ada Lovelace', email: 'ada@harbour.example', desk: 'Rates' }

const namesOf = (members: readonly MemberJson[]) => members.map(({ name }) => name)

describe('the members API', () => {
  it('lists members by name, with filter and order parameters', async ({ api }) => {
    const all = await api.ask<MemberJson[]>('GET', '/members')
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
    const some = await api.ask<MemberJson[]>('GET', '/members?desk=FX&orderBy=joinedAt')
    expect(namesOf(some.body)).toEqual(['Mei-Ling Chen', 'Chiara Lombardi', 'Elif Yıldız'])
    expect((await api.ask('GET', '/members?desk=Nothing')).body).toEqual([])
  })

  it('rejects an unknown orderBy', async ({ api }) => {
    expect(await api.ask('GET', '/members?orderBy=id;DROP TABLE members')).toEqual({
      status: 400,
      body: { message: 'orderBy must be one of name, desk, joinedAt, noteCount.' },
    })
  })

  it('creates, reads, replaces, patches and deletes a member', async ({ api }) => {
    const created = await api.ask<MemberJson>('POST', '/members', ada)
    expect(created).toMatchObject({ status: 201, body: { ...ada, noteCount: 0 } })
    const path = `/members/${created.body.id}`
    expect(await api.ask('GET', path)).toEqual({ ...created, status: 200 })
    const moved = { ...ada, desk: 'FX', name: 'Ada King' }
    expect(await api.ask('PUT', path, moved)).toMatchObject({ status: 200, body: moved })
    const patched = await api.ask('PATCH', path, { name: '  Ada Byron ' })
    expect(patched).toMatchObject({ status: 200, body: { ...moved, name: 'Ada Byron' } })
    expect(await api.ask('DELETE', path)).toEqual({ status: 204, body: undefined })
  })

  it('responds with 404 to every method for a missing member', async ({ api }) => {
    const answer = { status: 404, body: { message: 'There is no member with the id nobody.' } }
    expect(await api.ask('GET', '/members/nobody')).toEqual(answer)
    expect(await api.ask('PUT', '/members/nobody', ada)).toEqual(answer)
    expect(await api.ask('PATCH', '/members/nobody', { name: 'x' })).toEqual(answer)
    expect(await api.ask('DELETE', '/members/nobody')).toEqual(answer)
    expect(await api.ask('GET', '/members/nobody/notes')).toEqual(answer)
    expect(await api.ask('POST', '/members/nobody/notes', { text: 'x' })).toEqual(answer)
  })

  it.for([
    [422, {}, 'Name is required.'],
    [422, { ...ada, name: '   ' }, 'Name must not be empty.'],
    [422, { ...ada, name: 7 }, 'Name must be text.'],
    [422, { ...ada, name: 'x'.repeat(81) }, 'Name must not be longer than 80 characters.'],
    [422, { ...ada, name: 'A\0da' }, 'Name holds a character that is not text.'],
    [422, { ...ada, email: 'ada' }, 'Email must look like name@company.example.'],
    [422, { ...ada, desk: 'Tea' }, 'Desk must be one of Equities, Rates, FX, Commodities.'],
    [400, [ada], 'The request body must be a JSON object.'],
    [400, '{"name":', 'The request body must be JSON.'],
  ] as const)('rejects an invalid member: %i %j', async ([status, body, message], { api }) => {
    const before = await api.ask<MemberJson[]>('GET', '/members')
    expect(await api.ask('POST', '/members', body)).toEqual({ status, body: { message } })
    expect((await api.ask<MemberJson[]>('GET', '/members')).body).toEqual(before.body)
  })
})

describe('the notes API', () => {
  it('creates, counts, lists and deletes notes, newest first', async ({ api }) => {
    const { id } = await api.addMember('Nadia Notes')
    const path = `/members/${id}/notes`
    const first = await api.ask<NoteJson>('POST', path, { text: 'First.' })
    expect(first).toMatchObject({
      status: 201,
      body: { memberId: id, text: 'First.', member: { id, name: 'Nadia Notes', noteCount: 1 } },
    })
    const second = await api.addNote(id, 'Second.')
    const { body: list } = await api.ask<NoteJson[]>('GET', path)
    expect(list.map(({ text }) => text)).toEqual(['Second.', 'First.'])
    expect((await api.ask<NoteJson[]>('GET', '/notes?limit=1')).body).toEqual([second])
    expect(await api.ask('DELETE', `${path}/${second.id}`)).toMatchObject({
      status: 200,
      body: { id: second.id, memberId: id, member: { id, noteCount: 1 } },
    })
    expect(await api.ask('DELETE', `${path}/${second.id}`)).toEqual({
      status: 404,
      body: { message: `There is no note with the id ${second.id}.` },
    })
  })

  it('deletes the notes of a deleted member', async ({ api }) => {
    const { id } = await api.addMember('Carl Cascade')
    await api.addNote(id, 'Goes with Carl.')
    await api.ask('DELETE', `/members/${id}`)
    const { body: latest } = await api.ask<NoteJson[]>('GET', '/notes')
    expect(latest.length).toBeGreaterThan(0)
    expect(latest.filter(({ memberId }) => memberId === id)).toEqual([])
  })

  it.for(['0', '101', '1.5', 'many'])('rejects the limit %s', async (limit, { api }) => {
    expect(await api.ask('GET', `/notes?limit=${limit}`)).toEqual({
      status: 400,
      body: { message: 'limit must be a whole number from 1 to 100.' },
    })
  })
})

describe('the demo API', () => {
  it('responds with 503 during a simulated outage, except at /outage', async ({ api }) => {
    const closed = { status: 503, body: { message: 'The desk is closed (simulated outage).' } }
    expect((await api.ask('GET', '/outage')).body).toEqual({ id: 'desk', on: false })
    await api.setOutage(true)
    expect(await api.ask('GET', '/members')).toEqual(closed)
    expect(await api.ask('POST', '/members', ada)).toEqual(closed)
    expect(await api.ask('GET', '/notes')).toEqual(closed)
    expect((await api.ask('GET', '/outage')).body).toEqual({ id: 'desk', on: true })
    await api.setOutage(false)
    expect((await api.ask('GET', '/members')).status).toBe(200)
  })

  it('responds with JSON to an unknown route', async ({ api }) => {
    expect(await api.ask('GET', '/nothing')).toEqual({
      status: 404,
      body: { message: 'There is no GET /api/nothing.' },
    })
    expect(await api.ask('GET', '/members/%00')).toMatchObject({ status: 400 })
  })
})
