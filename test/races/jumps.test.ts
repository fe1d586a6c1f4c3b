import { configureStore, type UnknownAction } from '@reduxjs/toolkit'
import { createRest, type RestState } from 'rtk-rest'
import { optimistic } from 'rtk-rest/optimistic'
import { describe, expect, it } from 'vitest'
import { holdMutation, holdRead } from '../support/holdEndpoint'
import { runs } from '../support/runs'
import { turns } from '../support/turns'
import { User } from '../support/world'

/**
 * A store with a log as DevTools keeps it: while an earlier state is shown, actions go to the end of the log, and the state that is
 * shown stays.
 */
function createLoggedStore() {
  const rest = createRest()
  const states: RestState[] = []
  let at = 0
  const reducer = (_: RestState | undefined, action: UnknownAction): RestState => {
    if (action.type === 'jump') at = action['to'] as number
    else {
      if (at === states.length - 1 || states.length === 0) at = states.length
      states.push(rest.reducer(states.at(-1), action))
    }
    return states[at] as RestState
  }
  const store = configureStore({
    reducer: { rest: reducer },
    middleware: (getDefaultMiddleware) =>
      getDefaultMiddleware({ immutableCheck: false, serializableCheck: false }).concat(
        rest.middleware,
      ),
    devTools: false,
  })
  const jump = (to: number): void => void store.dispatch({ type: 'jump', to })
  return { rest, store, states, jump, controller: rest.getController(store) }
}

/** A log in which a mutation and a read were in flight that have ended, and where that was. */
async function logged() {
  const world = createLoggedStore()
  const { controller, states } = world
  const update = holdMutation('update', { schema: User })
  const read = holdRead('read', { schema: User })
  controller.set(User, { id: '1' }, { id: '1', name: 'Ada' })
  const promises = [controller.fetch(update.endpoint, { id: '1' }), controller.fetch(read.endpoint)]
  await turns()
  const during = states.length - 1
  update.calls[0]?.resolve({ id: '1', name: 'Eve' })
  read.calls[0]?.resolve({ id: '1', name: 'Eve' })
  await Promise.all(promises)
  await turns()
  return { ...world, during, read }
}

describe('thousands of jumps back and forth in a log', () => {
  it.each([
    ['at once', 10_000],
    ['with time between them', 100],
  ])('cause one action for what was in flight then: %s', async (_, burst) => {
    const { states, jump, during, controller } = await logged()
    const end = states.length - 1
    for (let count = 0; count < 10_000; count += burst) {
      for (let it = 0; it < burst; it += 2) {
        jump(during)
        jump(0)
      }
      jump(during)
      await turns(1)
    }
    expect(states).toHaveLength(end + 2)
    jump(states.length - 1)
    await turns()
    expect(states).toHaveLength(end + 2)
    expect(controller.get(User, { id: '1' })?.name).toBe('Eve')
    controller.set(User, { id: '1' }, { id: '1', name: 'Bea' })
    expect(controller.get(User, { id: '1' })?.name).toBe('Bea')
  })
})

it('thousands of jumps back and forth while an optimistic mutation is in flight cause one action', async () => {
  const { states, jump, controller } = createLoggedStore()
  const update = holdMutation('update', {
    schema: User,
    getOptimisticResponse: [optimistic, () => ({ id: '1', name: 'expected' })],
  })
  controller.set(User, { id: '1' }, { id: '1', name: 'Ada' })
  const before = states.length - 1
  const promise = controller.fetch(update.endpoint, { id: '1' })
  await turns()
  const end = states.length - 1
  for (let count = 0; count < runs(500); count++) {
    jump(before)
    await turns(1)
    jump(states.length - 1)
    await turns(1)
  }
  expect(states).toHaveLength(end + 2)
  expect(controller.get(User, { id: '1' })?.name).toBe('expected')
  update.calls[0]?.resolve({ id: '1', name: 'confirmed' })
  await promise
  expect(controller.get(User, { id: '1' })?.name).toBe('confirmed')
  expect(states.at(-1)?.confirmed).toEqual({})
})

describe('a jump to a state in which requests were in flight', () => {
  it('shows selectors what the log has, and the controller what is in flight', async () => {
    const { rest, store, jump, during, read, controller, states } = await logged()
    const { selectIsMutating, selectIsFetching } = rest.selectors
    jump(during)
    await turns()
    expect(selectIsMutating(store.getState())).toBe(true)
    expect(selectIsMutating({ rest: controller.getState() })).toBe(false)
    expect(selectIsFetching({ rest: controller.getState() })).toBe(false)
    // A request of now is sent, and not joined to the one of then.
    void controller.fetch(read.endpoint)
    await turns()
    expect(read.calls).toHaveLength(2)
    read.calls[1]?.resolve({ id: '1', name: 'now' })
    await turns()
    jump(states.length - 1)
    expect(controller.get(User, { id: '1' })?.name).toBe('now')
    expect(selectIsMutating(store.getState())).toBe(false)
  })
})
