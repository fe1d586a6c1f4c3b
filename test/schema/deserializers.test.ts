import { http, HttpResponse } from 'msw'
import { denormalize, Endpoint, Entity, normalize, RestEndpoint, type Schema } from 'rtk-rest'
import { describe, expect, it } from 'vitest'
import { API, server } from '../support/server'
import { createStore, User } from '../support/world'
import { roundTrip } from './rows'

class Money {
  readonly cents: number
  constructor(cents: number) {
    this.cents = cents
  }
}

/** What readers see of a field with this schema when the response had `value` there. */
function readField(schema: Schema, value: unknown): unknown {
  class Thing extends Entity {
    id = ''
    field: unknown = undefined
    static override key = 'Thing'
    static override schema = { field: schema }
  }
  return (roundTrip(Thing, { id: '1', field: value }) as Thing).field
}

describe('a field converter', () => {
  const iso = '2020-01-01T00:00:00.000Z'

  it('that is a class is called with new', () => {
    expect(readField(Date, iso)).toEqual(new Date(iso))
    expect(readField(URL, 'http://api.test/x')).toEqual(new URL('http://api.test/x'))
    expect(readField(Money, 5)).toEqual(new Money(5))
    expect(readField(Money, 5)).toBeInstanceOf(Money)
  })

  it('that creates a primitive is called without new', () => {
    expect(readField(Number, '5')).toBe(5)
    expect(readField(String, 5)).toBe('5')
    expect(readField(Boolean, 1)).toBe(true)
    expect(readField(BigInt, '12345678901234567890')).toBe(12345678901234567890n)
  })

  it('that is a function is called, arrow function or not', () => {
    expect(readField((text: string) => text.toUpperCase(), 'a')).toBe('A')
    expect(
      readField(function double(count: number) {
        return count * 2
      }, 2),
    ).toBe(4)
    expect(readField(Number.parseInt, '5px')).toBe(5)
  })

  it('is not called for null, undefined and absent fields', () => {
    const refuse = (value: unknown): never => {
      throw new RangeError(String(value))
    }
    expect(readField(refuse, null)).toBeNull()
    expect(readField(refuse, undefined)).toBeUndefined()
  })

  it('works in lists, in objects and as the whole schema', () => {
    expect(readField([Date], [iso, null])).toEqual([new Date(iso), null])
    expect(readField({ at: Date }, { at: iso, other: 1 })).toEqual({ at: new Date(iso), other: 1 })
    expect(roundTrip({ at: Date }, { at: iso })).toEqual({ at: new Date(iso) })
  })

  it('can convert a field whose value is an object', () => {
    const total = ({ a, b }: { a: number; b: number }) => a + b
    expect(readField(total, { a: 1, b: 2 })).toBe(3)
  })

  it('is not called for a default value', () => {
    class Product extends Entity {
      id = ''
      price = new Money(5)
      static override key = 'Product'
      static override schema = { price: (cents: number) => new Money(cents) }
    }
    expect((roundTrip(Product, { id: '1' }) as Product).price).toEqual(new Money(5))
    expect((roundTrip(Product, { id: '1', price: 7 }) as Product).price).toEqual(new Money(7))
  })

  it('may return a mutable value, or one that cannot be frozen', () => {
    const toBytes = ({ bytes }: { bytes: number[] }) => new Uint8Array(bytes)
    expect(readField(toBytes, { bytes: [1] })).toEqual(new Uint8Array([1]))
    expect(roundTrip({ file: toBytes }, { file: { bytes: [1] } })).toEqual({
      file: new Uint8Array([1]),
    })
    expect(roundTrip(toBytes, { bytes: [1] })).toEqual(new Uint8Array([1]))
  })

  it('that throws passes the error to the reader', () => {
    const refuse = (): never => {
      throw new Error('no date')
    }
    expect(() => readField(refuse, 'x')).toThrow('no date')
  })
})

describe('a converted value', () => {
  class Event extends Entity {
    id = ''
    at = new Date(0)
    static override key = 'Event'
    static override schema = { at: Date }
  }
  const response = { id: '1', at: '2020-01-01T00:00:00.000Z' }
  const { entities } = normalize(Event, response)

  it('is not stored', () => {
    expect(entities['Event']?.['1']?.data).toEqual(response)
  })

  it('is written back in the form of the response', () => {
    const event = denormalize(Event, '1', entities) as Event
    const again = normalize(Event, { ...event, at: new Date(5) }, [], entities)
    expect(again.entities['Event']?.['1']?.data).toEqual({
      id: '1',
      at: '1970-01-01T00:00:00.005Z',
    })
    expect(normalize(Event, event, [], entities).entities).toEqual({})
  })

  it('is serialized by toJSON of its entity', () => {
    class Product extends Entity {
      id = ''
      price = new Money(0)
      static override key = 'Product'
      static override schema = { price: Money }
      override toJSON() {
        return { ...super.toJSON(), price: this.price.cents }
      }
    }
    const stored = normalize(Product, { id: '1', price: 5 })
    const product = denormalize(Product, '1', stored.entities) as Product
    expect(product.price).toEqual(new Money(5))
    const written = normalize(Product, Product.fromJS({ ...product, price: new Money(7) }))
    expect(written.entities['Product']?.['1']?.data).toEqual({ id: '1', price: 7 })
  })

  it('throws an error if it cannot be written back as plain data', () => {
    class Product extends Entity {
      id = ''
      price = new Money(0)
      static override key = 'Product'
      static override schema = { price: Money }
    }
    expect(() => normalize(Product, { id: '1', price: new Money(5) })).toThrow(
      /Product\.price: a Money cannot be kept as plain data; convert it/,
    )
  })
})

