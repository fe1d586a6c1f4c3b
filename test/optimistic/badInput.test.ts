import { Entity, type SnapshotReader } from 'rtk-rest'
import { optimistic } from 'rtk-rest/optimistic'
import { describe, expect, it, vi } from 'vitest'
import { holdMutation } from '../support/holdEndpoint'
import { turns } from '../support/turns'
import {
  loaded,
  coveredIn,
  createWorld,
  one,
  reported,
  row,
  shown,
  titles,
  Todo,
  TodoResource,
  type World,
} from './world'

type Expect = (snap: SnapshotReader, ...args: never[]) => unknown

/** A world in which a mutation is in flight with an optimistic response. */
async function expecting(getOptimisticResponse: Expect, schema: unknown = Todo) {
  const world = await loaded()
  const held = holdMutation('change', {
    schema,
    getOptimisticResponse: [optimistic, getOptimisticResponse],
  })
  const promise = world.controller.fetch(held.endpoint, '1', { title: 'new' })
  promise.catch(() => undefined)
  await turns()
  return {
    ...world,
    async land(response: unknown): Promise<unknown> {
      held.calls[0]?.resolve(response)
      return (await promise) as unknown
    },
  }
}

class Author extends Entity {
  id = ''
  name = ''
  static override key = 'Author'
  static override validate({ name }: { name?: unknown }): string | undefined {
    return name === undefined || typeof name === 'string' ? undefined : '`name` is no text'
  }
}
class Book extends Entity {
  id = ''
  author = Author.fromJS({})
  static override key = 'Book'
  static override schema = { author: Author }
}

const circular: Record<string, unknown> = { id: '1' }
circular['self'] = circular

const boom = (): never => {
  throw new Error('boom')
}

describe('an optimistic response that cannot be used', () => {
  it.each<readonly [what: string, response: Expect, problem: RegExp]>([
    ['an error', boom, /boom/],
    ['a function', () => boom, /function/],
    ['undefined', () => undefined, /undefined/],
    ['null', () => null, /null/],
    ['a number', () => 5, /number/],
    ['a promise', async () => row('1', { title: 'new' }), /promise/],
    ['circular data', () => circular, /circular/],
    ['a function in it', () => ({ id: '1', title: () => 'new' }), /Todo\.title.*function/],
    ['a symbol in it', () => ({ id: '1', title: Symbol('new') }), /Todo\.title.*Symbol/],
    ['a number that is none', () => ({ id: '1', votes: Number.NaN }), /Todo\.votes/],
    ['an instance in it', () => ({ id: '1', title: new Map() }), /Todo\.title/],
    [
      'a getter that throws',
      () => ({
        id: '1',
        get title() {
          return boom()
        },
      }),
      /boom/,
    ],
  ])('as %s is reported, and the mutation goes on without it', async (_, response, problem) => {
    const world = await expecting(response)
    expect(reported()).toEqual([expect.stringMatching(problem)])
    expect(coveredIn(world)).toEqual([])
    expect(shown(world)?.title).toBe('todo 1')
    expect(await world.land(row('1', { title: 'confirmed' }))).toMatchObject({ title: 'confirmed' })
    expect(shown(world)?.title).toBe('confirmed')
  })

  it('as a function in a nested entity is reported with its place', async () => {
    const author = { id: '2', name: boom }
    const world = await expecting(() => ({ id: '1', author }), Book)
    expect(reported()).toEqual([expect.stringContaining('Book.author.name')])
    expect(coveredIn(world)).toEqual([])
    await world.land({ id: '1', author: { id: '2', name: 'Ada' } })
    expect(world.controller.get(Book, { id: '1' })?.author.name).toBe('Ada')
  })

  it('as a promise that rejects is reported once, and leaves no rejection unhandled', async () => {
    const unhandled = vi.fn<(error: unknown) => void>()
    process.on('unhandledRejection', unhandled)
    const world = await expecting(async () => boom())
    await turns()
    process.off('unhandledRejection', unhandled)
    expect(unhandled).not.toHaveBeenCalled()
    expect(reported()).toEqual([expect.stringContaining('it returned a promise')])
    await world.land(row('1', { title: 'confirmed' }))
    expect(shown(world)?.title).toBe('confirmed')
  })

  it('is reported once, however often it is computed', async () => {
    const world = await expecting((snap) => (snap.get(Todo, one)?.votes === 13 ? 13 : boom()))
    for (const votes of [1, 2, 13, 14, 13]) world.controller.set(Todo, one, { id: '1', votes })
    await world.land(row('1'))
    expect(reported()).toEqual([
      expect.stringContaining('boom'),
      expect.stringContaining('expected an object or a list, found a number'),
    ])
  })

  it.each<readonly [problem: string, response: Expect]>([
    ['boom.', boom],
    ['it returned a promise.', async () => row('1')],
    ['Todo: expected an object or a list, found undefined.', () => undefined],
    ['Todo: expected an object or a list, found a string of length 3.', () => 'new'],
    ['Todo: expected an object or an id, found an array.', () => [1]],
    [
      'Todo.title: a function cannot be kept as plain data; convert it in `process`, or before it is written.',
      () => ({ id: '1', title: () => 'new' }),
    ],
  ])('says what happened and where: … %s', async (problem, response) => {
    const world = await expecting(response)
    expect(reported()).toEqual([
      `\`getOptimisticResponse\` of change failed, so that it changes nothing: ${problem}`,
    ])
    await world.land(row('1'))
  })
})

