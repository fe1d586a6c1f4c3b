import { ActionCreators, type EnhancedStore, instrument } from '@redux-devtools/instrument'
import { configureStore, type StoreEnhancer, type UnknownAction } from '@reduxjs/toolkit'
import { createRest, devToolsOptions, getRow, resource, type RestState, rows } from 'rtk-rest'
import { optimistic } from 'rtk-rest/optimistic'
import { describe, expect, it } from 'vitest'
import { holdRead } from '../support/holdEndpoint'
import { API } from '../support/server'
import { turns } from '../support/turns'
import { User } from '../support/world'

// Redux DevTools keeps a log of actions beneath our middleware, and shows states and actions through the sanitizers.

const UserResource = resource({ path: '/users/:id', urlPrefix: API, schema: User, optimistic })

interface Root {
  readonly rest: RestState
}

type Lifted = EnhancedStore<Root, UnknownAction, null>['liftedStore']

/** A store with the log of DevTools, and a reader that goes on to read. */
function openWithDevTools() {
  const rest = createRest()
  const store = configureStore({
    reducer: { rest: rest.reducer },
    middleware: (defaults) => defaults().concat(rest.middleware),
    enhancers: (defaults) => defaults().concat(instrument() as StoreEnhancer),
    devTools: false,
  })
  const { liftedStore: lifted } = store as unknown as { readonly liftedStore: Lifted }
  const controller = rest.getController(store)
  const rename = (name: string) => controller.set(User, { id: '1' }, { id: '1', name })
  controller.setResponse(UserResource.get, { id: '1' }, { id: '1', name: 'Ada' })
  const reader = store.dispatch(rest.retain(UserResource.get, { id: '1' }))
  const seen: (string | undefined)[] = []
  const name = () =>
    rest.selectors.selectData(store.getState(), UserResource.get, { id: '1' })?.name
  store.subscribe(() => {
    if (seen.at(-1) !== name()) seen.push(name())
  })
  return { rest, store, lifted, controller, rename, reader, seen, name }
}

/** What DevTools shows: the sanitizers go over copies of the log. */
function shownIn({ rest, lifted }: ReturnType<typeof openWithDevTools>, maxRows = 100) {
  const { stateSanitizer, actionSanitizer } = devToolsOptions(rest, { maxRows })
  const { computedStates, actionsById, stagedActionIds } = lifted.getState()
  return {
    states: computedStates.map(({ state }, at) => stateSanitizer(state, at)),
    actions: stagedActionIds.map((id) =>
      actionSanitizer(actionsById[id]?.action as UnknownAction, id),
    ),
  }
}

/** A log as DevTools exports it, in another window. */
const exported = ({ lifted }: ReturnType<typeof openWithDevTools>) =>
  JSON.parse(JSON.stringify(lifted.getState())) as ReturnType<Lifted['getState']>

const users = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ id: `u${at}`, name: `User ${at}` }))

describe('in Redux DevTools', () => {
  it('a reader follows jumps back and forth, and new writes', () => {
    const { lifted, rename, seen, name } = openWithDevTools()
    rename('Bob')
    rename('Eve')
    const { stagedActionIds } = lifted.getState()
    lifted.dispatch(ActionCreators.jumpToState(stagedActionIds.length - 2))
    expect(name()).toBe('Bob')
    lifted.dispatch(ActionCreators.jumpToAction(stagedActionIds.at(-1) as number))
    expect(name()).toBe('Eve')
    rename('Zoe')
    expect(seen).toEqual(['Bob', 'Eve', 'Bob', 'Eve', 'Zoe'])
  })

  it('an action that is switched off has no effect, and one that is swept is gone', () => {
    const { lifted, rename, name } = openWithDevTools()
    rename('Bob')
    rename('Eve')
    const last = lifted.getState().stagedActionIds.at(-1) as number
    lifted.dispatch(ActionCreators.toggleAction(last))
    expect(name()).toBe('Bob')
    lifted.dispatch(ActionCreators.toggleAction(last))
    expect(name()).toBe('Eve')
    lifted.dispatch(ActionCreators.toggleAction(last))
    lifted.dispatch(ActionCreators.sweep())
    expect(name()).toBe('Bob')
    rename('Zoe')
    expect(name()).toBe('Zoe')
  })

  it('a commit, a rollback and a reset leave a store that works', () => {
    const { lifted, rename, name, controller } = openWithDevTools()
    rename('Bob')
    lifted.dispatch(ActionCreators.commit())
    expect(name()).toBe('Bob')
    rename('Eve')
    lifted.dispatch(ActionCreators.rollback())
    expect(name()).toBe('Bob')
    lifted.dispatch(ActionCreators.reset())
    expect(name()).toBeUndefined()
    controller.setResponse(UserResource.get, { id: '1' }, { id: '1', name: 'Zoe' })
    expect(name()).toBe('Zoe')
  })

  it('a log that was exported is imported into another window, where the app goes on', async () => {
    const first = openWithDevTools()
    first.rename('Bob')
    first.controller.setResponse(UserResource.getList, users(500))
    first.rename('Eve')
    const log = exported(first)

    const second = openWithDevTools()
    second.lifted.dispatch(ActionCreators.importState(log))
    await turns()
    expect(second.name()).toBe('Eve')
    expect(second.controller.get(User, { id: 'u499' })?.name).toBe('User 499')
    second.lifted.dispatch(ActionCreators.jumpToState(1))
    expect(second.name()).toBe('Ada')
    second.lifted.dispatch(ActionCreators.jumpToState(log.computedStates.length - 1))
    second.rename('Zoe')
    expect(second.name()).toBe('Zoe')
    expect(second.seen.at(-1)).toBe('Zoe')
    second.reader.release()
  })

  it('nothing is fetching after a jump into the middle of a request, and its response is shown', async () => {
    const { lifted, controller, store, rest, name } = openWithDevTools()
    const read = holdRead('read', { schema: User, key: () => `GET ${API}/users/1` })
    const reading = controller.fetch(read.endpoint)
    await turns()
    const during = lifted.getState().currentStateIndex
    read.calls[0]?.resolve({ id: '1', name: 'Bob' })
    await reading
    lifted.dispatch(ActionCreators.jumpToState(during))
    expect(name()).toBe('Ada')
    await turns()
    // DevTools goes on to show the past, and has the end of the request at the end of its log.
    expect(controller.getResponse(UserResource.get, { id: '1' }).data?.name).toBe('Ada')
    lifted.dispatch(ActionCreators.jumpToState(lifted.getState().computedStates.length - 1))
    expect(name()).toBe('Bob')
    expect(rest.selectors.selectIsFetching(store.getState())).toBe(false)
  })
})

