import type { Action } from '@reduxjs/toolkit'
import { type EndpointContract, updates } from 'rtk-rest'
import { optimistic } from 'rtk-rest/optimistic'
import { describe, expect, it } from 'vitest'
import { type HeldEndpoint, holdMutation, holdRead } from '../support/holdEndpoint'
import { turns } from '../support/turns'
import { createWorld, reported, row, Todo } from './world'

const KEY = 'getTodos []'

type Update = (result: unknown, ...args: unknown[]) => unknown

/** A list that is no Collection, and a mutation that changes it by an `update`. */
function plainList(update?: Update, options: object = {}) {
  const world = createWorld()
  const { controller } = world
  const list = holdRead('getTodos', { schema: [Todo] })
  const append: Update = (id) => ({ [KEY]: (ids: string[]) => [...ids, id] })
  const create = holdMutation('createTodo', {
    schema: Todo,
    update: [updates, update ?? append],
    ...options,
  })
  const start = async (held: HeldEndpoint<EndpointContract>, ...args: unknown[]) => {
    const at = held.calls.length
    const promise = controller.fetch(held.endpoint, ...args)
    promise.catch(() => undefined)
    await turns()
    return {
      promise,
      async land(response: unknown) {
        held.calls[at]?.resolve(response)
        return await promise
      },
      async fail(status = 400) {
        held.calls[at]?.reject(Object.assign(new Error('refused'), { status }))
        await expect(promise).rejects.toThrow('refused')
      },
    }
  }
  const titles = () =>
    (controller.getResponse(list.endpoint).data as readonly Todo[] | undefined)?.map(
      ({ title }) => title,
    )
  const result = () => world.store.getState().rest.requests
  return { ...world, list, create, start, titles, result }
}

/** The same, with a list of one todo. */
async function loadedList(update?: Update, options?: object) {
  const made = plainList(update, options)
  const read = await made.start(made.list)
  await read.land([row('1')])
  expect(made.titles()).toEqual(['todo 1'])
  return made
}

const expected = { getOptimisticResponse: [optimistic, (_snap: unknown, body: object) => body] }

describe('`update` of a mutation', () => {
  it('changes the result of another call with the response', async () => {
    const { start, create, titles, actions } = await loadedList()
    const sent = await start(create)
    expect(titles()).toEqual(['todo 1'])
    await sent.land(row('2'))
    expect(titles()).toEqual(['todo 1', 'todo 2'])
    expect(actions.at(-1)).toMatchObject({
      payload: { requests: { [KEY]: { result: ['1', '2'] } } },
    })
  })

  it('gets the normalized response, and the arguments of the call', async () => {
    const calls: unknown[][] = []
    const { start, create } = await loadedList((...args) => {
      calls.push(args)
      return {}
    })
    const sent = await start(create, { title: 'new' }, 5)
    await sent.land(row('2'))
    expect(calls).toEqual([['2', { title: 'new' }, 5]])
  })

  it('is not called for a call without a response, and makes none', async () => {
    let isCalled = false
    const { start, create, store, titles } = plainList(() => ({
      [KEY]: () => {
        isCalled = true
        return []
      },
    }))
    const sent = await start(create)
    await sent.land(row('2'))
    expect(isCalled).toBe(false)
    expect(titles()).toBeUndefined()
    expect(store.getState().rest.requests).toEqual({})
  })

  it('changes several calls, each by itself: one that fails leaves the others', async () => {
    const { start, create, list, titles, controller } = await loadedList((id) => ({
      [KEY]: (ids: string[]) => [...ids, id],
      'getTodos ["home"]': () => {
        throw new Error('boom')
      },
    }))
    const home = await start(list, 'home')
    await home.land([row('1')])
    const sent = await start(create)
    await sent.land(row('2'))
    expect(titles()).toEqual(['todo 1', 'todo 2'])
    expect(controller.getResponse(list.endpoint, 'home').data).toHaveLength(1)
    expect(reported()).toEqual(['`update` of createTodo failed, so that it changes nothing: boom.'])
  })

  it('leaves a result as it is where the function returns nothing', async () => {
    const { start, create, titles } = await loadedList(() => ({ [KEY]: () => undefined }))
    const sent = await start(create)
    await sent.land(row('2'))
    expect(titles()).toEqual(['todo 1'])
  })

  it.each<readonly [does: string, update: Update, problem: RegExp]>([
    [
      'throws',
      () => {
        throw new Error('boom')
      },
      /boom/,
    ],
    ['returns a promise', async () => ({ [KEY]: () => [] }), /promise/i],
    ['returns a number', () => 5, /5/],
    ['returns a text', () => 'todos', /string|todos/],
    ['returns a Map', () => new Map([[KEY, () => []]]), /a Map, and no functions by key/],
    ['returns no function', () => ({ [KEY]: ['1', '2'] }), /function/],
    [
      'has a function that throws',
      () => ({ [KEY]: () => JSON.parse('{') as unknown }),
      /SyntaxError/,
    ],
    ['has a function that returns a promise', () => ({ [KEY]: async () => [] }), /Promise/],
    ['has a function that returns an instance', () => ({ [KEY]: () => new Map() }), /Map/],
    [
      'has a function that returns a text',
      () => ({ [KEY]: String }),
      /it returned the string "1" for an array/,
    ],
    ['has a function that returns a function', () => ({ [KEY]: () => () => [] }), /function/],
    [
      'has a function that changes what it gets',
      () => ({ [KEY]: (ids: string[]) => ids.push('2') }),
      /extensible/,
    ],
  ])('that %s is reported, and the response is stored', async (_, update, problem) => {
    const { start, create, titles, controller } = await loadedList(update)
    const sent = await start(create)
    expect(await sent.land(row('2'))).toMatchObject({ title: 'todo 2' })
    expect(titles()).toEqual(['todo 1'])
    expect(controller.get(Todo, { id: '2' })).toMatchObject({ title: 'todo 2' })
    expect(reported()).toEqual([expect.stringMatching(problem)])
  })

  it.each<readonly [problem: string, update: Update]>([
    ['it returned 5, and no functions by key.', () => 5],
    ['it returned a Promise, and no functions by key.', async () => ({ [KEY]: () => [] })],
    ['it returned the string "todos", and no functions by key.', () => 'todos'],
    [
      'a Map cannot be kept as plain data; convert it in `process`, or before it is written.',
      () => ({ [KEY]: () => new Map() }),
    ],
  ])('says what happened and where: … %s', async (problem, update) => {
    const { start, create } = await loadedList(update)
    const sent = await start(create)
    await sent.land(row('2'))
    expect(reported()).toEqual([
      `\`update\` of createTodo failed, so that it changes nothing: ${problem}`,
    ])
  })

  it('shows nothing of an instance with toJSON but its data', async () => {
    const { start, create, titles } = await loadedList(() => ({
      [KEY]: () => ({ toJSON: () => ['2'] }),
    }))
    const sent = await start(create)
    await sent.land(row('2'))
    expect(titles()).toEqual(['todo 2'])
  })

  it('leaves an invalid call invalid', async () => {
    const { start, create, list, titles, controller } = await loadedList()
    controller.invalidate(list.endpoint)
    const sent = await start(create)
    await sent.land(row('2'))
    expect(titles()).toBeUndefined()
  })

  it('is not called where the mutation fails', async () => {
    const { start, create, titles } = await loadedList()
    const sent = await start(create)
    await sent.fail()
    expect(titles()).toEqual(['todo 1'])
  })
})

