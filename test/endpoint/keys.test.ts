import { Endpoint, RestEndpoint } from 'rtk-rest'
import { describe, expect, it } from 'vitest'
import { createStore } from '../support/world'
import { API } from '../support/server'
import { recordRequests } from './recordRequests'

const list = new RestEndpoint({ path: '/users', urlPrefix: API }) as RestEndpoint
const search = new RestEndpoint({
  path: '/search',
  method: 'POST',
  sideEffect: false,
}) as RestEndpoint

describe('two calls of a RestEndpoint have different keys if', () => {
  const form = (...pairs: [string, string][]) => {
    const data = new FormData()
    for (const [name, value] of pairs) data.append(name, value)
    return data
  }

  it.each([
    ['a body is a form or a list of pairs', search, form(['q', 'a']), [['q', 'a']]],
    ['a form has an additional entry', search, form(['q', 'a']), form(['q', 'a'], ['q', 'b'])],
    ['a list in a body has another order', search, [1, 2], [2, 1]],
    ['a field of a body is a list or its element', search, { a: [1] }, { a: 1 }],
    ['a body is search parameters or text', search, new URLSearchParams({ q: 'a' }), 'q=a'],
    ['a body is a form or its text', search, form(['q', 'a']), 'form [["q","a"]]'],
    ['a body is an object or its JSON text', search, { q: 'a' }, '{"q":"a"}'],
    ['a body is a list or its JSON text', search, ['q'], '["q"]'],
    ['a body is a date or its JSON text', search, new Date(0), '"1970-01-01T00:00:00.000Z"'],
    ['a body is bytes or text', search, new Uint8Array([1]), '#1'],
    ['a text has the prefix "text"', search, 'a', 'text a'],
  ])('%s', (_, endpoint, one, other) => {
    expect(endpoint.key(one)).not.toBe(endpoint.key(other))
    expect(endpoint.testKey(endpoint.key(one))).toBe(true)
    expect(endpoint.testKey(endpoint.key(other))).toBe(true)
  })
})

const plain = new Endpoint(async (..._args: unknown[]) => 1, { name: 'plain' })

describe('two calls of an Endpoint have different keys if', () => {
  it.each<[what: string, one: unknown[], other: unknown[]]>([
    ['an argument is undefined or null', [undefined, 1], [null, 1]],
    ['the only argument is undefined or null', [undefined], [null]],
    ['another argument is undefined', [undefined, 1], [1, undefined]],
    ['one call has an additional argument', [1, 2], [1]],
    ['the arguments are in a list', [1, 2], [[1, 2]]],
    ['a text contains the separator of arguments', ['a","b'], ['a', 'b']],
    ['a field is null or absent', [{ a: null }], [{}]],
    ['the values of two fields are swapped', [{ a: 1, b: 2 }], [{ a: 2, b: 1 }]],
    ['a list has another order', [[1, 2]], [[2, 1]]],
    ['a field called __proto__ has another value', [parse(1)], [parse(2)]],
  ])('%s', (_, one, other) => {
    expect(plain.key(...one)).not.toBe(plain.key(...other))
    expect(plain.testKey(plain.key(...one))).toBe(true)
  })

  function parse(value: number): unknown {
    return JSON.parse(`{"__proto__":${value}}`)
  }
})

describe('two calls of an Endpoint have the same key if', () => {
  it.each<[what: string, one: unknown[], other: unknown[]]>([
    ['fields are in another order', [{ a: 1, b: 2 }], [{ b: 2, a: 1 }]],
    [
      'nested fields are in another order',
      [1, [{ a: { b: 1, c: 2 } }]],
      [1, [{ a: { c: 2, b: 1 } }]],
    ],
    ['the last argument is undefined or absent', [1, undefined, undefined], [1]],
    ['the only argument is undefined or null', [undefined], []],
    ['a field is undefined or absent', [{ a: undefined, b: 1 }], [{ b: 1 }]],
    ['one argument was parsed from JSON', [new Date(0), -0], ['1970-01-01T00:00:00.000Z', 0]],
  ])('%s', (_, one, other) => {
    expect(plain.key(...one)).toBe(plain.key(...other))
  })

  it('only the fields are in another order, and share one request', async () => {
    const requests: unknown[] = []
    const find = new Endpoint(async (by: object) => requests.push(by), { name: 'find' })
    const { controller } = createStore()
    await controller.fetch(find, { team: 'a', year: 1 })
    await controller.fetchIfStale(find, { year: 1, team: 'a' })
    expect(requests).toEqual([{ team: 'a', year: 1 }])
  })
})

