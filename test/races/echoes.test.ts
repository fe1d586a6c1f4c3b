import { http, HttpResponse } from 'msw'
import { Entity, Invalidate, resource } from 'rtk-rest'
import { optimistic } from 'rtk-rest/optimistic'
import { type LiveWrites, webSocket } from 'rtk-rest/streams'
import { describe, expect, it, vi } from 'vitest'
import { type FakeSocket, fakeSockets } from '../support/fakeSockets'
import { API, server } from '../support/server'
import { turns } from '../support/turns'
import { createStore, deferred } from '../support/world'

// A socket tells every client of every change, also the one that made the change.

class Card extends Entity {
  id = ''
  title = ''
  status = ''
  version = 0
  static override key = 'Card'
}

type Row = Pick<Card, 'id' | 'title' | 'status' | 'version'>
type Message = (live: LiveWrites) => void

type Query = { readonly status?: string; readonly q?: string }

const todo = { status: 'todo' }
const done = { status: 'done' }
const search = { q: 'a' }

/** A column without cards shows nothing of its argument. */
const byStatus = { status: (it: Card, status: string) => ['', it.status].includes(status) }
/** The same of whole lists, and their cards with a word in the title. */
const byArgs = ({ title, status }: Card, args: Readonly<Record<string, string>>) =>
  status === (args['status'] ?? status) && title.includes(args['q'] ?? '')

