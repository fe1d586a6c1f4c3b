import {
  Collection,
  Entity,
  type EntityRow,
  Invalidate,
  normalize,
  type RowMeta,
  type Schema,
} from 'rtk-rest'
import type { PlainRows } from 'rtk-rest/types'
import { describe, expect, it } from 'vitest'

class User extends Entity {
  id = ''
  static override key = 'User'
}

/** The meta of a request that started at this time. */
const at = (fetchedAt: number): RowMeta => ({
  fetchedAt,
  date: fetchedAt + 1,
  expiresAt: fetchedAt + 100,
  landed: fetchedAt,
})

interface Write {
  readonly schema?: Schema
  readonly data: unknown
  readonly meta: RowMeta
}

/** What is stored of user 1 (or of the only list) after these writes, in this order of arrival. */
function after(schema: Schema, writes: readonly Write[]): EntityRow | undefined {
  let stored: PlainRows = {}
  for (const { data, meta, ...write } of writes) {
    const { entities, touched } = normalize(write.schema ?? schema, data, [], stored, meta)
    const confirmed = touched['User'] ? { 1: { ...stored['User']?.['1'], meta } } : {}
    stored = {
      '[User]': { ...stored['[User]'], ...entities['[User]'] },
      User: { ...stored['User'], ...entities['User'], ...confirmed } as PlainRows['User'] & object,
    }
  }
  return schema instanceof Collection ? stored['[User]']?.['{}'] : stored['User']?.['1']
}

const gone = new Invalidate(User)
const ada = { id: '1', name: 'Ada', nick: 'A' }

describe('two writes of a row', () => {
  it('are merged shallowly, with precedence of the newer one', () => {
    expect(
      after(User, [
        { data: { ...ada, deep: { a: 1 } }, meta: at(1) },
        { data: { id: '1', name: 'Ada L.', deep: { b: 2 } }, meta: at(2) },
      ]),
    ).toEqual({
      data: { id: '1', name: 'Ada L.', nick: 'A', deep: { b: 2 } },
      invalid: false,
      meta: { ...at(2), changed: at(2).landed },
    })
  })

  it('in reverse order are merged: the older one only adds missing fields', () => {
    expect(
      after(User, [
        { data: { id: '1', name: 'new' }, meta: at(2) },
        { data: ada, meta: at(1) },
      ]),
    ).toEqual({
      data: { id: '1', name: 'new', nick: 'A' },
      invalid: false,
      meta: { ...at(2), landed: at(1).landed },
    })
  })

  it('in the same millisecond are ordered by their sequence number', () => {
    const writes = [
      { data: { id: '1', name: 'second' }, meta: at(1.002) },
      { data: { id: '1', name: 'first' }, meta: at(1.001) },
    ]
    expect(after(User, writes)).toMatchObject({ data: { name: 'second' }, meta: at(1.002) })
    expect(after(User, writes.toReversed())).toMatchObject({ data: { name: 'second' } })
  })

  it('with equal data keep the same data object', () => {
    const first = normalize(User, ada, [], {}, at(1)).entities
    const second = normalize(User, { ...ada }, [], first, at(2))
    expect(second.touched).toEqual({ User: [{ landed: at(1).landed, pks: ['1'] }] })
    expect(second.entities).toEqual({})
  })

  it('with an older one that adds nothing change nothing', () => {
    const stored = normalize(User, ada, [], {}, at(2)).entities
    expect(normalize(User, { id: '1', name: 'old' }, [], stored, at(1))).toEqual({
      result: '1',
      entities: {},
      touched: {},
    })
  })
})

