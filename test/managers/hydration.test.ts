import { runInThisContext } from 'node:vm'
import { configureStore, type Middleware, type UnknownAction } from '@reduxjs/toolkit'
import { http, HttpResponse } from 'msw'
import {
  createRest,
  Entity,
  getRow,
  resource,
  RestEndpoint,
  type RestState,
  rows,
  updates,
} from 'rtk-rest'
import { hydration, type HydrationOptions, serializeState } from 'rtk-rest/hydration'
import { optimistic } from 'rtk-rest/optimistic'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { NO_OBJECTS, unreadable } from '../hostile/states'
import { holdMutation, holdRead } from '../support/holdEndpoint'
import { API, server } from '../support/server'
import { turns } from '../support/turns'

// A server fills a store of its own and sends its state along; the store of the browser goes on with it.

const NOW = Date.UTC(2026, 0, 1)
const DAY = 86_400_000

class Note extends Entity {
  id = ''
  title = ''
  text = ''
  tags: readonly string[] = []
  static override key = 'Note'
}

/** The one of the higher version is the newer one, whenever it came. */
class Page extends Entity {
  id = ''
  version = 0
  static override key = 'Page'
  static override shouldReorder(_: unknown, __: unknown, existing: object, incoming: object) {
    return (incoming as Page).version < (existing as Page).version
  }
}

const NoteResource = resource({ path: '/notes/:id', urlPrefix: API, schema: Note, optimistic })
const PageResource = resource({ path: '/pages/:id', urlPrefix: API, schema: Page })
const notes = NoteResource.getList.schema

function open(preloadedState?: { readonly rest: RestState }, options: HydrationOptions = {}) {
  const rest = createRest({ managers: [hydration(options)] })
  const actions: UnknownAction[] = []
  const record: Middleware = () => (next) => (action) => {
    actions.push(action as UnknownAction)
    return next(action)
  }
  const store = configureStore({
    reducer: { rest: rest.reducer },
    middleware: (defaults) => defaults().concat(rest.middleware, record),
    ...(preloadedState && { preloadedState }),
  })
  const controller = rest.getController(store)
  return {
    rest,
    store,
    actions,
    controller,
    /** What reaches the store is always a copy. */
    hydrate: (state: RestState) => store.dispatch(rest.hydrate(copyOf(state))),
    note: (id: string) => rest.selectors.selectData(store.getState(), NoteResource.get, { id }),
    titles: () =>
      rest.selectors.selectData(store.getState(), NoteResource.getList)?.map((it) => it.title),
    state: () => store.getState().rest,
  }
}

function copyOf(state: RestState): RestState {
  return JSON.parse(serializeState(state)) as RestState
}

/** The state of a server that has requested some notes. */
function stateWith(...all: readonly { readonly id: string; readonly title: string }[]): RestState {
  const { controller, state } = open()
  controller.setResponse(NoteResource.getList, all)
  for (const note of all) controller.setResponse(NoteResource.get, { id: note.id }, note)
  return state()
}

const milk = { id: '1', title: 'Milk' }
const tea = { id: '2', title: 'Tea' }

const pass = (ms: number): void => void vi.setSystemTime(Date.now() + ms)

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW })
})