describe('two calls of a RestEndpoint have the same key if', () => {
  it.each([
    ['search parameters are in another order', list, { a: 1, b: null }, { b: null, a: 1 }],
    ['the fields of a body are in another order', search, { a: 1, b: 2 }, { b: 2, a: 1 }],
    [
      'nested fields are in another order',
      search,
      { x: [{ a: 1, b: { c: 1, d: 2 } }] },
      { x: [{ b: { d: 2, c: 1 }, a: 1 }] },
    ],
    ['a field is undefined or absent', search, { a: 1, b: undefined }, { a: 1 }],
    ['a date was serialized', search, { at: new Date(0) }, { at: '1970-01-01T00:00:00.000Z' }],
  ])('%s', (_, endpoint, one, other) => {
    expect(endpoint.key(one)).toBe(endpoint.key(other))
  })
})

class Money {
  readonly #amount: number
  constructor(amount: number) {
    this.#amount = amount
  }
  get amount(): number {
    return this.#amount
  }
}

describe('a value that has no distinct form in a key throws an error:', () => {
  const never = new Date(Number.NaN)

  it.each([
    [
      'an invalid date as a search parameter',
      () => list.key({ at: never }),
      /"at" is an invalid Date/,
    ],
    [
      'an invalid date in a body',
      () => search.key({ from: [never] }),
      /"0" is Invalid Date.*leave it out/,
    ],
    ['an invalid date as a body', () => search.key(never), /"body" is Invalid Date/],
    [
      'an invalid date as an argument',
      () => plain.key(1, never),
      /"1" is Invalid Date, which a key cannot/,
    ],
    ['an invalid date in an argument', () => plain.key({ at: never }), /"at" is Invalid Date/],
    ['NaN as an argument itself', () => plain.key('a', Number.NaN), /"1" is NaN/],
    [
      'an object whose toJSON returns null',
      () => plain.key({ toJSON: () => null }),
      /"0" is \[object/,
    ],
    [
      'NaN as a search parameter',
      () => list.key({ page: Number.NaN }),
      /"page" is NaN.*leave it out/,
    ],
    ['NaN in a list', () => list.key({ ids: [1, Infinity] }), /"ids" is Infinity/],
    ['NaN as a field of a body', () => search.key({ at: { page: Number.NaN } }), /"page" is NaN/],
    ['NaN as an argument of an Endpoint', () => plain.key({ n: Number.NaN }), /"n" is NaN/],
  ])('%s', (_, key, says) => {
    expect(key).toThrow(TypeError)
    expect(key).toThrow(says)
  })

  it.each([
    ['a Map', new Map([['a', 1]])],
    ['a Set', new Set([1])],
    ['search parameters', new URLSearchParams('q=a')],
    ['a form', new FormData()],
    ['a Blob', new Blob(['a'])],
    ['a boxed number', Object(1) as object],
    ['a RegExp', /a/],
    ['an object with private fields', new Money(5)],
  ])('an argument of an Endpoint that JSON would serialize as an empty object: %s', (_, value) => {
    const says = /"\d" is \[object \w+\], which a key cannot hold; give plain data, or .* a `key`\./
    expect(() => plain.key('a', value)).toThrow(says)
    expect(() => plain.key({ by: [value] })).toThrow(says)
  })

  it('is accepted if the endpoint defines `key` or is a mutation', async () => {
    const find = plain.extend({ name: 'find', key: (by: Map<string, number>) => [...by].join() })
    expect(find.key(new Map([['a', 1]]))).toBe('a,1')
    const requests: unknown[] = []
    const send = new Endpoint(async (form: FormData) => requests.push(form), {
      name: 'send',
      sideEffect: true,
    })
    const { controller } = createStore()
    const form = new FormData()
    await controller.fetch(send, form)
    expect(requests).toEqual([form])
  })

  it('before anything is sent or dispatched', () => {
    const sent = recordRequests()
    const { store, rest } = createStore()
    const before = store.getState()
    expect(() => store.dispatch(rest.fetch(list, { page: Number.NaN }))).toThrow(/"page" is NaN/)
    expect([store.getState(), sent]).toEqual([before, []])
  })
})

describe('null as a search parameter', () => {
  it('is the text "null"', () => {
    expect(list.key({ team: null })).toBe(`GET ${API}/users?team=null`)
    expect(list.key({ team: null })).toBe(list.key({ team: 'null' }))
  })
})

describe('an endpoint whose path has search parameters', () => {
  const getArticles = new RestEndpoint({
    urlPrefix: API,
    path: '/articles\\?view=all&include=author',
    searchParams: {},
  }) as RestEndpoint

  it('has its calls with others expired by `expireAll`', async () => {
    const sent = recordRequests([])
    const { controller } = createStore()
    const args = { status: 'draft' }
    await controller.fetch(getArticles, args)
    controller.expireAll(getArticles)
    await controller.fetchIfStale(getArticles, args)
    expect(sent).toHaveLength(2)
    expect(getArticles.testKey(`GET ${API}/articles?view=all&status=draft`)).toBe(false)
  })
})