describe('an invalid row', () => {
  it('becomes valid with newer data, which replaces it', () => {
    expect(
      after(User, [
        { data: ada, meta: at(1) },
        { schema: gone, data: '1', meta: at(2) },
        { data: { id: '1', name: 'again' }, meta: at(3) },
      ]),
    ).toEqual({ data: { id: '1', name: 'again' }, invalid: false, meta: at(3) })
  })

  it('stays invalid after older data', () => {
    const row = after(User, [
      { data: ada, meta: at(1) },
      { schema: gone, data: '1', meta: at(3) },
      { data: { id: '1', name: 'late' }, meta: at(2) },
    ])
    expect(row).toMatchObject({ data: ada, invalid: true, meta: at(3) })
  })

  it('is not created by an older invalidation', () => {
    const row = after(User, [
      { data: ada, meta: at(2) },
      { schema: gone, data: '1', meta: at(1) },
    ])
    expect(row).toEqual({ data: ada, invalid: false, meta: at(2) })
  })

  it('becomes valid by the response that also invalidates it', () => {
    const schema = { gone, back: User }
    const stored = normalize(User, ada, [], {}, at(1)).entities
    const response = { gone: '1', back: { id: '1', name: 'back' } }
    const { entities } = normalize(schema, response, [], stored, at(2))
    expect(entities['User']?.['1']).toMatchObject({
      data: { id: '1', name: 'back' },
      invalid: false,
    })
    expect(entities['User']?.['1']?.data).not.toHaveProperty('nick')
  })

  it('stays invalid if the invalidation comes last in the response', () => {
    const response = { back: { id: '1', name: 'back' }, gone: '1' }
    const { entities } = normalize({ back: User, gone }, response, [], {}, at(2))
    expect(entities['User']?.['1']?.invalid).toBe(true)
  })
})

describe('an entity class', () => {
  it('can override merge, which receives the older data first', () => {
    class Counted extends User {
      static override merge(existing: { n?: number }, incoming: { n?: number }) {
        return { ...existing, ...incoming, n: (existing.n ?? 0) + (incoming.n ?? 0) }
      }
    }
    const write = (n: number, fetchedAt: number) => ({ data: { id: '1', n }, meta: at(fetchedAt) })
    expect(after(Counted, [write(1, 1), write(2, 2)])?.data).toEqual({ id: '1', n: 3 })
    const { entities } = normalize(
      [Counted],
      [
        { id: '1', n: 1 },
        { id: '1', n: 5 },
      ],
    )
    expect(entities['User']?.['1']?.data).toEqual({ id: '1', n: 6 })
  })

  it('can reject an update with shouldUpdate: the data stays the same object and is fresh', () => {
    class Versioned extends User {
      static override shouldUpdate(
        _before: RowMeta,
        _now: RowMeta,
        existing: { version: number },
        incoming: { version: number },
      ) {
        return incoming.version > existing.version
      }
    }
    const write = (version: number, fetchedAt: number) => ({
      data: { id: '1', version },
      meta: at(fetchedAt),
    })
    expect(after(Versioned, [write(2, 1), write(1, 2)])).toMatchObject({
      data: { version: 2 },
      meta: at(2),
    })
    expect(after(Versioned, [write(2, 1), write(3, 2)])).toMatchObject({ data: { version: 3 } })
  })

  it('can decide with shouldReorder which of two writes is newer', () => {
    class Stamped extends User {
      static override shouldReorder(
        _before: RowMeta,
        _now: RowMeta,
        existing: { stamp: number },
        incoming: { stamp: number },
      ) {
        return incoming.stamp < existing.stamp
      }
    }
    const row = after(Stamped, [
      { data: { id: '1', stamp: 9, name: 'newest' }, meta: at(1) },
      { data: { id: '1', stamp: 5, name: 'older', nick: 'A' }, meta: at(2) },
    ])
    expect(row).toMatchObject({
      data: { stamp: 9, name: 'newest', nick: 'A' },
      meta: { ...at(1), landed: at(2).landed },
    })
  })
})

describe('a collection', () => {
  const users = new Collection([User])

  it('is replaced by a newer response, and not by an older one', () => {
    const first = { data: [{ id: '1' }, { id: '2' }], meta: at(2) }
    expect(after(users, [first, { data: [{ id: '3' }], meta: at(3) }])?.data).toEqual(['3'])
    expect(after(users, [first, { data: [{ id: '3' }], meta: at(1) }])).toEqual({
      data: ['1', '2'],
      invalid: false,
      meta: at(2),
    })
  })

  it('gets a pushed member even if the response of the push is older', () => {
    const first = { data: [{ id: '1' }], meta: at(5) }
    const late = { schema: users.push, data: { id: '2' }, meta: at(3) }
    expect(after(users, [first, late])).toMatchObject({
      data: ['1', '2'],
      meta: { ...at(5), landed: at(3).landed },
    })
  })
})