describe('serializeState', () => {
  it('gives our part of a state, which a store starts with', () => {
    const { titles, state, actions } = open({ rest: copyOf(stateWith(milk, tea)) })
    expect(titles()).toEqual(['Milk', 'Tea'])
    expect(actions).toEqual([])
    expect(JSON.parse(serializeState(state()))).toEqual(state())
  })

  it('gives a whole root state, whose other parts stay as they are', () => {
    const rest = stateWith(milk)
    const root = { session: { version: 1, user: '</script>' }, rest, other: { nested: rest } }
    expect(JSON.parse(serializeState(root))).toEqual(root)
  })

  it('is safe within a script, as JSON and as an expression', () => {
    const texts = [
      '</script><script>alert(1)',
      '<!-- <script>',
      '-->',
      ']]>',
      '\u2028\u2029',
      '&lt;',
    ]
    const rest = stateWith(...texts.map((title, at) => ({ id: `${at}`, title })))
    const text = serializeState(rest)
    expect(text).not.toMatch(/[<>\u2028\u2029]/)
    expect(JSON.parse(text)).toEqual(rest)
    expect(runInThisContext(`(${text})`)).toEqual(rest)
    expect(open({ rest: JSON.parse(text) as RestState }).titles()).toEqual(texts)
  })

  it('keeps rows whose key is __proto__ in JSON, and pollutes nothing as an expression', () => {
    const rest = stateWith(
      { id: '__proto__', title: 'Polluted' },
      { id: 'toString', title: 'Text' },
    )
    const text = serializeState(rest)
    const { note, titles } = open({ rest: JSON.parse(text) as RestState })
    expect(note('__proto__')?.title).toBe('Polluted')
    expect(titles()).toEqual(['Polluted', 'Text'])
    const evaluated = open({ rest: runInThisContext(`(${text})`) as RestState })
    expect(evaluated.note('toString')?.title).toBe('Text')
    expect(evaluated.note('__proto__')).toBeUndefined()
    expect('title' in {}).toBe(false)
  })

  it('leaves out requests in flight, mutations, and what they are expected to change', async () => {
    const { controller, state } = open()
    controller.setResponse(NoteResource.getList, [milk])
    const before = state()
    const rename = holdMutation('rename', {
      schema: Note,
      getOptimisticResponse: [optimistic, () => ({ id: '1', title: 'Expected' })],
    })
    const first = holdRead('first', { schema: Note })
    const refetch = holdRead('refetch', { schema: notes, key: () => `GET ${API}/notes` })
    for (const { endpoint } of [rename, first, refetch]) {
      void controller.fetch(endpoint as typeof first.endpoint).catch(() => undefined)
    }
    await turns()
    expect(rows(state().requests)).toHaveLength(2)
    expect(controller.get(Note, { id: '1' })?.title).toBe('Expected')
    const { session } = state()
    expect(copyOf(state())).toEqual({ ...copyOf(before), session })
    controller.reset()
  })

  it('leaves out results that are kept beside the state', () => {
    const { controller, state } = open()
    const getFile = new RestEndpoint({ path: '/file', urlPrefix: API, content: 'blob' })
    controller.setResponse(getFile, new Blob(['text']))
    expect(rows(state().requests)).toHaveLength(1)
    expect(rows(copyOf(state()).requests)).toEqual([])
  })
})