describe('an optimistic response', () => {
  it('that is `snap.abort` is none, and nothing is reported', async () => {
    const world = await expecting((snap) => {
      throw snap.abort
    })
    expect(coveredIn(world)).toEqual([])
    expect(shown(world)?.title).toBe('todo 1')
    await world.land(row('1', { title: 'new' }))
    expect(world.actions.map(({ type }) => type)).not.toContain('rest/optimistic')
  })

  it('may be an entity, or contain dates: these are stored as plain data', async () => {
    const world = await expecting((snap) => ({
      ...snap.get(Todo, one),
      title: new Date(0),
    }))
    expect(shown(world)?.title).toBe('1970-01-01T00:00:00.000Z')
    await world.land(row('1'))
  })

  it('may be changed afterwards, which changes nothing that is shown', async () => {
    const response = { id: '1', title: 'new' }
    const world = await expecting(() => response)
    expect(Object.isFrozen(response)).toBe(false)
    response.title = 'changed'
    expect(shown(world)?.title).toBe('new')
    await world.land(row('1'))
  })

  it('may lack fields that `validate` wants of a response', async () => {
    const world = await expecting(() => ({ id: '7', name: 5 }), Author)
    expect(world.controller.get(Author, { id: '7' })).toBeUndefined()
    await world.land({ id: '7', name: 'Ada' })
    expect(world.controller.get(Author, { id: '7' })?.name).toBe('Ada')
  })
})

describe('an optimistic response that fails only when it is computed anew', () => {
  it('is taken back, reported, and shown again when it no longer fails', async () => {
    const world = await expecting((snap) => {
      const { votes } = snap.get(Todo, one) as Todo
      return votes === 13 ? boom() : { id: '1', title: `${votes} votes` }
    })
    const setVotes = (votes: number) => world.controller.set(Todo, one, { id: '1', votes })
    expect(shown(world)?.title).toBe('0 votes')
    setVotes(13)
    expect(reported()).toEqual([expect.stringContaining('boom')])
    expect(shown(world)).toMatchObject({ title: 'todo 1', votes: 13 })
    setVotes(14)
    expect(shown(world)).toMatchObject({ title: '14 votes', votes: 14 })
    await world.land(row('1', { title: 'confirmed' }))
    expect(shown(world)?.title).toBe('confirmed')
    expect(coveredIn(world)).toEqual([])
  })

  it('leaves the response that it was to be computed over', async () => {
    let isFailing = false
    const world = await expecting((snap) =>
      isFailing ? boom() : { ...snap.get(Todo, one), title: 'new' },
    )
    isFailing = true
    const read = await world.send.get('1')
    expect(await read.land(row('1', { votes: 3 }))).toMatchObject({ title: 'todo 1', votes: 3 })
    expect(reported()).toEqual([expect.stringContaining('boom')])
    await world.land(row('1'))
  })
})

const hostile = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', '%2F', ' ', '{}', 'new-']

