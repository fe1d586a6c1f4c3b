import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { configureStore } from '@reduxjs/toolkit'
import { Collection, createRest, Endpoint, Entity, Query } from 'rtk-rest'
import { garbage } from 'rtk-rest/garbage'
import { PollingManager } from 'rtk-rest/polling'
import { describe, expect, it } from 'vitest'
import { User } from '../support/world'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

const users = new Collection([User], { argsKey: (_?: object) => ({}) })

/** Whether things are gone some time soon; garbage is collected when the engine sees fit. */
async function areGone(refs: readonly WeakRef<object>[]): Promise<boolean> {
  for (let turn = 0; turn < 20; turn++) {
    // A reference that was looked at lives until the end of the task.
    await new Promise((resolve) => setTimeout(resolve))
    collectGarbage()
    if (refs.every((ref) => ref.deref() === undefined)) return true
  }
  return false
}

function knowing(count: number) {
  // Nothing here may keep actions, as a recorder or DevTools do.
  const rest = createRest()
  const store = configureStore({
    reducer: { rest: rest.reducer },
    devTools: false,
    middleware: (getDefaultMiddleware) => getDefaultMiddleware().concat(rest.middleware),
  })
  const controller = rest.getController(store)
  const people = Array.from({ length: count }, (_, at) => ({ id: `${at}`, name: `user ${at}` }))
  controller.set(users, {}, people)
  const list = () => controller.get(users, {}) ?? []
  return { rest, store, controller, list }
}

describe('a cached object is garbage collected', () => {
  it('after a reset', async () => {
    const { list, controller } = knowing(50)
    const refs = [...list(), list()].map((it) => new WeakRef<object>(it))
    expect(refs).toHaveLength(51)
    controller.reset()
    expect(await areGone(refs)).toBe(true)
    expect(list()).toEqual([])
  })

  it('after its row changed', async () => {
    const { list, controller } = knowing(50)
    const refs: WeakRef<object>[] = []
    for (let turn = 0; turn < 100; turn++) {
      refs.push(new WeakRef(list()), new WeakRef(list()[7] as User))
      controller.set(User, { id: '7' }, { id: '7', name: `turn ${turn}` })
    }
    expect(list()[7]).toMatchObject({ name: 'turn 99' })
    expect(await areGone(refs)).toBe(true)
  })

  it('after a nested entity changed', async () => {
    class Post extends Entity {
      id = ''
      author = User.fromJS({})
      static override key = 'Post'
      static override schema = { author: User }
    }
    const { controller } = knowing(1)
    controller.set(Post, { id: 'p' }, { id: 'p', author: { id: '0' } })
    const refs: WeakRef<object>[] = []
    for (let turn = 0; turn < 100; turn++) {
      refs.push(new WeakRef(controller.get(Post, { id: 'p' }) as Post))
      controller.set(User, { id: '0' }, { id: '0', name: `turn ${turn}` })
    }
    expect(controller.get(Post, { id: 'p' })?.author.name).toBe('turn 99')
    expect(await areGone(refs)).toBe(true)
  })

  it('after its state was replaced, for any arguments', async () => {
    const { controller, list } = knowing(40)
    const named = new Query(users, (all, { start }: { start: string }) =>
      all.filter(({ name }) => name.startsWith(start)),
    )
    const refs: WeakRef<object>[] = []
    for (let turn = 0; turn < 100; turn++) {
      refs.push(new WeakRef(controller.get(named, { start: `user ${turn}` }) as object))
    }
    controller.set(User, { id: '3' }, { id: '3', name: 'another' })
    expect(list()[3]).toMatchObject({ name: 'another' })
    expect(await areGone(refs)).toBe(true)
  })

  it('with its store', async () => {
    const make = (): WeakRef<object>[] => {
      const { list, store } = knowing(50)
      return [new WeakRef(list()), new WeakRef(store.getState()), new WeakRef(store)]
    }
    const refs = make()
    expect(await areGone(refs)).toBe(true)
  })
})

describe('500 stores of one process', () => {
  it('as a server makes them, share nothing, and are garbage collected without a `dispose`', async () => {
    const rest = createRest({ managers: [garbage({ maxEntities: 10 }), new PollingManager()] })
    const getUser = new Endpoint(
      async ({ name }: { readonly name: string }) => ({ id: '7', name }),
      {
        name: 'getUser',
        schema: User,
        key: () => 'the user',
      },
    )
    const serve = async (name: string): Promise<WeakRef<object>[]> => {
      const store = configureStore({
        reducer: { rest: rest.reducer },
        devTools: false,
        middleware: (getDefaultMiddleware) => getDefaultMiddleware().concat(rest.middleware),
      })
      await store.dispatch(rest.fetchIfStale(getUser, { name })).unwrap()
      const user = rest.selectors.selectData(store.getState(), getUser, { name })
      expect(user?.name).toBe(name)
      return [store, store.getState(), user as User].map((it) => new WeakRef<object>(it))
    }
    const refs: WeakRef<object>[] = []
    for (let at = 0; at < 500; at++) refs.push(...(await serve(`user ${at}`)))
    expect(refs).toHaveLength(1_500)
    expect(await areGone(refs)).toBe(true)
  })
})

describe('a response, and the state in which it landed,', () => {
  it('are garbage collected once the state has changed, while a reader stays', async () => {
    const { rest, store, controller } = knowing(1)
    const refs: WeakRef<object>[] = []
    const getUser = new Endpoint(
      async () => {
        const response = { id: '7', name: 'Ada' }
        refs.push(new WeakRef(response))
        return response
      },
      { name: 'getUser', schema: User },
    )
    const { release } = store.dispatch(rest.retain(getUser))
    await controller.allSettled()
    expect(rest.selectors.selectData(store.getState(), getUser)?.name).toBe('Ada')
    refs.push(new WeakRef(store.getState().rest))
    controller.set(User, { id: '7' }, { id: '7', name: 'Ida' })
    expect(refs).toHaveLength(2)
    expect(await areGone(refs)).toBe(true)
    release()
  })
})