describe('rest.hydrate', () => {
  it('brings all that a server had into an empty store, by one plain action', () => {
    const state = stateWith(milk, tea)
    pass(100)
    const { hydrate, titles, note, actions, store, rest } = open()
    hydrate(state)
    expect(titles()).toEqual(['Milk', 'Tea'])
    expect(note('2')?.title).toBe('Tea')
    expect(actions.map(({ type }) => type)).toEqual(['rest/hydrate'])
    const view = rest.selectors.selectRequest(store.getState(), NoteResource.getList)
    expect(view).toMatchObject({ isSuccess: true, isFetching: false, expiresAt: NOW + 60_000 })
    expect(JSON.parse(JSON.stringify(actions))).toEqual(actions)
  })

  it('changes nothing a second time, and no references', () => {
    const state = stateWith(milk, tea)
    const { hydrate, actions, titles, note } = open()
    hydrate(state)
    const before = [titles, note('1')]
    pass(5_000)
    hydrate(state)
    expect(actions).toHaveLength(1)
    expect([titles, note('1')]).toEqual(before)
  })

  it('brings no result that a mutation has changed since, if its action comes again', async () => {
    const getLatest = new RestEndpoint({ path: '/latest', urlPrefix: API, schema: [Note] })
    const add = NoteResource.getList.push.extend({
      update: [updates, (pk: string) => ({ [getLatest.key()]: (pks: string[]) => [...pks, pk] })],
    })
    server.use(http.post(`${API}/notes`, () => HttpResponse.json(tea)))
    const sender = open()
    sender.controller.setResponse(getLatest, [milk])
    const { hydrate, actions, controller, store } = open()
    hydrate(sender.state())
    pass(1_000)
    await controller.fetch(add, tea)
    store.dispatch(actions[0] as UnknownAction)
    expect(controller.getResponse(getLatest).data).toMatchObject([milk, tea])
  })

  it('changes nothing in a store that started with the state', () => {
    const rest = copyOf(stateWith(milk, tea))
    pass(100)
    const { hydrate, actions } = open({ rest })
    hydrate(rest)
    expect(actions).toEqual([])
  })

  it('brings what is newer there', () => {
    const { hydrate, controller, titles, note } = open()
    controller.setResponse(NoteResource.getList, [milk])
    controller.setResponse(NoteResource.get, { id: '1' }, milk)
    const kept = note('1')
    pass(1_000)
    const state = stateWith({ id: '1', title: 'Oat milk' }, tea)
    pass(1_000)
    hydrate(state)
    expect(titles()).toEqual(['Oat milk', 'Tea'])
    expect(note('1')?.title).toBe('Oat milk')
    expect(note('1')).not.toBe(kept)
  })

  it('leaves what is newer here: a response, a `set`, a list that was pushed to, a deletion', async () => {
    const state = stateWith(milk, tea, { id: '3', title: 'Bread' }, { id: '4', title: 'Salt' })
    pass(1_000)
    const { hydrate, controller, titles, note } = open({ rest: copyOf(state) })
    pass(1_000)
    controller.setResponse(NoteResource.get, { id: '1' }, { id: '1', title: 'Oat milk' })
    controller.set(Note, { id: '2' }, { id: '2', title: 'Green tea' })
    controller.set(notes.push, {}, { id: '5', title: 'Rice' })
    const remove = holdMutation('remove', { schema: NoteResource.delete.schema })
    const removing = controller.fetch(remove.endpoint, { id: '3' })
    await turns()
    remove.calls[0]?.resolve({ id: '3' })
    await removing
    const shown = ['Oat milk', 'Green tea', 'Salt', 'Rice']
    expect(titles()).toEqual(shown)
    hydrate(state)
    expect(titles()).toEqual(shown)
    expect(note('3')).toBeUndefined()
  })

  it.each([0, DAY])(
    'brings a list as stale that a server, %i ms ahead, rendered before a mutation',
    async (ahead) => {
      const { hydrate, controller, titles, rest, store } = open()
      const isFresh = () =>
        rest.selectors.selectRequest(store.getState(), NoteResource.getList).expiresAt > Date.now()
      const create = holdMutation('create', { schema: notes.push })
      const creating = controller.fetch(create.endpoint, {}, tea)
      await turns()
      pass(ahead)
      const state = stateWith(milk)
      pass(1_000 - ahead)
      create.calls[0]?.resolve(tea)
      await creating
      pass(500)
      hydrate(state)
      expect(titles()).toEqual(['Milk'])
      expect(isFresh()).toBe(false)
      pass(1_000)
      hydrate(stateWith(milk, tea))
      expect(titles()).toEqual(['Milk', 'Tea'])
      expect(isFresh()).toBe(true)
    },
  )

  it('adds the fields of an older row that the row here lacks', () => {
    const state = stateWith({ id: '1', title: 'Milk', text: 'two litres' } as never)
    pass(1_000)
    const { hydrate, controller, note } = open()
    controller.setResponse(NoteResource.getList, [{ id: '1', title: 'Oat milk' }])
    hydrate(state)
    expect(note('1')).toMatchObject({ title: 'Oat milk', text: 'two litres' })
  })

  it('merges entities by their own rules, also where no response has named their class yet', () => {
    const { controller, state } = open()
    controller.setResponse(PageResource.get, { id: '1' }, { id: '1', version: 1 })
    const client = open()
    client.controller.setResponse(PageResource.get, { id: '1' }, { id: '1', version: 2 })
    pass(1_000)
    controller.setResponse(PageResource.get, { id: '2' }, { id: '2', version: 1 })
    controller.setResponse(PageResource.get, { id: '1' }, { id: '1', version: 1 })
    client.hydrate(state())
    expect(client.controller.get(Page, { id: '1' })?.version).toBe(2)
    expect(client.controller.get(Page, { id: '2' })?.version).toBe(1)

    // Two states of servers, and no response here: an entity has the fields of both, and a list is the newer one.
    const first = stateWith({ id: '1', title: 'Milk', text: 'two litres' } as never, tea)
    const { hydrate, note, titles } = open()
    hydrate(first)
    pass(1_000)
    const second = stateWith({ id: '1', title: 'Oat milk' })
    hydrate(second)
    expect(note('1')).toMatchObject({ title: 'Oat milk', text: 'two litres' })
    expect(titles()).toEqual(['Oat milk'])
  })

  it('leaves what mutations in flight are expected to change, over what is newer there', async () => {
    const { hydrate, controller, note, state } = open()
    controller.setResponse(NoteResource.getList, [milk])
    const vote = holdMutation('vote', {
      schema: Note,
      getOptimisticResponse: [optimistic, () => ({ id: '1', text: 'expected' })],
    })
    const voting = controller.fetch(vote.endpoint, { id: '1' }).catch(() => undefined)
    await turns()
    pass(1_000)
    hydrate(stateWith({ id: '1', title: 'Oat milk', text: 'two litres' } as never))
    expect(note('1')).toMatchObject({ title: 'Oat milk', text: 'expected' })
    const refused = Object.assign(new Error('no'), { status: 409 })
    vote.calls[0]?.reject(refused)
    await voting
    expect(note('1')).toMatchObject({ title: 'Oat milk', text: 'two litres' })
    expect(state().confirmed).toEqual({})
  })

  it('leaves known which row was created here', async () => {
    const paths: string[] = []
    server.use(
      http.post(`${API}/notes`, () => HttpResponse.json(milk)),
      http.patch(`${API}/notes/:id`, ({ request }) => {
        paths.push(new URL(request.url).pathname)
        return HttpResponse.json(milk)
      }),
    )
    const { rest, store, hydrate, controller } = open()
    controller.setResponse(NoteResource.getList, [])
    const creating = controller.fetch(NoteResource.create, { title: 'Milk' })
    const [created] = rest.selectors.selectData(store.getState(), NoteResource.getList) ?? []
    const id = created?.id as string
    await creating
    pass(1_000)
    hydrate(stateWith(milk))
    await controller.fetch(NoteResource.partialUpdate, { id }, { title: 'Oat milk' })
    expect(id).toMatch(/^new-/)
    expect(paths).toEqual(['/notes/1'])
  })

  it('leaves requests in flight, whose responses are newer', async () => {
    const { hydrate, controller, note, state } = open()
    controller.setResponse(NoteResource.get, { id: '1' }, milk)
    pass(1_000)
    const newer = stateWith({ id: '1', title: 'Oat milk' })
    pass(1_000)
    const read = holdRead('read', { schema: Note, key: () => `GET ${API}/notes/1` })
    const reading = controller.fetch(read.endpoint)
    await turns()
    hydrate(newer)
    expect(note('1')?.title).toBe('Oat milk')
    expect(getRow(state().requests, `GET ${API}/notes/1`)?.requestId).toBeDefined()
    read.calls[0]?.resolve({ id: '1', title: 'Soy milk' })
    await reading
    expect(note('1')?.title).toBe('Soy milk')
    expect(getRow(state().requests, `GET ${API}/notes/1`)?.requestId).toBeUndefined()
  })

  it('brings an error only where there is no response', async () => {
    const failing = open()
    const read = holdRead('read', { schema: Note, key: () => `GET ${API}/notes/1` })
    pass(1_000)
    const reading = failing.controller.fetch(read.endpoint).catch(() => undefined)
    await turns()
    read.calls[0]?.reject(Object.assign(new Error('gone'), { status: 500 }))
    await reading
    const { hydrate, rest, store } = open()
    hydrate(failing.state())
    const { selectRequest } = rest.selectors
    expect(selectRequest(store.getState(), read.endpoint).error?.message).toBe('gone')
    vi.setSystemTime(NOW)
    const { hydrate: hydrateOther, note, ...other } = open({ rest: copyOf(stateWith(milk)) })
    pass(2_000)
    hydrateOther(failing.state())
    expect(note('1')?.title).toBe('Milk')
    const view = other.rest.selectors.selectRequest(other.store.getState(), read.endpoint)
    expect(view.error).toBeUndefined()
  })

  it('brings nothing back from before a reset', () => {
    const state = stateWith(milk)
    pass(1_000)
    const { hydrate, controller, titles, note } = open()
    controller.reset()
    hydrate(state)
    expect(titles()).toBeUndefined()
    pass(1_000)
    hydrate(stateWith(tea))
    expect(titles()).toEqual(['Tea'])
    expect(note('1')).toBeUndefined()
  })

  it('is a pure action: a replay gives the same state', () => {
    const state = stateWith(milk, tea)
    const { hydrate, controller, actions, state: getState } = open()
    controller.set(Note, { id: '3' }, { id: '3', title: 'Salt' })
    hydrate(state)
    controller.set(Note, { id: '1' }, { id: '1', title: 'Oat milk' })
    const { reducer } = createRest()
    const replayed = actions.reduce<RestState | undefined>(
      (it, action) => reducer(it, JSON.parse(JSON.stringify(action)) as UnknownAction),
      undefined,
    )
    expect(replayed).toEqual(getState())
  })

  it('serves two stores of one instance apart', () => {
    const rest = createRest({ managers: [hydration()] })
    const [one, other] = [0, 1].map(() =>
      configureStore({
        reducer: { rest: rest.reducer },
        middleware: (defaults) => defaults().concat(rest.middleware),
      }),
    ) as [ReturnType<typeof open>['store'], ReturnType<typeof open>['store']]
    one.dispatch(rest.hydrate(stateWith(milk)))
    const { selectData } = rest.selectors
    expect(selectData(one.getState(), NoteResource.getList)).toHaveLength(1)
    expect(selectData(other.getState(), NoteResource.getList)).toBeUndefined()
    rest.dispose(one)
    rest.getApi(other).hydrate(stateWith(tea))
    expect(selectData(other.getState(), NoteResource.getList)).toHaveLength(1)
  })
})

