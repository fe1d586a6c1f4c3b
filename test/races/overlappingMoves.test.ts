import { Collection, Entity } from 'rtk-rest'
import { describe, expect, it } from 'vitest'
import { holdMutation, holdRead } from '../support/holdEndpoint'
import { turns } from '../support/turns'
import { createStore } from '../support/world'

class Note extends Entity {
  id = ''
  status = ''
  static override key = 'Note'
}

const notes = new Collection([Note])
const live = { status: 'live' }
const draft = { status: 'draft' }

/** Two moves of a live note at the same time: to the drafts, and back; a read of the live list between them. */
async function moving() {
  const world = createStore()
  const { controller } = world
  const getList = holdRead('getList', { schema: notes })
  const move = holdMutation('move', { schema: notes.move })
  const fetchMoved = (to: object) => controller.fetch(move.endpoint, { id: '1' }, to)
  controller.set(Note, { id: '1' }, { id: '1', ...live })
  const away = fetchMoved(draft)
  const list = controller.fetch(getList.endpoint, live)
  const back = fetchMoved(live)
  await turns()
  const ids = () => controller.get(notes, live)?.map(({ id }) => id)
  const isStale = () => controller.fetchIfStale(getList.endpoint, live) instanceof Promise
  return { ...world, away, list, back, ids, isStale, getList, move }
}

describe('a note that is moved to its own list', () => {
  it('is added to an older response of the list, from which another move removed it', async () => {
    const { move, back, list, away, getList, ids } = await moving()
    move.calls[1]?.resolve({ id: '1', ...live })
    await back
    getList.calls[0]?.resolve([{ id: '2', ...live }])
    await list
    expect(ids()).toEqual(['2', '1'])
    move.calls[0]?.reject(new TypeError('lost'))
    await expect(away).rejects.toThrow('lost')
    expect(ids()).toEqual(['2', '1'])
  })

  it('is on the list of the move that lands last, and the list is fetched again', async () => {
    const { move, back, list, away, getList, ids, isStale } = await moving()
    getList.calls[0]?.resolve([{ id: '2', ...live }])
    await list
    move.calls[1]?.resolve({ id: '1', ...live })
    await back
    expect(ids()).toEqual(['2', '1'])
    move.calls[0]?.resolve({ id: '1', ...draft })
    await away
    expect(ids()).toEqual(['2'])
    expect(isStale()).toBe(true)
  })

  it('keeps its place in an older response of the list that contains it, until the other one lands', async () => {
    const { move, back, list, away, getList, ids, isStale } = await moving()
    move.calls[1]?.resolve({ id: '1', ...live })
    await back
    getList.calls[0]?.resolve([
      { id: '1', ...live },
      { id: '2', ...live },
    ])
    await list
    expect(ids()).toEqual(['1', '2'])
    move.calls[0]?.resolve({ id: '1', ...draft })
    await away
    expect(ids()).toEqual(['2'])
    expect(isStale()).toBe(true)
  })

  it('is added to an older response of the list, also where the server shows only a part of it', async () => {
    const { controller } = createStore()
    const getList = holdRead('getList', { schema: notes })
    const move = holdMutation('move', { schema: notes.move })
    controller.set(Note, { id: '1' }, { id: '1', ...live })
    const list = controller.fetch(getList.endpoint, live)
    const back = controller.fetch(move.endpoint, { id: '1' }, live)
    await turns()
    move.calls[0]?.resolve({ id: '1', ...live })
    await back
    getList.calls[0]?.resolve([{ id: '2', ...live }])
    await list
    expect(controller.get(notes, live)?.map(({ id }) => id)).toEqual(['2', '1'])
  })
})