describe('a literal in a schema object', () => {
  const schema = { next: '', count: 0, done: false, none: null, tags: [], meta: {} }

  it('does not restrict the value of the response', () => {
    const response = { next: 'x', count: 5, done: true, none: { a: 1 }, tags: [1], meta: { a: 1 } }
    expect(roundTrip(schema, response)).toEqual(response)
    expect(roundTrip(schema, { tags: 'none', meta: null })).toEqual({ tags: 'none', meta: null })
  })

  it('is replaced by the response, even if that lacks the field', () => {
    expect(roundTrip(schema, {})).toEqual({})
  })

  it('is no data before there is a response, though entities are found by the arguments', async () => {
    const { rest, store, controller } = createStore()
    controller.set(User, { id: '1' }, { id: '1', name: 'Ada' })
    const getUser = new Endpoint(async (_: { id: string }) => ({}), {
      name: 'getUser',
      schema: { user: User, ...schema },
    })
    expect(rest.selectors.selectData(store.getState(), getUser, { id: '1' })).toBeUndefined()
  })

  it('may be in a list or in an object', () => {
    const deep = { rows: [[]], page: { tags: [], all: [{}] } } as const
    const response = { rows: [[1], 'x'], page: { tags: { a: 1 }, all: ['b', null, [2]] } }
    expect(roundTrip(deep, response)).toEqual(response)
  })

  it.each([[{ a: [1] }], [[1, null, 'x']], ['x'], [5], [null], [[]]])(
    'may be a field of an entity, which keeps its value: %j',
    (value) => {
      class Note extends Entity {
        id = ''
        tags: unknown = 'default'
        meta: unknown = 'default'
        author: User | undefined = undefined
        static override key = 'Note'
        static override schema = { tags: [], meta: {}, title: '', author: User }
      }
      const note = { id: '1', tags: value, meta: value, title: value }
      expect(roundTrip(Note, note)).toMatchObject(note)
      const { controller } = createStore()
      controller.set(Note, {}, note)
      const before = controller.get(Note, '1')
      controller.set(Note, {}, { id: '1', author: { id: '5' } })
      expect(controller.get(Note, '1')).not.toBe(before)
      expect(controller.get(Note, '1')?.tags).toBe(before?.tags)
      expect(roundTrip(Note, { id: '1' })).toMatchObject({ tags: 'default', meta: 'default' })
    },
  )
})

describe('a literal as the schema of an endpoint', () => {
  const literals = [[[]], [{}], [''], [0], [null]] as const

  it.each(
    literals.flatMap(([schema]) =>
      [{ a: [1] }, [{ b: 1 }, null], 'text', 5, null].map(
        (response) => [schema, response] as const,
      ),
    ),
  )('%j keeps the response unchanged: %j', async (schema, response) => {
    server.use(http.get(`${API}/notes`, () => HttpResponse.json(response)))
    const getNotes = new RestEndpoint({ path: '/notes', urlPrefix: API, schema })
    const { rest, store, controller } = createStore()
    expect(rest.selectors.selectData(store.getState(), getNotes)).toBeUndefined()
    expect(await controller.fetch(getNotes)).toEqual(response)
    expect(rest.selectors.selectData(store.getState(), getNotes)).toEqual(response)
    expect(store.getState().rest.entities).toEqual({})
  })

  it.each(literals)('%j is the same as no schema', async (schema) => {
    const read = async (options: object) => {
      const getNothing = new Endpoint(async () => undefined, { name: 'getNothing', ...options })
      const { rest, store, controller } = createStore()
      const before = controller.getResponse(getNothing)
      await controller.fetch(getNothing)
      const { data, status, isSuccess } = rest.selectors.selectRequest(store.getState(), getNothing)
      return [before, data, status, isSuccess, controller.getResponse(getNothing).expiryStatus]
    }
    expect(await read({ schema })).toEqual(await read({}))
  })

  it.each(literals)('%j keeps text and bytes', async (schema) => {
    server.use(
      http.get(`${API}/notes`, () => HttpResponse.text('a text')),
      http.get(
        `${API}/image`,
        () => new HttpResponse('', { headers: { 'content-type': 'image/png' } }),
      ),
    )
    const getNotes = new RestEndpoint({ path: '/notes', urlPrefix: API, schema })
    const getImage = new RestEndpoint({ path: '/image', urlPrefix: API, schema })
    const { controller } = createStore()
    expect(await controller.fetch(getNotes)).toBe('a text')
    expect(await controller.fetch(getImage)).toBeInstanceOf(Blob)
  })
})
