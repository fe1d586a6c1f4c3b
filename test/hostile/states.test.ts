import { devToolsOptions, Entity, resource, RestEndpoint, type RestState } from 'rtk-rest'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { createReplaceableStore } from '../support/replaceableStore'
import { turns } from '../support/turns'
import { foreign, NO_OBJECTS, unreadable } from './states'

// What a store makes of states that it did not make: preloaded, persisted by another version, imported.

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

/** What selectors, the controller and DevTools show of a store. */
function shownIn({ store, rest, controller }: World) {
  const { selectData, selectAll, selectQuery, selectIsFetching, selectIsMutating } = rest.selectors
  const state = store.getState()
  devToolsOptions(rest).stateSanitizer(state, 0)
  selectQuery(state, User, { name: 'Ada' })
  const user = selectData(state, get, { id: '1' })?.name
  expect(controller.getResponse(get, { id: '1' }).data?.name).toBe(user)
  return {
    user,
    list: selectData(state, getList)?.map(({ name }) => name),
    count: selectAll(state, User).length,
    isBusy: selectIsFetching(state) || selectIsMutating(state),
  }
}

const NOTHING = { user: undefined, list: undefined, count: 0, isBusy: false }
const ALL = { user: 'Ada', list: ['Ada', 'Bob'], count: 2, isBusy: false }

function loadAll({ controller }: World): void {
  controller.setResponse(getList, [ada, bob])
  controller.setResponse(get, { id: '1' }, ada)
}

describe.each(ways)('a state that is %s and of another build', (_, open) => {
  beforeEach(() => {
    vi.mocked(console.error).mockImplementation(() => undefined)
  })

  it.each(unreadable)('reads as empty, with one message: %s', (_what, state) => {
    const world = open(structuredClone(state) as RestState)
    expect(shownIn(world)).toEqual(NOTHING)
    loadAll(world)
    expect(shownIn(world)).toEqual(ALL)
    expect(messages()).toEqual([expect.stringMatching(/state\.rest/)])
  })

  it.each(NO_OBJECTS)('reads as empty: %s', (value) => {
    const world = open(value as never)
    expect(shownIn(world)).toEqual(NOTHING)
    loadAll(world)
    expect(shownIn(world)).toEqual(ALL)
    expect(messages().length).toBeLessThanOrEqual(1)
  })
})

describe.each(ways)('a state of another session that is %s', (_, open) => {
  it.each(foreign)('is shown, with nothing in flight after a moment: %s', async (_what, change) => {
    const state = JSON.parse(sound) as RestState
    change(state)
    const world = open(state)
    expect(shownIn(world)).toMatchObject({ user: 'Ada', list: ['Ada', 'Bob'] })
    await turns()
    expect(shownIn(world)).toEqual(ALL)
    world.controller.set(User, { id: '1' }, { id: '1', name: 'Eve' })
    world.controller.setResponse(getList, [bob])
    expect(shownIn(world)).toMatchObject({ user: 'Eve', list: ['Bob'] })
    world.controller.reset()
    expect(shownIn(world)).toEqual(NOTHING)
  })
})
