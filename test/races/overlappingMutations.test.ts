import { Entity, resource } from 'rtk-rest'
import { describe, expect, it } from 'vitest'
import { holdServer } from '../support/holdServer'
import { API } from '../support/server'
import { createStore } from '../support/world'

class Note extends Entity {
  id = ''
  title = ''
  text = ''
  static override key = 'Note'
}

const { get, partialUpdate } = resource({ path: '/notes/:id', urlPrefix: API, schema: Note })
const one = { id: '1' }
const PATCH = 'PATCH /notes/1'
const before = { id: '1', title: 'old title', text: 'old text' }
const after = { id: '1', title: 'new title', text: 'new text' }

async function loaded() {
  const server = holdServer()
  const { controller } = createStore()
  const first = controller.fetch(get, one)
  const request = await server.take('GET /notes/1')
  request.respond(before)
  await first
  const title = controller.fetch(partialUpdate, one, { title: 'new title' })
  const titleRequest = await server.take(PATCH)
  const text = controller.fetch(partialUpdate, one, { text: 'new text' })
  const textRequest = await server.take(PATCH)
  const noteNow = () => controller.getResponse(get, one).data
  return { server, controller, title, titleRequest, text, textRequest, noteNow }
}

describe('two concurrent updates of different fields', () => {
  it.each([
    ['the first one first, and they land in that order', 'title', 'title'],
    ['the first one first, and they land the other way round', 'title', 'text'],
    ['the second one first, and they land in that order', 'text', 'text'],
    ['the second one first, and they land the other way round', 'text', 'title'],
  ])('are both stored if the server applies %s', async (_, appliedFirst, landsFirst) => {
    const { title, titleRequest, text, textRequest, noteNow } = await loaded()
    const land = {
      title: async () => {
        titleRequest.respond(appliedFirst === 'title' ? { ...before, title: after.title } : after)
        expect(await title).toMatchObject({ title: 'new title' })
      },
      text: async () => {
        textRequest.respond(appliedFirst === 'text' ? { ...before, text: after.text } : after)
        expect(await text).toMatchObject({ text: 'new text' })
      },
    }
    await (landsFirst === 'title' ? land.title() : land.text())
    await (landsFirst === 'title' ? land.text() : land.title())
    expect(noteNow()).toMatchObject(after)
  })
})

describe('an update whose response is lost', () => {
  it('makes the entity stale, and it is fetched again', async () => {
    const { server, controller, titleRequest, title, textRequest, text } = await loaded()
    textRequest.respond(before)
    await text
    titleRequest.drop()
    await expect(title).rejects.toBeInstanceOf(Error)
    const again = controller.fetchIfStale(get, one)
    expect(again).toBeInstanceOf(Promise)
    const request = await server.take('GET /notes/1')
    request.respond(after)
    expect(await again).toMatchObject(after)
  })
})
