import {
  All,
  Collection,
  Endpoint,
  Entity,
  Invalidate,
  Lazy,
  Query,
  Scalar,
  Union,
  Values,
  schema,
  type Schema,
} from 'rtk-rest'
import { describe, expect, it } from 'vitest'
import { createStore, deferred, User, UserResource } from '../support/world'

describe('data that depends on the arguments of a call', () => {
  class Product extends Entity {
    id = ''
    price: number | null | undefined = undefined
    static override key = 'Product'
    static override schema: Record<string, Schema> = {}
  }
  Product.schema = {
    price: new Scalar({ lens: ([args]) => args?.currency as string | undefined, key: 'currency' }),
  }
  const products = new Collection([Product], { argsKey: (_: { currency: string }) => ({}) })

  it('is not shared with another call that has the same key', async () => {
    const { controller, rest, store } = createStore()
    const get = new Endpoint(async (_: { currency: string }) => [{ id: '1', price: 5 }], {
      name: 'get',
      schema: products,
      key: () => 'products',
    })
    await controller.fetch(get, { currency: 'eur' })
    controller.set(products, { currency: 'usd' }, [{ id: '1', price: 9 }])
    const state = store.getState()
    const priceIn = (currency: string) =>
      rest.selectors.selectData(state, get, { currency })?.[0]?.price
    expect(['eur', 'usd', 'eur', 'usd'].map(priceIn)).toEqual([5, 9, 5, 9])
  })

  it('can be null for one argument alone', () => {
    const { controller } = createStore()
    controller.set(products, { currency: 'eur' }, [{ id: '1', price: 5 }])
    controller.set(products, { currency: 'usd' }, [{ id: '1', price: null }])
    const priceIn = (currency: string) => controller.get(products, { currency })?.[0]?.price
    expect([priceIn('eur'), priceIn('usd')]).toEqual([5, null])
  })

  it('throws an error if the arguments have no distinct text', () => {
    const { controller } = createStore()
    controller.set(new Collection([User]), {}, [{ id: '1', name: 'Ada' }])
    const chosen = new Query(new All(User), (users, choose: unknown) => [users, choose])
    expect(() => controller.get(chosen, () => true)).toThrow(/plain data.*a function for "0"/)
    expect(() => controller.get(chosen, Number.NaN)).toThrow(/plain data.*NaN/)
  })
})

describe('two entity classes with the same table', () => {
  class Member extends Entity {
    id = ''
    username = ''
    static override key = 'Member'
    static override indexes = ['username'] as const
  }
  class Summary extends Entity {
    id = ''
    username = ''
    static override key = 'Member'
  }

  it('are found by the field that only one of them declares, whichever wrote it', () => {
    const { controller } = createStore()
    controller.set(Member, { id: '7' }, { id: '7', username: 'ada' })
    controller.set(Summary, { id: '7' }, { id: '7', username: 'eve' })
    expect(controller.get(Member, { username: 'ada' })).toBeUndefined()
    expect(controller.get(Member, { username: 'eve' })).toMatchObject({ id: '7' })
    controller.set(new Invalidate(Summary), { id: '7' })
    expect(controller.get(Member, { username: 'eve' })).toBeUndefined()
  })

  it('are not found by null or undefined', () => {
    const { controller } = createStore()
    controller.set(Member, { id: '7' }, { id: '7', username: 'null' })
    expect(controller.get(Member, { username: null as never })).toBeUndefined()
    expect(controller.get(Member, { username: undefined as never })).toBeUndefined()
  })
})

describe('the response of a mutation', () => {
  it('includes the changes of its list that landed while it was in flight', async () => {
    const { controller } = createStore()
    const users = new Collection([User])
    const gate = deferred<object[]>()
    controller.set(users, [{ id: '1', name: 'Ada' }] as never)
    const sync = new Endpoint(async () => gate.promise, {
      name: 'sync',
      schema: users,
      sideEffect: true,
    })
    const synced = controller.fetch(sync)
    controller.set(users.push, { id: '2', name: 'Bob' })
    gate.resolve([
      { id: '1', name: 'Ada' },
      { id: '5', name: 'Eve' },
    ])
    await synced
    expect(controller.get(users)?.map(({ id }) => id)).toEqual(['1', '5', '2'])
  })
})

