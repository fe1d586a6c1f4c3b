import { Collection, denormalize, Entity, normalize } from 'rtk-rest'
import type { CollectionOptions } from 'rtk-rest/types'
import type { PlainRows } from 'rtk-rest/types'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { row } from './rows'

class User extends Entity {
  id = ''
  name = ''
  team = ''
  static override key = 'User'
}

const users = new Collection([User])
const eve = { id: '9', name: 'Eve' }

/** Rows of the list of users, each with user 1 in it, by what they are named by. */
function lists(...keys: object[]): PlainRows {
  return { '[User]': Object.fromEntries(keys.map((key) => [JSON.stringify(key), row(['1'])])) }
}

beforeEach(() => {
  // The lists that are in doubt are those of `test/store/membership.test.ts`.
  vi.mocked(console.warn).mockImplementation(() => undefined)
})

afterEach(() => {
  vi.mocked(console.warn).mockClear()
})

/** The names of the lists that a new member joined. */
function joined(keys: object[], args: readonly unknown[], options: CollectionOptions = {}) {
  const { push } = new Collection([User], options)
  const { entities } = normalize(push, eve, args, lists(...keys))
  return Object.entries(entities['[User]'] ?? {})
    .filter(([, { data }]) => (data as string[]).includes(eve.id))
    .map(([key]) => JSON.parse(key) as object)
}

describe('an entity that is pushed', () => {
  it('is appended, and an unshifted one is prepended', () => {
    const pushed = normalize(users.push, [eve, { id: '8' }], [], lists({}))
    expect(pushed.entities['[User]']?.['{}']?.data).toEqual(['1', '9', '8'])
    const unshifted = normalize(users.unshift, [eve, { id: '8' }], [], lists({}))
    expect(unshifted.entities['[User]']?.['{}']?.data).toEqual(['9', '8', '1'])
  })

  it('is stored and returned, alone or as a list', () => {
    const one = normalize(users.push, eve, [], lists({}))
    expect(one.result).toBe('9')
    expect(denormalize(users.push, one.result, one.entities)).toEqual(User.fromJS(eve))
    const many = normalize(users.push, [eve, { id: 8 }], [], lists({}))
    expect(many.result).toEqual(['9', '8'])
    expect(denormalize(users.push, many.result, many.entities)).toEqual([
      User.fromJS(eve),
      User.fromJS({ id: 8 } as never),
    ])
  })

  it('is in the list once', () => {
    const entities = lists({})
    const again = normalize(users.push, { id: '1', name: 'Ada' }, [], entities)
    expect(again.entities['[User]']).toBeUndefined()
    expect(again.entities['User']?.['1']?.data).toMatchObject({ name: 'Ada' })
    const twice = normalize(users.push, [eve, eve, { id: 1 }], [], entities)
    expect(twice.entities['[User]']?.['{}']?.data).toEqual(['1', '9'])
    const front = normalize(users.unshift, [{ id: '1' }, eve], [], entities)
    expect(front.entities['[User]']?.['{}']?.data).toEqual(['9', '1'])
  })

  it('does not create a list', () => {
    const { entities } = normalize(users.push, eve, [{ team: 'a' }])
    expect(Object.keys(entities)).toEqual(['User'])
  })

  it('is not added to an invalid list', () => {
    const entities: PlainRows = { '[User]': { '{}': row(['1'], true) } }
    expect(normalize(users.push, eve, [], entities).entities['[User]']).toBeUndefined()
  })

  it.each([
    ['null', null],
    ['text', '9'],
    ['an entity without a primary key', { name: 'Eve' }],
    ['a list with true in it', [eve, true]],
  ])('throws an error if it is %s', (_, response) => {
    expect(() => normalize(users.push, response, [], lists({}))).toThrow(
      expect.objectContaining({ name: 'SchemaError', code: 'INVALID_RESPONSE' }),
    )
  })
})

describe('an entity that is pushed is added to the lists', () => {
  const all = [{}, { team: 'a' }, { team: 'a', done: 'true' }, { team: 'b' }]

  it('that match the parameters of the call', () => {
    expect(joined(all, [{ team: 'a' }, { name: 'Eve' }])).toEqual([{}, { team: 'a' }])
    expect(joined(all, [{ team: 'b' }, { name: 'Eve' }])).toEqual([{}, { team: 'b' }])
    expect(joined(all, [{ team: 'c' }, { name: 'Eve' }])).toEqual([{}])
  })

  it('that match the body, alone or with parameters', () => {
    expect(joined(all, [{ name: 'Eve', team: 'a' }])).toEqual([{}, { team: 'a' }])
    expect(joined(all, [{ team: 'a' }, { done: true }])).toEqual([
      {},
      { team: 'a' },
      { team: 'a', done: 'true' },
    ])
  })

  it('that match a form', () => {
    const form = new FormData()
    form.append('name', 'Eve')
    form.append('team', 'a')
    expect(joined(all, [form])).toEqual([{}, { team: 'a' }])
    expect(joined(all, [{}, form])).toEqual([{}, { team: 'a' }])
  })

  it('without arguments, if the call has none', () => {
    expect(joined(all, [])).toEqual([{}])
    expect(joined(all, [undefined])).toEqual([{}])
    expect(joined(all, [[eve]])).toEqual([{}])
  })

  it('that match numbers and booleans as text', () => {
    expect(joined([{ floor: '1' }], [{ floor: 1 }, {}])).toEqual([{ floor: '1' }])
    expect(joined([{ done: 'false' }], [{}, { done: false }])).toEqual([{ done: 'false' }])
  })

  it('except those with arguments that are objects, or that it does not have', () => {
    expect(joined([{ place: { city: 'x' } }], [{ place: { city: 'x' } }])).toEqual([])
    expect(joined([{ toString: 'x' }], [{}, {}])).toEqual([])
  })

  it('in any order of their arguments', () => {
    const ordered = { orderBy: 'name', order: 'asc', team: 'a' }
    expect(joined([ordered], [{ team: 'a' }, {}])).toEqual([ordered])
    expect(joined([ordered], [{ team: 'b' }, {}])).toEqual([])
  })
})