/** A board with a socket, whose server holds what changes something until the test says so. */
async function board(
  isOptimistic: boolean,
  lists: readonly Query[] = [todo, done],
  filters: typeof byStatus | typeof byArgs = byStatus,
) {
  const rows = new Map<string, Row>(
    ['1', '2', '3'].map((id) => [id, { id, title: `a${id}`, status: 'todo', version: 1 }]),
  )
  const reads: string[] = []
  const held: { readonly body: unknown; send(): void }[] = []
  const list = (params: URLSearchParams) =>
    [...rows.values()].filter(
      ({ status, title }) =>
        (params.get('status') ?? status) === status && title.includes(params.get('q') ?? ''),
    )
  /** What the server has done already, and will say later. */
  const respondLater = async (body: object) => {
    const response = deferred()
    held.push({ body, send: () => response.resolve() })
    await response.promise
    return HttpResponse.json(body)
  }
  server.use(
    http.get(`${API}/cards`, ({ request }) => {
      const { searchParams, search: text } = new URL(request.url)
      reads.push(text)
      return HttpResponse.json(list(searchParams))
    }),
    http.get(`${API}/cards/:id`, ({ params }) => {
      reads.push(String(params['id']))
      return HttpResponse.json(rows.get(String(params['id'])))
    }),
    http.post(`${API}/cards`, async ({ request }) => {
      const row = { ...((await request.json()) as Row), id: '4', version: 1 }
      rows.set('4', row)
      return respondLater(row)
    }),
    http.patch(`${API}/cards/:id`, async ({ request, params }) => {
      const before = rows.get(String(params['id'])) as Row
      const row = { ...before, ...((await request.json()) as Row), version: before.version + 1 }
      rows.set(row.id, row)
      return respondLater(row)
    }),
    http.delete(`${API}/cards/:id`, ({ params }) => {
      rows.delete(String(params['id']))
      return respondLater({ id: params['id'] })
    }),
  )
  const { WebSocket, sockets } = fakeSockets()
  const messages: Message[] = []
  const live = webSocket('ws://board.test', {
    WebSocket,
    message: (at: number, writes) => messages[at]?.(writes),
  })
  const cards = resource({
    path: '/cards/:id',
    urlPrefix: API,
    schema: Card,
    searchParams: undefined as unknown as Query,
    filters,
  })
  const Cards = cards.extend('partialUpdate', {
    getOptimisticResponse: isOptimistic
      ? [optimistic, (_snap, { id }, body: object) => ({ id: `${id}`, ...body })]
      : undefined,
  })
  const getList = Cards.getList.extend({ live })
  const move = getList.move.extend({
    getOptimisticResponse: isOptimistic
      ? [optimistic, (_snap, { id }, body: object) => ({ id: `${id}`, ...body })]
      : undefined,
  })
  const world = createStore()
  const { controller } = world
  const retained = [
    ...lists.map((it) => controller.retain(getList, it)),
    controller.retain(Cards.get, { id: '1' }),
  ]
  await turns()
  const socket = sockets[0] as FakeSocket
  socket.accept()
  await vi.waitFor(() => expect(reads).toHaveLength(lists.length + 1))
  await controller.allSettled()
  reads.length = 0
  const tell = async (message: Message) => {
    socket.deliver(messages.push(message) - 1)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  /** The change of a mutation, its response and the message of it, in an order. */
  const run = async (
    fetch: () => Promise<unknown>,
    echo: (row: Row) => Message,
    isBefore: boolean,
  ) => {
    const ended = fetch()
    await vi.waitFor(() => expect(held).toHaveLength(1))
    const { body, send } = held.splice(0)[0] as (typeof held)[number]
    if (isBefore) await tell(echo(body as Row))
    send()
    await ended
    if (!isBefore) await tell(echo(body as Row))
    await turns()
    await controller.allSettled()
    await turns()
  }
  const ids = (args: Query) => controller.getResponse(getList, args).data?.map(({ id }) => id)
  const card = (id = '1') => controller.get(Card, { id })
  const release = () => retained.forEach((it) => it.release())
  return { ...world, rows, reads, held, tell, run, ids, card, release, Cards, getList, move }
}

const orders = [
  ['before', true, true],
  ['before', true, false],
  ['after', false, true],
  ['after', false, false],
] as const

describe.each(orders)(
  'a message that comes %s the response of the own mutation (%s, optimistic: %s)',
  (_, isBefore, isOptimistic) => {
    it('asks nothing where both move a card', async () => {
      const it = await board(isOptimistic)
      await it.run(
        () => it.controller.fetch(it.move, { id: '1' }, done),
        (row) => (live) => live.set(it.getList.schema.move, row),
        isBefore,
      )
      expect(it.reads).toEqual([])
      expect(it.ids(todo)).toEqual(['2', '3'])
      expect(it.ids(done)).toEqual(['1'])
      expect(it.card()).toMatchObject({ status: 'done', version: 2 })
      it.release()
    })

    it('asks nothing where the message writes the card alone', async () => {
      const it = await board(isOptimistic)
      await it.run(
        () => it.controller.fetch(it.Cards.partialUpdate, { id: '1' }, done),
        (row) => (live) => live.set(Card, row),
        isBefore,
      )
      expect(it.reads).toEqual([])
      expect(it.ids(done)).toEqual(['1'])
      expect(it.card()).toMatchObject({ status: 'done', version: 2 })
      it.release()
    })

    it('asks nothing where the message has a part of the card', async () => {
      const it = await board(isOptimistic)
      await it.run(
        () => it.controller.fetch(it.move, { id: '1' }, done),
        ({ id, status }) =>
          (live) =>
            live.patch(Card, { id, status }),
        isBefore,
      )
      expect(it.reads).toEqual([])
      expect(it.ids(done)).toEqual(['1'])
      expect(it.card()).toMatchObject({ title: 'a1', status: 'done', version: 2 })
      it.release()
    })

    it('asks nothing where both add a card', async () => {
      const it = await board(isOptimistic)
      await it.run(
        () => it.controller.fetch(it.getList.push, { title: 'a4', ...todo }),
        (row) => (live) => live.set(it.getList.schema.push, row),
        isBefore,
      )
      expect(it.reads).toEqual([])
      expect(it.ids(todo)).toEqual(['1', '2', '3', '4'])
      it.release()
    })

    it('asks nothing where both delete a card', async () => {
      const it = await board(isOptimistic)
      await it.run(
        () => it.controller.fetch(it.Cards.delete, { id: '1' }),
        ({ id }) =>
          (live) =>
            live.set(new Invalidate(Card), { id }, { id }),
        isBefore,
      )
      expect(it.reads).toEqual([])
      expect(it.ids(todo)).toEqual(['2', '3'])
      expect(it.controller.getError(it.Cards.get, { id: '1' })).toMatchObject({ code: 'DELETED' })
      it.release()
    })

    it('asks once for a search, of which neither can tell', async () => {
      const it = await board(isOptimistic, [todo, search])
      await it.run(
        () => it.controller.fetch(it.getList.push, { title: 'b4', ...todo }),
        (row) => (live) => live.set(it.getList.schema.push, row),
        isBefore,
      )
      expect(it.reads).toEqual(['?q=a'])
      expect(it.ids(search)).toEqual(['1', '2', '3'])
      expect(it.controller.fetchIfStale(it.getList, search)).not.toBeInstanceOf(Promise)
      vi.mocked(console.warn).mockClear()
      it.release()
    })
  },
)

describe('a message that comes before the response, and is no echo', () => {
  it.each([
    [
      'says what the row was before',
      [{ status: 'todo', version: 1 }],
      { status: 'done', version: 2 },
    ],
    [
      'is one of two that change it and back',
      [{ status: 'done' }, { status: 'todo', version: 3 }],
      { status: 'todo', version: 3 },
    ],
    [
      'has a part that the response lacks',
      [{ status: 'done', version: 4 }],
      { status: 'done', version: 4 },
    ],
  ])('has the card asked for where it %s', async (_, said, last) => {
    const it = await board(false)
    const ended = it.controller.fetch(it.Cards.partialUpdate, { id: '1' }, done)
    await vi.waitFor(() => expect(it.held).toHaveLength(1))
    it.rows.set('1', { ...(it.rows.get('1') as Row), ...last })
    for (const part of said) await it.tell((live) => live.set(Card, { id: '1', ...part }))
    it.held[0]?.send()
    await ended
    await vi.waitFor(() => expect(it.reads).toContain('1'))
    await vi.waitFor(() => expect(it.card()).toMatchObject(last))
    await it.controller.allSettled()
    it.release()
  })
})

describe('a message that says what is there', () => {
  it('asks for a search that was read before the card was', async () => {
    const it = await board(false, [search])
    it.rows.set('4', { id: '4', title: 'a4', status: 'todo', version: 1 })
    await it.controller.fetch(it.Cards.get, { id: '4' })
    await it.tell((live) => live.set(it.getList.schema.push, it.rows.get('4') as Row))
    await vi.waitFor(() => expect(it.ids(search)).toEqual(['1', '2', '3', '4']))
    it.release()
  })

  it.each([
    ['a filter of an argument', byStatus],
    ['one of whole lists', byArgs],
  ])(
    'asks once for a list that was read since, and that lacks the card, by %s',
    async (_, filters) => {
      const it = await board(false, [todo], filters)
      const before = it.rows.get('1') as Row
      it.rows.delete('1')
      await it.controller.fetch(it.getList, todo)
      it.reads.length = 0
      await it.tell((live) => live.set(it.getList.schema.move, before))
      await vi.waitFor(() => expect(it.ids(todo)).toEqual(['2', '3']))
      expect(it.reads).toEqual(['?status=todo'])
      it.release()
    },
  )

  it('asks for such a list also where it says something new of a card that is uncertain', async () => {
    const it = await board(false, [todo])
    server.use(http.patch(`${API}/cards/:id`, () => HttpResponse.error(), { once: true }))
    await it.controller.fetch(it.move, { id: '2' }, done).catch(() => undefined)
    const before = it.rows.get('2') as Row
    it.rows.set('2', { ...before, ...done })
    await it.controller.fetch(it.getList, todo)
    await it.controller.allSettled()
    it.reads.length = 0
    await it.tell((live) => live.set(it.getList.schema.move, { ...before, version: 2 }))
    await vi.waitFor(() => expect(it.ids(todo)).toEqual(['1', '3']))
    expect(it.reads).toContain('?status=todo')
    it.release()
  })
})