describe('a primary key', () => {
  it.each(hostile)('%j is like any other', async (id) => {
    const world = await loaded([row('1')])
    const { controller } = world
    const title = () => controller.get(Todo, { id })?.title
    controller.setResponse(TodoResource.getList, [row('1'), row(id, { title: 'old' })])
    const held = holdMutation('change', {
      schema: Todo,
      getOptimisticResponse: [
        optimistic,
        (snap: SnapshotReader) => ({
          id,
          title: `${snap.get(Todo, { id })?.title}!`,
        }),
      ],
    })
    const sent = [controller.fetch(held.endpoint), controller.fetch(held.endpoint)]
    await turns()
    expect(title()).toBe('old!!')
    expect(titles(world)).toEqual(['todo 1', 'old!!'])
    held.calls[0]?.reject(Object.assign(new Error('refused'), { status: 400 }))
    await expect(sent[0]).rejects.toThrow('refused')
    expect(title()).toBe('old!')
    const state = JSON.parse(JSON.stringify(world.store.getState())) as typeof world.store extends {
      getState(): infer State
    }
      ? State
      : never
    expect(world.rest.selectors.selectEntity(state, Todo, { id })?.title).toBe('old!')
    held.calls[1]?.resolve({ id, title: 'confirmed' })
    await sent[1]
    expect(titles(world)).toEqual(['todo 1', 'confirmed'])
    expect(coveredIn(world)).toEqual([])
  })

  it.each(hostile)(
    'of a table called %j is like any other, and a creation that fails leaves none',
    async (key) => {
      class Odd extends Entity {
        id = ''
        title = ''
        static override key = key
      }
      const { controller, store } = createWorld()
      const before = store.getState().rest
      const held = holdMutation('create', {
        schema: Odd,
        getOptimisticResponse: [optimistic, () => ({ title: 'new' })],
      })
      const promise = controller.fetch(held.endpoint)
      await turns()
      expect(Object.keys(store.getState().rest.confirmed)).toEqual([key])
      held.calls[0]?.reject(Object.assign(new Error('refused'), { status: 400 }))
      await expect(promise).rejects.toThrow('refused')
      const { entities, confirmed } = store.getState().rest
      expect(Object.getOwnPropertyDescriptor(entities, key)?.value).toEqual({})
      expect(confirmed).toEqual(before.confirmed)
      expect(reported()).toEqual([])
    },
  )

  it('that is empty counts as none: the entity gets a temporary one', async () => {
    const world = await loaded([row('1')])
    const sent = await world.send.create({ id: '', title: 'new' })
    expect(titles(world)).toEqual(['todo 1', 'new'])
    await sent.land(row('2', { title: 'new' }), 201)
    expect(titles(world)).toEqual(['todo 1', 'new'])
  })
})

describe('a `getOptimisticResponse` that writes to the store', () => {
  it.each<[how: string, type: string, write: (controller: World['controller']) => unknown]>([
    ['by a set', 'rest/Todo/set', (controller) => controller.set(Todo, one, { id: '1', votes: 5 })],
    ['by an expiry', 'rest/expireAll', (controller) => controller.expireAll(TodoResource.getList)],
  ])('%s is reported, and the mutation goes on without it', async (_, type, write) => {
    const world = await loaded()
    const { controller } = world
    const held = holdMutation('change', {
      schema: Todo,
      getOptimisticResponse: [
        optimistic,
        () => {
          void write(controller)
          return { id: '1', title: 'new' }
        },
      ],
    })
    const promise = controller.fetch(held.endpoint)
    await turns()
    expect(shown(world)).toMatchObject({ title: 'todo 1', votes: 0 })
    expect(coveredIn(world)).toEqual([])
    held.calls[0]?.resolve(row('1', { title: 'confirmed' }))
    await promise
    expect(shown(world)?.title).toBe('confirmed')
    expect(reported()).toEqual([
      `\`getOptimisticResponse\` of change failed, so that it changes nothing: it writes (${type}), and may only read.`,
    ])
  })

  it('by a fetch is refused, sends nothing, and what the function returns is shown', async () => {
    const world = await loaded()
    const { controller } = world
    let fetched: Promise<unknown> = Promise.resolve()
    const held = holdMutation('change', {
      schema: Todo,
      getOptimisticResponse: [
        optimistic,
        () => {
          fetched = controller.fetch(TodoResource.partialUpdate, one, { done: true })
          fetched.catch(() => undefined)
          return { id: '1', title: 'new' }
        },
      ],
    })
    const promise = controller.fetch(held.endpoint)
    await expect(fetched).rejects.toThrow('it calls Todo.partialUpdate, and may only read')
    expect(shown(world)).toMatchObject({ title: 'new', done: false })
    held.calls[0]?.resolve(row('1', { title: 'confirmed' }))
    await promise
    await turns()
    expect(coveredIn(world)).toEqual([])
    expect(world.server.sent.filter((it) => it.startsWith('PATCH'))).toEqual([])
  })
})
