import { Collection, type CollectionOptions, denormalize, Entity, normalize } from 'rtk-rest'
import type { PlainRows } from 'rtk-rest'
import { describe, expect, it } from 'vitest'
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

/** The names of the lists that a new member joined. */
function joined(keys: object[], args: readonly unknown[], options: CollectionOptions = {}) {
  const { push } = new Collection([User], options)
  const { entities } = normalize(push, eve, args, lists(...keys))
  return Object.keys(entities['[User]'] ?? {}).map((key) => JSON.parse(key) as object)
}

describe('what is pushed', () => {
  it('is added at the end of a list, and what is unshifted in front', () => {
    const pushed = normalize(users.push, [eve, { id: '8' }], [], lists({}))
    expect(pushed.entities['[User]']?.['{}']?.data).toEqual(['1', '9', '8'])
    const unshifted = normalize(users.unshift, [eve, { id: '8' }], [], lists({}))
    expect(unshifted.entities['[User]']?.['{}']?.data).toEqual(['9', '8', '1'])
  })

  it('is stored, and is the result: one for one, a list for a list', () => {
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

  it('is in a list once, even if it was there before', () => {
    const entities = lists({})
    const again = normalize(users.push, { id: '1', name: 'Ada' }, [], entities)
    expect(again.entities['[User]']).toBeUndefined()
    expect(again.entities['User']?.['1']?.data).toMatchObject({ name: 'Ada' })
    const twice = normalize(users.push, [eve, eve, { id: 1 }], [], entities)
    expect(twice.entities['[User]']?.['{}']?.data).toEqual(['1', '9'])
    const front = normalize(users.unshift, [{ id: '1' }, eve], [], entities)
    expect(front.entities['[User]']?.['{}']?.data).toEqual(['9', '1'])
  })

  it('never makes a list that was not there', () => {
    const { entities } = normalize(users.push, eve, [{ team: 'a' }])
    expect(Object.keys(entities)).toEqual(['User'])
  })

  it('joins no list that is invalid', () => {
    const entities: PlainRows = { '[User]': { '{}': row(['1'], true) } }
    expect(normalize(users.push, eve, [], entities).entities['[User]']).toBeUndefined()
  })

  it.each([
    ['null', null],
    ['text', '9'],
    ['an entity without a primary key', { name: 'Eve' }],
    ['a list with true in it', [eve, true]],
  ])('cannot be %s', (_, response) => {
    expect(() => normalize(users.push, response, [], lists({}))).toThrow(
      expect.objectContaining({ name: 'SchemaError', status: 400 }),
    )
  })
})

describe('what is pushed joins the lists', () => {
  const all = [{}, { team: 'a' }, { team: 'a', done: 'true' }, { team: 'b' }]

  it('whose names the parameters of the call agree with', () => {
    expect(joined(all, [{ team: 'a' }, { name: 'Eve' }])).toEqual([{}, { team: 'a' }])
    expect(joined(all, [{ team: 'b' }, { name: 'Eve' }])).toEqual([{}, { team: 'b' }])
    expect(joined(all, [{ team: 'c' }, { name: 'Eve' }])).toEqual([{}])
  })

  it('whose names the body agrees with, alone or beside parameters', () => {
    expect(joined(all, [{ name: 'Eve', team: 'a' }])).toEqual([{}, { team: 'a' }])
    expect(joined(all, [{ team: 'a' }, { done: true }])).toEqual([
      {},
      { team: 'a' },
      { team: 'a', done: 'true' },
    ])
  })

  it('whose names a form agrees with', () => {
    const form = new FormData()
    form.append('name', 'Eve')
    form.append('team', 'a')
    expect(joined(all, [form])).toEqual([{}, { team: 'a' }])
    expect(joined(all, [{}, form])).toEqual([{}, { team: 'a' }])
  })

  it('that are for all, where the call has no arguments', () => {
    expect(joined(all, [])).toEqual([{}])
    expect(joined(all, [undefined])).toEqual([{}])
    expect(joined(all, [[eve]])).toEqual([{}])
  })

  it('for numbers and booleans as for their text', () => {
    expect(joined([{ page: '1' }], [{ page: 1 }, {}])).toEqual([{ page: '1' }])
    expect(joined([{ done: 'false' }], [{}, { done: false }])).toEqual([{ done: 'false' }])
  })

  it('but none whose names hold what no argument can be compared with', () => {
    expect(joined([{ tags: ['a'] }, { none: null }], [{ tags: ['a'], none: null }])).toEqual([])
    expect(joined([{ toString: 'x' }], [{}, {}])).toEqual([])
  })

  it('in whatever order they are', () => {
    const ordered = { orderBy: 'name', order: 'asc', team: 'a' }
    expect(joined([ordered], [{ team: 'a' }, {}])).toEqual([ordered])
    expect(joined([ordered], [{ team: 'b' }, {}])).toEqual([])
  })
})

describe('the arguments that say nothing about what belongs in a list', () => {
  const sorted = { sortBy: 'name', team: 'a' }
  const args = [{ team: 'a' }, {}]

  const told: [how: string, NonNullable<CollectionOptions['nonFilterArgumentKeys']>][] = [
    ['a list', ['sortBy', 'page']],
    ['a regular expression', /^sort/],
    ['a function', (name: string) => name === 'sortBy'],
  ]

  it.each(told)('can be told by %s', (_, nonFilterArgumentKeys) => {
    expect(joined([sorted], args)).toEqual([])
    expect(joined([sorted], args, { nonFilterArgumentKeys })).toEqual([sorted])
    expect(joined([{ ...sorted, team: 'b' }], args, { nonFilterArgumentKeys })).toEqual([])
    expect(joined([{ orderBy: 'x' }], args, { nonFilterArgumentKeys })).toEqual([])
  })

  it('can be told by a global regular expression, which must not remember where it was', () => {
    const keys = [{ sortA: '1' }, { sortB: '1' }, { sortC: '1' }]
    expect(joined(keys, [], { nonFilterArgumentKeys: /^sort/g })).toEqual(keys)
  })

  it('can be left to `createCollectionFilter`', () => {
    const filter: CollectionOptions['createCollectionFilter'] =
      (params: { team: string }, body: { admin: boolean }) =>
      ({ team, admin }) =>
        team === params.team && (admin === undefined || admin === String(body.admin))
    const keys = [{ team: 'a' }, { admin: 'true', team: 'a' }, { admin: 'false', team: 'a' }]
    expect(
      joined(keys, [{ team: 'a' }, { admin: true }], { createCollectionFilter: filter }),
    ).toEqual([{ team: 'a' }, { admin: 'true', team: 'a' }])
  })
})
