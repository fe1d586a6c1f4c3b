import { configureStore, Tuple } from '@reduxjs/toolkit'
import { thunk } from 'redux-thunk'
import {
  createRest,
  devToolsOptions,
  Entity,
  getRow,
  resource,
  RestEndpoint,
  type RestState,
} from 'rtk-rest'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { createReplaceableStore } from '../support/replaceableStore'
import { type StateRow, stateRows } from './states'

// What a store makes of states that it did not make: preloaded, persisted by another version, edited by hand, imported.

class User extends Entity {
  id = ''
  name = ''
  static override key = 'User'
  static override indexes = ['name'] as const
}

const { get } = resource({ path: '/users/:id', urlPrefix: 'http://api.test', schema: User })
// A plain list is nowhere but in the row of its request.
const getList = new RestEndpoint({ path: '/users', urlPrefix: 'http://api.test', schema: [User] })
const ada = { id: '1', name: 'Ada' }
const bob = { id: '2', name: 'Bob' }

/** A sound state as a server, a file or another tab hands it over. */
const sound = (() => {
  const { store, controller } = createReplaceableStore()
  controller.setResponse(getList, [ada, bob])
  controller.setResponse(get, { id: '1' }, ada)
  return JSON.stringify(store.getState().rest)
})()

/** What is no list has no members, and what is no user no name. */
function namesOf(list: unknown): unknown {
  if (!Array.isArray(list)) return undefined
  return list.map((it: unknown) => (it as User | null | undefined)?.name)
}

type World = ReturnType<typeof createReplaceableStore>

const ways: readonly (readonly [name: string, open: (rest: RestState) => World])[] = [
  ['preloaded', (rest) => createReplaceableStore({ rest })],
  [
    'imported',
    (rest) => {
      const world = createReplaceableStore()
      world.replace({ rest })
      return world
    },
  ],
]

/** All messages of the console, which are expected from here on. */
function messages(): string[] {
  const said = vi.mocked(console.error).mock.calls.map(([text]) => String(text))
  vi.mocked(console.error).mockClear()
  return said
}

describe.each(ways)('a state that is %s is read without its invalid part:', (_, open) => {
  it.each(stateRows)('%s', (...row) => {
    const [, spoil, [user, list], says] = row as unknown as StateRow
    vi.mocked(console.error).mockImplementation(() => undefined)
    const spoilt = spoil(JSON.parse(sound) as RestState) as RestState
    const { store, rest, controller } = open(spoilt)
    const shown = () => ({
      user: rest.selectors.selectData(store.getState(), get, { id: '1' })?.name,
      list: namesOf(rest.selectors.selectData(store.getState(), getList)),
    })
    const { stateSanitizer } = devToolsOptions(rest)

    expect(shown()).toEqual({ user, list })
    expect(controller.getResponse(get, { id: '1' }).data?.name).toBe(user)
    expect(rest.selectors.selectAll(store.getState(), User)).toBeDefined()
    expect(() => rest.selectors.selectQuery(store.getState(), User, { name: 'Ada' })).not.toThrow()
    expect(() => stateSanitizer(store.getState(), 0)).not.toThrow()
    const { selectIsFetching, selectIsMutating, selectIsPending } = rest.selectors
    for (const select of [selectIsFetching, selectIsMutating]) {
      expect(() => select(store.getState())).not.toThrow()
    }
    expect(() => selectIsPending(store.getState(), User, '1')).not.toThrow()

    // The next write leaves a state without further messages.
    controller.set(User, { id: '3' }, { id: '3', name: 'Cem' })
    const said = messages()
    expect(said).toHaveLength(says === undefined ? 0 : 1)
    expect(said.join()).toMatch(says === undefined ? '' : says)
    const next = createReplaceableStore({ rest: JSON.parse(JSON.stringify(store.getState().rest)) })
    expect(next.controller.get(User, { id: '3' })?.name).toBe('Cem')
    expect(messages()).toEqual([])

    controller.setResponse(getList, [ada, bob])
    controller.setResponse(get, { id: '1' }, ada)
    expect(shown()).toEqual({ user: 'Ada', list: ['Ada', 'Bob'] })
    controller.reset()
    expect(shown()).toEqual({ user: undefined, list: undefined })
    expect(messages()).toEqual([])
  })
})

describe('a state with unreadable parts', () => {
  beforeEach(() => {
    vi.mocked(console.error).mockImplementation(() => undefined)
  })

  it('makes responses with missing rows stale, so that readers fetch them again', () => {
    const state = JSON.parse(sound) as { entities: { User: Record<string, unknown> } }
    state.entities.User['1'] = null
    const { controller } = createReplaceableStore({ rest: state as never })
    expect(controller.getResponse(getList).expiresAt).toBe(0)
    expect(messages()).toHaveLength(1)
  })

  it('is reported once, with five of its paths', () => {
    const state = JSON.parse(sound) as { entities: { User: unknown } }
    const users = Array.from({ length: 2_000 }, (_, at) => [`u${at}`, null])
    state.entities.User = Object.fromEntries(users)
    const { controller, store } = createReplaceableStore({ rest: state as never })
    for (let at = 0; at < 3; at++) expect(controller.get(User, { id: 'u1' })).toBeUndefined()
    expect(messages()).toEqual([expect.stringMatching(/"u4"\] \(null\) and 1995 more/)])
    expect(JSON.stringify(store.getState())).not.toContain('null')
  })

  it('is read if a large table has lost rows', () => {
    const { store, controller } = createReplaceableStore()
    const users = Array.from({ length: 300 }, (_, at) => ({ id: `u${at}`, name: `n${at}` }))
    controller.setResponse(getList, users)
    const text = JSON.stringify(store.getState().rest)
    const row = JSON.stringify(getRow(store.getState().rest.entities['User'], 'u7'))
    expect(text).toContain(row)
    const next = createReplaceableStore({ rest: JSON.parse(text.replace(row, '5')) as RestState })
    expect(namesOf(next.controller.getResponse(getList).data)).toHaveLength(299)
    expect(messages()).toEqual([expect.stringMatching(/User\["u7"\] \(number\)/)])
    const cut = createReplaceableStore({ rest: JSON.parse(text.replace(`"u7":${row},`, '')) })
    expect(namesOf(cut.controller.getResponse(getList).data)).toEqual([])
    expect(messages()).toEqual([expect.stringMatching(/entities\.User \(a list\)/)])
  })

  it('is read if a row has thousands of levels', () => {
    let deep: unknown = 'bottom'
    for (let level = 0; level < 20_000; level++) deep = level % 2 === 0 ? [deep] : { deep }
    const state = JSON.parse(sound) as RestState
    Object.assign(getRow(state.entities['User'], '1')?.data as object, { deep })
    const rest = createRest()
    // Redux Toolkit's checks walk the state recursively, and end here.
    const store = configureStore({
      reducer: { rest: rest.reducer },
      preloadedState: { rest: state },
      middleware: () => new Tuple(thunk, rest.middleware),
    })
    const controller = rest.getController(store)
    expect(controller.get(User, { id: '1' })?.name).toBe('Ada')
    controller.setResponse(get, { id: '1' }, { id: '1', name: 'Eve', deep: 0 })
    expect(controller.get(User, { id: '1' })?.name).toBe('Eve')
  })
})