describe('clocks', () => {
  it.each([DAY, 5_000])('a server that is %i ms ahead makes nothing fresh for longer', (ahead) => {
    pass(ahead)
    const state = stateWith(milk)
    vi.setSystemTime(NOW)
    const { hydrate, controller, titles, rest, store, actions } = open()
    hydrate(state)
    const view = rest.selectors.selectRequest(store.getState(), NoteResource.getList)
    expect(view).toMatchObject({ isSuccess: true, expiresAt: NOW + 60_000 })
    // The same state again is no newer, now and when the clock here has come so far.
    pass(1_000)
    controller.set(Note, { id: '1' }, { id: '1', title: 'Oat milk' })
    for (const ms of [0, 1_000, 10_000, DAY]) {
      pass(ms)
      hydrate(state)
    }
    expect(titles()).toEqual(['Oat milk'])
    expect(actions).toHaveLength(2)
  })

  it('a server that is behind leaves what is here, and brings what is not', () => {
    vi.setSystemTime(NOW - DAY)
    const state = stateWith({ id: '1', title: 'Oat milk' }, tea)
    vi.setSystemTime(NOW)
    const { hydrate, controller, note } = open()
    controller.setResponse(NoteResource.get, { id: '1' }, milk)
    hydrate(state)
    expect([note('1')?.title, note('2')?.title]).toEqual(['Milk', 'Tea'])
  })

  it.each([DAY, -DAY])('a clock here that jumps by %i ms loses nothing newer', (jump) => {
    const state = stateWith(milk)
    pass(1_000)
    const { hydrate, controller, titles } = open()
    hydrate(state)
    controller.set(Note, { id: '1' }, { id: '1', title: 'Oat milk' })
    pass(jump)
    hydrate(state)
    controller.set(Note, { id: '1' }, { id: '1', title: 'Soy milk' })
    hydrate(state)
    expect(titles()).toEqual(['Soy milk'])
  })

  it('a row that is dated next year leaves the others fresh', () => {
    const state = copyOf(stateWith(milk, tea))
    const table = state.entities['Note'] as unknown as Record<string, { meta: object }>
    Object.assign(table['1']?.meta as object, { fetchedAt: 8e15, date: 8e15, expiresAt: 8e15 + 5 })
    const { hydrate, titles, rest, store } = open()
    hydrate(state)
    expect(titles()).toEqual(['Milk', 'Tea'])
    const { expiresAt } = rest.selectors.selectRequest(store.getState(), NoteResource.getList)
    expect(expiresAt).toBe(NOW + 60_000)
  })
})