describe('a read of the list that was requested before the response of the mutation', () => {
  it.each([
    ['does not contain the new row', [row('1')]],
    ['contains the new row', [row('1'), row('2')]],
  ])('and %s shows it once', async (_, response) => {
    const { start, create, list, titles } = await loadedList()
    const read = await start(list)
    const sent = await start(create)
    await sent.land(row('2'))
    expect(titles()).toEqual(['todo 1', 'todo 2'])
    await read.land(response)
    expect(titles()).toEqual(['todo 1', 'todo 2'])
  })

  it('and is the first one gets the row as well', async () => {
    const { start, create, list, titles } = plainList()
    const read = await start(list)
    const sent = await start(create)
    await sent.land(row('2'))
    await read.land([row('1')])
    expect(titles()).toEqual(['todo 1', 'todo 2'])
  })

  it('and is replayed before an older one has the result of the newer one', async () => {
    const { start, create, list, titles, actions, rest, store } = await loadedList()
    const older = actions.splice(0)
    const read = await start(list)
    const sent = await start(create)
    await sent.land(row('2'))
    await read.land([])
    expect(titles()).toEqual(['todo 2'])
    let state = rest.getInitialState()
    for (const action of [...actions, ...older]) state = rest.reducer(state, action as Action)
    expect(state.requests).toEqual(store.getState().rest.requests)
  })
})

describe('a read of the list that was requested after the response of the mutation', () => {
  it('stays in flight where the action of the mutation comes again', async () => {
    const { start, create, list, titles, actions, rest, store } = await loadedList()
    const sent = await start(create)
    await sent.land(row('2'))
    const again = actions.at(-1) as Action
    const read = await start(list)
    const { requests } = store.getState().rest
    expect(rest.reducer(store.getState().rest, again).requests).toBe(requests)
    store.dispatch(again)
    expect(rest.selectors.selectRequest(store.getState(), list.endpoint).isFetching).toBe(true)
    await read.land([row('1')])
    expect(titles()).toEqual(['todo 1'])
  })

  it('is what is shown', async () => {
    const { start, create, list, titles } = await loadedList()
    const sent = await start(create)
    await sent.land(row('2'))
    const read = await start(list)
    await read.land([row('1')])
    expect(titles()).toEqual(['todo 1'])
  })
})

describe('`update` of an optimistic mutation', () => {
  it('changes the result with the response, and shows nothing before', async () => {
    const { start, create, titles } = await loadedList(undefined, expected)
    const sent = await start(create, { title: 'new' })
    expect(titles()).toEqual(['todo 1'])
    await sent.land(row('2', { title: 'created' }))
    expect(titles()).toEqual(['todo 1', 'created'])
  })

  it('leaves no trace where the mutation fails', async () => {
    const { start, create, titles, store } = await loadedList(undefined, expected)
    const before = store.getState()
    const sent = await start(create, { title: 'new' })
    await sent.fail()
    expect(titles()).toEqual(['todo 1'])
    expect(store.getState()).toEqual(before)
  })

  it('that throws is reported, and the expected row is shown nevertheless', async () => {
    const { start, create, titles, controller } = await loadedList(() => {
      throw new Error('boom')
    }, expected)
    const sent = await start(create, { id: '2', title: 'new' })
    expect(controller.get(Todo, { id: '2' })?.title).toBe('new')
    expect(titles()).toEqual(['todo 1'])
    await sent.land(row('2'))
    expect(reported()).toEqual([expect.stringContaining('boom')])
  })
})
