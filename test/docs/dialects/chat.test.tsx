import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { WebSocket } from 'ws'
import { respond } from '../recipes/api'
import { MessageResource } from '../recipes/servers/chat'
import { controller } from '../recipes/store'
import { ChatServer } from './chatServer'
import { expectTruth, requestsOf, show } from './reads'

const { getList, create, partialUpdate } = MessageResource
const lobby = { room: 'lobby' }
let server: ChatServer

beforeAll(() => void vi.stubGlobal('WebSocket', WebSocket))

beforeEach(() => {
  server = new ChatServer()
  respond(server.respond)
})

afterEach(() => server.close())

afterAll(() => void vi.unstubAllGlobals())

async function showMessages() {
  const read = await show(getList, [lobby], ([first], by) =>
    first && Number(first.id) > 1
      ? by.fetch(getList.getPage, { ...lobby, before: first.id })
      : undefined,
  )
  const texts = () =>
    read()
      ?.map(({ text }) => text)
      .join(' ')
  const subscribed = () =>
    expect([...server.subscriptions.values()].some((it) => it.has('lobby'))).toBe(true)
  await vi.waitFor(subscribed)
  return Object.assign(read, {
    texts,
    shows: (all: string) => vi.waitFor(() => expect(texts()).toBe(all)),
  })
}

describe('an app of a chat', () => {
  it('has the newest messages at the end, and loads older ones in front', async () => {
    const messages = await showMessages()
    expect(messages.texts()).toBe('Charlie Delta Echo')
    expect(await requestsOf(messages.more)).toEqual(['GET /rooms/lobby/messages?before=3'])
    expect(messages.texts()).toBe('Alpha Bravo Charlie Delta Echo')
    expect(await requestsOf(() => controller.fetch(getList, lobby))).toEqual([
      'GET /rooms/lobby/messages',
      'GET /rooms/lobby/messages?before=3',
    ])
    await expectTruth()
  })

  it('shows what is written, here and elsewhere, once', async () => {
    const messages = await showMessages()
    const sent = await requestsOf(() => controller.fetch(create, lobby, { text: 'Fox' }))
    expect(sent).toEqual(['POST /rooms/lobby/messages'])
    await messages.shows('Charlie Delta Echo Fox')
    server.post('lobby', 'Golf')
    server.post('hall', 'Elsewhere')
    await messages.shows('Charlie Delta Echo Fox Golf')
    await messages.more()
    expect(messages.texts()).toBe('Alpha Bravo Charlie Delta Echo Fox Golf')
    await expectTruth()
  })

  it('edits and deletes, here and elsewhere', async () => {
    const messages = await showMessages()
    const edited = await requestsOf(() =>
      controller.fetch(partialUpdate, { ...lobby, id: '4' }, { text: 'Dover' }),
    )
    expect(edited).toEqual(['PATCH /rooms/lobby/messages/4'])
    server.edit('3', 'Charles')
    server.edit('1', 'Alfa') // not loaded here
    await messages.shows('Charles Dover Echo')
    await messages.more()
    server.delete('lobby', '5')
    await messages.shows('Alfa Bravo Charles Dover')
    const deleted = await requestsOf(() =>
      controller.fetch(MessageResource.delete, { ...lobby, id: '4' }),
    )
    expect(deleted).toEqual(['DELETE /rooms/lobby/messages/4'])
    expect(messages.texts()).toBe('Alfa Bravo Charles')
    await expectTruth()
  })

  it('has what was said while the connection was lost', async () => {
    const messages = await showMessages()
    await messages.more()
    server.cut()
    server.post('lobby', 'Fox')
    server.delete('lobby', '2')
    await messages.shows('Alpha Charlie Delta Echo Fox')
    expect(messages.texts()).toBe('Alpha Charlie Delta Echo Fox')
    await expectTruth()
  })

  it('takes a message back that the server refuses, with the reason for a form', async () => {
    const messages = await showMessages()
    const failing = controller.fetch(create, lobby, { text: '' }).catch((error) => error)
    const expected = controller.getResponse(getList, lobby).data
    expect(expected?.map(({ text }) => text)).toEqual(['Charlie', 'Delta', 'Echo', ''])
    const failed = await failing
    expect(failed.data).toEqual({ errors: { text: ['is empty'] } })
    expect(messages.texts()).toBe('Charlie Delta Echo')
    await expectTruth()
  })
})
