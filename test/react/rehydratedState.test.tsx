import {
  configureStore,
  type Middleware,
  type Reducer,
  type StoreEnhancer,
  type UnknownAction,
} from '@reduxjs/toolkit'
import { act, render, screen } from '@testing-library/react'
import { Provider, useSelector } from 'react-redux'
import { createRest, type RestState } from 'rtk-rest'
import { useController, useSuspense } from 'rtk-rest/react'
import { describe, expect, it } from 'vitest'
import { holdMutation, holdRead } from '../support/holdEndpoint'
import { modes } from '../support/renderApp'
import { turns } from '../support/turns'
import { User } from '../support/world'

const read = holdRead('read', { schema: User })
const update = holdMutation('update', { schema: User })

interface Root {
  readonly rest: RestState
}

/** A reducer as `persistReducer` of redux-persist makes one: what was saved replaces each part that the action did not change. */
function persisted(reducer: Reducer<RestState>): Reducer<RestState> {
  return (state, action: UnknownAction) => {
    const next = reducer(state, action)
    return action.type === 'persist/REHYDRATE' ? { ...next, ...Object(action['payload']) } : next
  }
}

/** Lets a test dispatch beneath all middleware, as DevTools does. */
const beneath: StoreEnhancer<{ dispatchBeneath(action: UnknownAction): void }> =
  (createStore) => (reducer, preloadedState) => {
    const store = createStore(reducer, preloadedState)
    return { ...store, dispatchBeneath: (action) => void store.dispatch(action as never) }
  }

const rehydrate = (payload: RestState) => ({ type: 'persist/REHYDRATE', key: 'rest', payload })

function createApp(preloadedState?: Root) {
  const rest = createRest()
  const actions: string[] = []
  const record: Middleware = () => (next) => (action) => {
    actions.push((action as UnknownAction).type)
    return next(action)
  }
  const store = configureStore({
    reducer: { rest: persisted(rest.reducer) },
    middleware: (defaults) =>
      defaults({ serializableCheck: false }).concat(record, rest.middleware),
    enhancers: (defaults) => defaults().concat(beneath),
    devTools: false,
    ...(preloadedState && { preloadedState }),
  })
  const { selectRequest, selectIsFetching, selectIsMutating } = rest.selectors
  /** What a component shows that reads with `useSelector`. */
  const shown = (root: Root) => {
    const { data, isFetching } = selectRequest(root, read.endpoint)
    const name = (data as User | undefined)?.name
    return `${name} ${isFetching} ${selectIsFetching(root)} ${selectIsMutating(root)}`
  }
  return { rest, store, actions, shown, controller: rest.getController(store) }
}

const DURING = 'Ada true true true'
const AFTER = 'Ada false false false'

/** A state that was saved while a user was refetched and updated. */
async function savedState(): Promise<Root> {
  const { store, shown, controller } = createApp()
  controller.setResponse(read.endpoint, { id: '1', name: 'Ada' })
  void controller.fetch(read.endpoint)
  void controller.fetch(update.endpoint)
  await turns()
  expect(shown(store.getState())).toBe(DURING)
  return JSON.parse(JSON.stringify(store.getState())) as Root
}

describe('nothing is fetching after a page was reloaded in the middle of a request', () => {
  it('with redux-persist', async () => {
    const { rest: saved } = await savedState()
    const { store, shown, actions } = createApp()
    store.dispatch(rehydrate(saved))
    await turns()
    expect(shown(store.getState())).toBe(AFTER)
    expect(actions).toEqual(['persist/REHYDRATE', 'rest/settle'])
  })

  it('with a preloadedState', async () => {
    const { store, shown, actions } = createApp(await savedState())
    await turns()
    expect(shown(store.getState())).toBe(AFTER)
    expect(actions).toEqual(['rest/settle'])
  })

  it('where the first response was not there yet', async () => {
    const other = createApp()
    void other.controller.fetch(read.endpoint)
    await turns()
    const { store, rest } = createApp(other.store.getState())
    await turns()
    expect(rest.selectors.selectRequest(store.getState(), read.endpoint)).toMatchObject({
      isFetching: false,
      isLoading: false,
      isUninitialized: true,
    })
  })
})

describe.each(modes)('nothing is fetching after the import of a state %s', (_, Mode) => {
  it.each([
    ['beside a hook that reads', () => void useSuspense(read.endpoint)],
    ['beside a hook that does not', () => void useController()],
  ])('%s', async (_name, useHook) => {
    const saved = await savedState()
    const { store, shown, controller } = createApp()
    controller.setResponse(read.endpoint, { id: '1', name: 'Bob' })
    await turns()
    const Other = () => {
      useHook()
      return null
    }
    const Shown = () => <p>{useSelector(shown)}</p>
    render(
      <Mode>
        <Provider store={store}>
          <Other />
          <Shown />
        </Provider>
      </Mode>,
    )
    expect(screen.getByText('Bob false false false')).toBeTruthy()
    await act(async () => {
      store.dispatchBeneath(rehydrate(saved.rest))
      await turns()
    })
    expect(screen.getByText(AFTER)).toBeTruthy()
  })
})