describe('an instance with a Lazy field', () => {
  it('can be written back unchanged', () => {
    class Team extends Entity {
      id = ''
      name = ''
      members: readonly unknown[] = []
      list: unknown = undefined
      static override key = 'Team'
      static override schema = {
        members: new Lazy([new Union({ user: User }, 'type')]),
        list: new Lazy(new Collection([User], { nestKey: ({ id }: Team) => ({ team: id }) })),
      }
    }
    const { controller } = createStore()
    const ada = { id: '1', name: 'Ada', type: 'user' }
    controller.set(Team, { id: 't' }, { id: 't', members: [ada], list: [ada] })
    const before = controller.get(Team, { id: 't' }) as Team
    controller.set(Team, { id: 't' }, { ...before, name: 'red' })
    expect(controller.get(Team, { id: 't' })).toMatchObject({
      name: 'red',
      members: before.members,
      list: before.list,
    })
  })
})

describe('data with too many nested levels', () => {
  const node = new schema.Object<Record<string, Schema>>({ id: '' })
  node.define({ next: node, all: new Values(node), list: [node] })

  function nested(field: 'next' | 'all' | 'list', depth: number): object {
    let inner: object = { id: 'x' }
    const wrap = { next: inner, all: { inner }, list: [inner] }
    for (let at = 0; at < depth; at++) {
      Object.assign(wrap, { next: inner, all: { inner }, list: [inner] })
      inner = { id: 'x', [field]: wrap[field] }
    }
    return inner
  }

  it.each(['next', 'all', 'list'] as const)('throws an error, through %s', (field) => {
    const { controller } = createStore()
    expect(() => controller.set(node, nested(field, 100_000) as never)).toThrow(/call stack/)
    expect(() => controller.set(node, nested(field, 300) as never)).not.toThrow()
  })

  it('throws an error if it is circular', () => {
    const { controller } = createStore()
    const circle: Record<string, unknown> = { id: 'x' }
    circle['list'] = [circle]
    expect(() => controller.set(node, circle as never)).toThrow(/call stack/)
    controller.set(User, {}, { id: '1', name: 'Ada' })
    expect(controller.get(User, '1')?.name).toBe('Ada')
  })
})

describe('a chain of entities that is longer than the call stack', () => {
  class Link extends Entity {
    id = ''
    next: Link | undefined = undefined
    static override key = 'Link'
    static override schema: Record<string, Schema> = {}
  }
  Link.schema = { next: Link }

  it('throws a RangeError for its first entities alone', () => {
    const { controller } = createStore()
    const links = Array.from({ length: 50_000 }, (_, at) => ({ id: `${at}`, next: `${at + 1}` }))
    controller.set(new Collection([Link]), {}, links as never)
    controller.set(User, {}, { id: '1', name: 'Ada' })
    expect(() => controller.get(Link, '0')).toThrow(RangeError)
    expect(() => controller.get(Link, '0')).toThrow(RangeError)
    expect(controller.get(User, '1')?.name).toBe('Ada')
    expect(controller.get(Link, '49900')?.next?.next?.id).toBe('49902')
  })
})

describe('an invalid schema', () => {
  const users = new Collection([User])
  const wrong: [what: string, make: () => unknown][] = [
    [
      'Invalidate of a collection',
      () => new (Invalidate as unknown as new (it: unknown) => unknown)(users),
    ],
    ['a Union of nothing', () => new Union({} as never, 'type')],
    ['Invalidate of nothing', () => new Invalidate({}, 'type')],
    ['a Union of collections', () => new Union({ a: users } as never, 'type')],
    ['All of a collection', () => new (All as unknown as new (it: unknown) => unknown)(users)],
    ['a Collection of collections', () => new Collection([users as never])],
  ]
  it.each(wrong)('throws an error when it is constructed: %s', (_, make) => {
    expect(make).toThrow(/takes/)
  })

  it('throws an error if an endpoint is read as one', () => {
    const { controller, rest, store } = createStore()
    const endpoint = UserResource.get as unknown as typeof User
    const expected = /^A schema is needed, such as User; found the endpoint User.get\./
    expect(() => controller.get(endpoint, { id: '1' })).toThrow(expected)
    expect(() => rest.selectors.selectQuery(store.getState(), endpoint, {})).toThrow(expected)
    expect(() => store.dispatch(rest.set(endpoint, { id: '1' }, (user) => user))).toThrow(expected)
  })

  it('throws an error that names `argsKey` if that returns undefined', () => {
    const { controller } = createStore()
    const keyless = new Collection([User], { argsKey: () => undefined as never })
    expect(() => controller.set(keyless, [{ id: '1' }] as never)).toThrow(/`argsKey`.*an object/)
  })
})
