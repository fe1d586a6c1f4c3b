import {
  All,
  Collection,
  Endpoint,
  Entity,
  Invalidate,
  Query,
  Scalar,
  type Schema,
  schema,
  Union,
  Values,
} from 'rtk-rest'
import { describe, expect, it } from 'vitest'
import { createStore, User } from '../support/world'

const boom = new RangeError('boom')
const fail = (): never => {
  throw boom
}

class Thing extends Entity {
  id = ''
  static override key = 'Thing'
}

/** A class of things, some of whose code fails. */
function failing(statics: object, prototype: object = {}): typeof Thing {
  class Failing extends Thing {
    static override key = 'Thing'
  }
  Object.assign(Failing, statics)
  Object.assign(Failing.prototype, prototype)
  return Failing
}

const map = { thing: Thing }
const known = { id: '1', name: 'known' }
const lists = new Collection([Thing])
const lens = new Scalar({ lens: fail, key: 'x', entity: Thing })
class OwnPk extends Scalar {
  override entityPk = fail
}

const cases: readonly [what: string, schema: Schema, response: unknown, path: string][] = [
  ['process', [failing({ process: fail })], [known], '[Thing][0]'],
  ['validate', [failing({ validate: fail })], [known], '[Thing][0]'],
  ['pk', [failing({}, { pk: fail })], [known], '[Thing][0]'],
  ['a getter in `schema`', [failing({ schema: { name: fail } })], [known], '[Thing][0].name'],
  ['merge', failing({ merge: fail }), { id: '1', name: 'new' }, 'Thing'],
  ['mergeWithStore', failing({ mergeWithStore: fail }), { id: '1', name: 'new' }, 'Thing'],
  ['mergeMetaWithStore', failing({ mergeMetaWithStore: fail }), { id: '1', name: 'new' }, 'Thing'],
  ['shouldUpdate', failing({ shouldUpdate: fail }), { id: '1', name: 'new' }, 'Thing'],
  ['shouldReorder', failing({ shouldReorder: fail }), { id: '1', name: 'new' }, 'Thing'],
  ['a converter', { at: fail }, { at: 'x' }, 'response.at'],
  ['the schemaAttribute of a Union', [new Union(map, fail)], [known], '[Thing][0]'],
  ['that of schema.Array', new schema.Array(map, fail), [known], 'response[0]'],
  ['that of Values', new Values(map, fail), { a: known }, 'response.a'],
  ['that of All', new All(map, fail), [known], 'response[0]'],
  ['that of Invalidate', new Invalidate(map, fail), known, 'response'],
  ['process, for Invalidate', new Invalidate(failing({ process: fail })), known, 'Thing'],
  [
    'argsKey',
    { list: new Collection([Thing], { argsKey: fail }) },
    { list: [known] },
    'response.list',
  ],
  [
    'nestKey',
    failing({ schema: { list: new Collection([Thing], { nestKey: fail }) } }),
    { id: '1', list: [known] },
    'Thing.list',
  ],
  ['the merge of addWith', lists.addWith(fail), { id: '2' }, '[Thing]'],
  ['the merge of moveWith', lists.moveWith(fail), { id: '2', of: 'x' }, '[Thing]'],
  ['a lens', new Values(lens), { a: { x: 1 } }, 'response.a'],
  [
    'entityPk',
    [new OwnPk({ lens: () => 'x', key: 'x', entity: Thing })],
    [{ x: 1 }],
    '[Scalar(x)][0]',
  ],
]

function knowing() {
  const world = createStore()
  world.controller.set(User, { id: '1' }, { id: '1', name: 'Ada' })
  world.controller.set(Thing, { id: '1' }, known)
  world.controller.set(lists, { of: 'x' }, [known])
  return world
}

describe('user code that throws while a response is stored', () => {
  it.each(cases)(
    '%s: rejects the request with path and cause',
    async (_what, kind, response, path) => {
      const { store, rest, controller, actions } = knowing()
      const before = store.getState().rest.entities
      const endpoint = new Endpoint(async (_args: object) => response, {
        name: 'failing',
        schema: kind,
      })
      const promise = store.dispatch(rest.fetch(endpoint, { of: 'x' }))
      await expect(promise.unwrap()).rejects.toMatchObject({
        name: 'SchemaError',
        code: 'INVALID_RESPONSE',
        path,
        cause: boom,
      })
      expect(store.getState().rest.entities).toBe(before)
      expect(controller.get(User, '1')).toMatchObject({ name: 'Ada' })
      expect(actions.at(-1)).toMatchObject({
        meta: { requestStatus: 'rejected' },
        error: { name: 'SchemaError', code: 'INVALID_RESPONSE', path },
      })
    },
  )

  it.each(cases)('%s: throws in `set`, and nothing is written', (_what, kind, response) => {
    const { store, controller } = knowing()
    const before = store.getState()
    expect(() => controller.set(kind, { of: 'x' }, response as never)).toThrow(
      expect.objectContaining({ cause: boom }),
    )
    expect(store.getState()).toBe(before)
  })
})

describe('user code that throws while data is read', () => {
  it.each([
    [
      'process of a Query',
      (mayFail: () => void) => new Query(new All(User), (list) => (mayFail(), list)),
    ],
    [
      'a converter',
      (mayFail: () => void) => new Query({ user: failingReader(mayFail) }, ({ user }) => user),
    ],
  ])('%s: fails this read, and no other or later one', (_, make) => {
    const { controller } = knowing()
    let isFailing = true
    const kind = make(() => {
      if (isFailing) fail()
    }) as Schema
    expect(() => controller.get(kind, { id: '1' })).toThrow(boom)
    expect(controller.get(User, { id: '1' })).toMatchObject({ name: 'Ada' })
    expect(() => controller.get(kind, { id: '1' })).toThrow(boom)
    isFailing = false
    expect(controller.get(kind, { id: '1' })).toBeDefined()
    expect(controller.get(kind, { id: '1' })).toBe(controller.get(kind, { id: '1' }))
  })

  it('process of a Query rejects the request with this schema', async () => {
    const { controller, store } = knowing()
    const query = new Query([User], fail)
    const endpoint = new Endpoint(async () => [{ id: '2', name: 'Bob' }], {
      name: 'q',
      schema: query,
    })
    await expect(controller.fetch(endpoint)).rejects.toThrow('boom')
    expect(controller.get(User, '1')).toMatchObject({ name: 'Ada' })
    expect(() => controller.getResponse(endpoint).data).toThrow('boom')
    expect(store.getState().rest.confirmed).toEqual({})
  })
})

/** A user whose name cannot be read where `mayFail` fails. */
function failingReader(mayFail: () => void): typeof Entity {
  class Read extends Entity {
    id = ''
    static override key = 'User'
    static override schema = { name: (it: string) => (mayFail(), it) }
  }
  return Read
}