describe('a state that is none', () => {
  function messages(): string[] {
    const { calls } = vi.mocked(console.error).mock
    const said = calls.map(([text]) => String(text))
    vi.mocked(console.error).mockClear()
    return said
  }

  const sound = () => copyOf(stateWith(milk)) as never as Record<string, Record<string, unknown>>
  const broken: readonly (readonly [string, unknown])[] = [
    ['without tables', { version: 1 }],
    ['with a table that is text', { ...sound(), entities: { Note: 'abc' } }],
    ['with a row that is null', { ...sound(), entities: { Note: { 1: null } } }],
    ['with a row without data', { ...sound(), entities: { Note: { 1: { meta: milk } } } }],
    [
      'with a row without times',
      { ...sound(), entities: { Note: { 1: { data: milk, invalid: false, meta: {} } } } },
    ],
    ['with a request that is null', { ...sound(), requests: { 'GET /notes': null } }],
    ['with times that are text', { ...sound(), requests: { 'GET /': { date: 'now' } } }],
  ]

  it.each([...unreadable, ...broken])('is ignored, with one message: %s', (_, state) => {
    const { store, rest, actions, controller, titles } = open()
    store.dispatch(rest.hydrate(state as RestState))
    expect(messages()).toEqual([expect.stringContaining('hydrate(state) is of another')])
    expect(actions).toEqual([])
    controller.setResponse(NoteResource.getList, [milk])
    expect(titles()).toEqual(['Milk'])
  })

  it.each(NO_OBJECTS)('is ignored, with one message: %s', (state) => {
    const { store, rest, actions } = open()
    store.dispatch(rest.hydrate(state as never))
    expect(messages()).toHaveLength(1)
    expect(actions).toEqual([])
  })
})

