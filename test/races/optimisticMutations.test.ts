import type { UnknownAction } from '@reduxjs/toolkit'
import { type Controller, Entity, resource, type RestAction, RestEndpoint, updates } from 'rtk-rest'
import { optimistic } from 'rtk-rest/optimistic'
import { describe, expect, it } from 'vitest'
import { holdMutation } from '../support/holdEndpoint'
import { holdServer } from '../support/holdServer'
import { API } from '../support/server'
import { turns } from '../support/turns'
import { createStore } from '../support/world'

class Note extends Entity {
  id = ''
  title = ''
  text = ''
  static override key = 'Note'
}

const one = { id: '1' }
const before = { id: '1', title: 'old title', text: 'old text' }
const NOTES = resource({ path: '/notes/:id', urlPrefix: API, schema: Note, optimistic })
const { get, partialUpdate } = NOTES
const recent = new RestEndpoint({ path: '/recent', urlPrefix: API, name: 'recent', schema: [Note] })
const create = NOTES.getList.push.extend({
  update: [updates, (pk: string) => ({ [recent.key()]: (pks: readonly string[]) => [...pks, pk] })],
})

/** Fetches the note; `noteNow` is what the application shows of it. */
async function loaded(controller: Controller) {
  const server = holdServer()
  const first = controller.fetch(get, one)
  const request = await server.take('GET /notes/1')
  request.respond(before)
  await first
  const noteNow = () => ({ ...controller.getResponse(get, one).data })
  const patch = async (fields: object) => {
    const result = controller.fetch(partialUpdate, one, fields)
    return { result, request: await server.take('PATCH /notes/1') }
  }
  return { server, noteNow, patch }
}

describe('a list that is no collection', () => {
  it('has a new member once if a read brings it before the creation has ended', async () => {
    const { controller } = createStore()
    const { server } = await loaded(controller)
    const creation = controller.fetch(create, { title: 'new title' })
    const created = await server.take('POST /notes')
    const read = controller.fetch(recent)
    const list = await server.take('GET /recent')
    const second = { id: '2', title: 'new title', text: '' }
    list.respond([before, second])
    await read
    created.respond(second)
    await creation
    const { data = [] } = controller.getResponse(recent)
    expect(data.map(({ id }) => id)).toEqual(['1', '2'])
  })

  it('has the new member also if the action of an earlier read comes late', async () => {
    const { actions, controller, rest } = createStore()
    const { server } = await loaded(controller)
    const read = controller.fetch(recent)
    const list = await server.take('GET /recent')
    list.respond([before])
    await read
    const creation = controller.fetch(create, { title: 'new title' })
    const created = await server.take('POST /notes')
    created.respond({ id: '2', title: 'new title', text: '' })
    await creation
    const isRead = ({ type }: { readonly type: string }) => type === 'rest/recent/fulfilled'
    const late = [...actions.filter((it) => !isRead(it)), ...actions.filter(isRead)]
    const state = late.reduce(
      (last, action) => rest.reducer(last, action as UnknownAction & RestAction),
      rest.getInitialState(),
    )
    const data = rest.selectors.selectData({ rest: state }, recent) ?? []
    expect(data.map(({ id }) => id)).toEqual(['1', '2'])
  })

  it('is not shown again if it was invalidated and cannot be fetched, while a creation is in flight', async () => {
    const { controller } = createStore()
    const { server } = await loaded(controller)
    const read = controller.fetch(recent)
    const list = await server.take('GET /recent')
    list.respond([before])
    await read
    const creation = controller.fetch(create, { title: 'new title' })
    const created = await server.take('POST /notes')
    controller.invalidate(recent)
    const again = controller.fetch(recent)
    const failed = await server.take('GET /recent')
    failed.respond({}, 503)
    await expect(again).rejects.toMatchObject({ status: 503 })
    expect(controller.getResponse(recent).data).toBeUndefined()
    created.respond({ id: '2', title: 'new title', text: '' })
    await creation
  })
})

describe('a mounted reader of an entity that is being deleted', () => {
  it('gets an error as soon as the deletion is confirmed, and requests nothing', async () => {
    const { store, rest, controller } = createStore()
    const { server } = await loaded(controller)
    const held = store.dispatch(rest.retain(get, one))
    const deletion = controller.fetch(NOTES.delete, one)
    const request = await server.take('DELETE /notes/1')
    request.respond({ id: '1' })
    expect(controller.getError(get, one)).toBeUndefined()
    await deletion
    await turns()
    expect(controller.getError(get, one)).toMatchObject({ code: 'DELETED' })
    expect(server.sent.at(-1)).toBe('DELETE /notes/1')
    held.release()
  })
})

describe('an optimistic update', () => {
  it('does not hide what a later one confirmed, even if a read has brought that before', async () => {
    const { controller } = createStore()
    const { server, noteNow, patch } = await loaded(controller)
    const earlier = await patch({ title: 'first title' })
    const { endpoint, calls } = holdMutation('rename', {
      schema: Note,
      writtenFields: () => ['title'],
    })
    const later = controller.fetch(endpoint, one)
    await turns()
    const confirmed = { ...before, title: 'second title' }
    const read = controller.fetch(get, one)
    const response = await server.take('GET /notes/1')
    response.respond(confirmed)
    await read
    expect(noteNow()).toEqual({ ...confirmed, title: 'first title' })
    calls[0]?.resolve(confirmed)
    await later
    expect(noteNow()).toEqual(confirmed)
    earlier.request.respond({ ...before, title: 'first title' })
    await earlier.result
  })
})

describe('an action of an optimistic update', () => {
  it('hides nothing if it comes again when a read has brought the update already', async () => {
    const { store, actions, controller } = createStore()
    const { server, noteNow, patch } = await loaded(controller)
    const { result, request } = await patch({ title: 'new title' })
    const read = controller.fetch(get, one)
    const response = await server.take('GET /notes/1')
    const after = { id: '1', title: 'new title', text: 'new text' }
    response.respond(after)
    await read
    const shown = actions.find(({ type }) => type === 'rest/Note.partialUpdate/pending')
    store.dispatch(shown as UnknownAction & typeof shown)
    await turns()
    expect(noteNow()).toEqual(after)
    request.respond(after)
    await result
  })
})
