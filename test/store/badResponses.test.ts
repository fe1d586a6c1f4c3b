import {
  All,
  Collection,
  Endpoint,
  Entity,
  Invalidate,
  Lazy,
  Query,
  Scalar,
  type Schema,
  schema,
  Union,
  Values,
} from 'rtk-rest'
import { describe, expect, it } from 'vitest'
import { createStore, User } from '../support/world'

class Thing extends Entity {
  id = ''
  static override key = 'Thing'
}

const either = new Union({ thing: Thing, user: User }, 'type')
const scalar = new Scalar({ lens: () => 'x', key: 'x', entity: Thing })

type Kind = readonly [name: string, schema: Schema, wrap: (thing: object) => unknown, path: string]

/** Every schema kind, with a response that has a thing in it, and the path of the thing. */
const kinds: readonly Kind[] = [
  ['an entity', Thing, (it) => it, 'Thing'],
  ['a list', [Thing], (it) => [it], '[Thing][0]'],
  ['schema.Array', new schema.Array(Thing), (it) => [it], 'response[0]'],
  ['an object', { a: Thing }, (it) => ({ a: it }), 'response.a'],
  ['schema.Object', new schema.Object({ a: Thing }), (it) => ({ a: it }), 'response.a'],
  ['Values', new Values(Thing), (it) => ({ a: it }), 'response.a'],
  ['a Union', { a: either }, (it) => ({ a: it }), 'response.a'],
  ['a Collection', new Collection([Thing]), (it) => [it], '[Thing][0]'],
  ['a Collection of Values', new Collection(new Values(Thing)), (it) => ({ a: it }), '{Thing}.a'],
  ['push', new Collection([Thing]).push, (it) => [it], '[Thing][0]'],
  ['move', new Collection([Thing]).move, (it) => it, '[Thing]'],
  ['All', new All(Thing), (it) => [it], 'response[0]'],
  ['a Query', new Query([Thing], (list) => list), (it) => [it], 'response[0]'],
  ['Lazy', { a: new Lazy(Thing) }, (it) => ({ a: it }), 'response.a'],
  ['a Scalar', new Values(scalar), (it) => ({ a: it }), 'response.a'],
  ['no schema', undefined, (it) => ({ a: it }), 'response.a'],
]

const isDevelopment = process.env['NODE_ENV'] !== 'production'

const boom = new RangeError('boom')
const circular: Record<string, unknown> = {}
circular['self'] = circular
let deep: unknown = []
for (let at = 0; at < 100_000; at++) deep = [deep]
const deepJson = '['.repeat(100_000) + ']'.repeat(100_000)

const thing = { id: '1', type: 'thing' }
const bad: readonly [what: string, thing: object, more: object][] = [
  [
    'a getter that throws',
    {
      ...thing,
      get bad() {
        throw boom
      },
    },
    { cause: boom },
  ],
  ['data that is circular', { ...thing, bad: circular }, {}],
  ['100,000 levels', { ...thing, bad: deep }, {}],
  ['a function under a very long name', { ...thing, bad: { ['x'.repeat(10_000)]: () => 1 } }, {}],
  ['a function', { ...thing, bad: () => 1 }, {}],
  ['a Map', { ...thing, bad: new Map() }, {}],
]

const cases = kinds.flatMap((kind) => bad.map((it) => [kind[0], it[0], kind, it] as const))

/** A store with a user, which requests a response. */
async function fetchResponse(kind: Schema, response: unknown) {
  const world = createStore()
  world.controller.set(User, { id: '1' }, { id: '1', name: 'Ada' })
  const before = world.store.getState().rest.entities
  const endpoint = new Endpoint(async () => response, { name: 'bad', schema: kind })
  const error: unknown = await world.controller.fetch(endpoint).catch((it: unknown) => it)
  return { ...world, before, error }
}

describe('a response with invalid data', () => {
  // In production, data is stored as it comes.
  it.each(isDevelopment ? cases : [])(
    'for %s, with %s, rejects with the path and changes no entity',
    async (_kind, _bad, [, kind, wrap, path], [what, it, more]) => {
      const { error, before, store, controller, actions } = await fetchResponse(kind, wrap(it))
      expect(error).toMatchObject({ name: 'SchemaError', code: 'INVALID_RESPONSE', ...more })
      // A getter fails where its entity is copied.
      const at = what === 'a getter that throws' ? path : `${path}.bad`
      expect((error as { path: string }).path.startsWith(at)).toBe(true)
      expect((error as Error).message.length).toBeLessThan(2_000)
      expect(store.getState().rest.entities).toBe(before)
      expect(controller.get(User, '1')).toMatchObject({ name: 'Ada' })
      expect(actions.at(-1)).toMatchObject({ meta: { requestStatus: 'rejected' } })
    },
  )

  it('changes no other entity if it has 100,000 levels', async () => {
    const { error, store, controller } = await fetchResponse(Thing, { ...thing, bad: deep })
    expect(error instanceof Error).toBe(isDevelopment)
    const getAgain = new Endpoint(
      async () => ({ ...thing, bad: JSON.parse(deepJson) as unknown }),
      {
        name: 'again',
        schema: Thing,
      },
    )
    await controller.fetch(getAgain).catch(() => undefined)
    expect(controller.get(User, '1')).toMatchObject({ name: 'Ada' })
    controller.set(Thing, { id: '1' }, { id: '1', bad: 0 } as object)
    expect(controller.get(Thing, '1')).toMatchObject({ bad: 0 })
    expect(store.getState().rest.entities).toHaveProperty('User')
  })

  it('for Invalidate rejects if the primary key cannot be read', async () => {
    const unreadable = {
      get id() {
        throw boom
      },
    }
    for (const gone of [new Invalidate(User), new Invalidate({ user: User }, () => 'user')]) {
      const { error, before, store } = await fetchResponse(gone, unreadable)
      expect(error).toMatchObject({ name: 'SchemaError', code: 'INVALID_RESPONSE', cause: boom })
      expect(store.getState().rest.entities).toBe(before)
    }
  })
})

type Odd = readonly [what: string, thing: () => object]

const odd: readonly Odd[] = [
  ['frozen data', () => Object.freeze({ ...thing, list: Object.freeze([1]) })],
  ['data without a prototype', () => Object.assign(Object.create(null) as object, thing)],
  ...(isDevelopment ? [['holes in a list', () => ({ ...thing, list: Array(3) })] as Odd] : []),
  ...['__proto__', 'constructor', 'toString', 'x'.repeat(10_000)].flatMap((key): Odd[] => [
    [`the primary key ${key.slice(0, 20)}`, () => ({ ...thing, id: key })],
    [
      `the field ${key.slice(0, 20)}`,
      () => JSON.parse(`{"id":"1","type":"thing","in":{"${key}":1}}`) as object,
    ],
  ]),
]

describe('a response with unusual data', () => {
  it.each(kinds.flatMap((kind) => odd.map((it) => [kind[0], it[0], kind, it[1]] as const)))(
    'for %s, with %s, is stored',
    async (_kind, _odd, [, kind, wrap], make) => {
      const { error: result, store, actions } = await fetchResponse(kind, wrap(make()))
      expect(result).not.toBeInstanceOf(Error)
      expect(actions.at(-1)).toMatchObject({ meta: { requestStatus: 'fulfilled' } })
      const state = store.getState()
      expect(JSON.parse(JSON.stringify(state))).toEqual(state)
      expect(Object.getPrototypeOf(state.rest.entities)).toBe(Object.prototype)
      expect({}).not.toHaveProperty('type')
    },
  )
})