describe('extractRehydrationInfo', () => {
  const HYDRATE = '__NEXT_REDUX_WRAPPER_HYDRATE__'
  const options: HydrationOptions = {
    extractRehydrationInfo(action, { reducerPath }) {
      return action.type === HYDRATE ? action.payload[reducerPath] : undefined
    },
  }
  const hydrateAction = (rest?: unknown) => ({ type: HYDRATE, payload: { rest } })

  it('brings the state of an action of another library', () => {
    const { store, titles, actions } = open(undefined, options)
    store.dispatch({ type: 'other' })
    store.dispatch(hydrateAction(copyOf(stateWith(milk))))
    expect(titles()).toEqual(['Milk'])
    expect(actions.map(({ type }) => type)).toEqual(['other', HYDRATE, 'rest/hydrate'])
  })

  it('brings nothing of an action without our part', () => {
    const { store, actions } = open(undefined, options)
    store.dispatch(hydrateAction())
    expect(actions).toHaveLength(1)
  })

  it('is reported once where it throws', async () => {
    const { store, controller, titles } = open(undefined, options)
    store.dispatch({ type: HYDRATE })
    store.dispatch({ type: HYDRATE })
    await turns()
    expect(vi.mocked(console.error).mock.calls).toHaveLength(1)
    vi.mocked(console.error).mockClear()
    controller.setResponse(NoteResource.getList, [tea])
    expect(titles()).toEqual(['Tea'])
  })

  it('is a function: anything else is an error', () => {
    expect(() => hydration({ extractRehydrationInfo: 'HYDRATE' as never })).toThrow(
      'hydration({ extractRehydrationInfo }): found the string "HYDRATE". It is a function of an action',
    )
  })
})