describe('devToolsOptions', () => {
  it('shows the first rows of large tables, lists and payloads, and how many more there are', () => {
    const world = openWithDevTools()
    world.controller.setResponse(UserResource.getList, users(10_000))
    const { states, actions } = shownIn(world)
    const { rest } = states.at(-1) as { readonly rest: RestState }
    const table = rest.entities['User'] as Record<string, unknown>
    expect(Object.keys(table)).toHaveLength(101)
    expect(table['u98']).toBe(getRow(world.store.getState().rest.entities['User'], 'u98'))
    expect(table['…']).toBe('and 9901 more')
    const list = rows(rest.entities['[User]'])[0]?.[1].data as readonly string[]
    expect([list.length, list.at(-1)]).toEqual([101, 'and 9900 more'])
    const { payload, meta } = actions.at(-1) as UnknownAction & {
      readonly payload: { readonly entities: Record<string, Record<string, unknown>> }
    }
    expect(payload.entities['User']?.['…']).toBe('and 9900 more')
    expect(Object.keys(payload.entities['User'] as object)).toHaveLength(101)
    expect(JSON.stringify([states.at(-1), actions.at(-1)]).length).toBeLessThan(100_000)
    // The log has all of it.
    const { actionsById } = world.lifted.getState()
    const sent = Object.values(actionsById).at(-1)?.action as UnknownAction
    expect(sent['meta']).toBe(meta)
    expect(JSON.stringify(sent)).toContain('User 9999')
  })

  it('leaves what is short as the same objects, and all that is not ours', () => {
    const world = openWithDevTools()
    world.rename('Bob')
    const { actions } = shownIn(world)
    const { actionsById } = world.lifted.getState()
    expect(actions.at(-1)).toBe(Object.values(actionsById).at(-1)?.action)
    const { actionSanitizer, stateSanitizer } = devToolsOptions(world.rest, { maxRows: 1 })
    const other = { type: 'orders/loaded', payload: users(10) }
    expect(actionSanitizer(other, 1)).toBe(other)
    const root = { rest: world.store.getState().rest, orders: users(10) }
    expect(stateSanitizer(root, 1).orders).toBe(root.orders)
  })

  it('shows all with `maxRows: Infinity`, and hostile keys as keys', () => {
    const world = openWithDevTools()
    const hostile = ['__proto__', 'toString', '…'].map((id) => ({ id, name: id }))
    world.controller.setResponse(UserResource.getList, [...hostile, ...users(300)])
    const { states } = shownIn(world, Infinity)
    const { rest } = states.at(-1) as { readonly rest: RestState }
    expect(Object.keys(rest.entities['User'] as object)).toHaveLength(304)
    expect(Object.keys(rest.entities['User'] as object)).toContain('__proto__')
  })

  it.each([0, -1, NaN, 'many', null])('refuses %s rows', (maxRows) => {
    const { rest } = openWithDevTools()
    expect(() => devToolsOptions(rest, { maxRows: maxRows as number })).toThrow(
      /`maxRows` is a number from 1 on, such as 100; found/,
    )
  })
})
