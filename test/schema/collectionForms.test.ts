import {
  Collection,
  denormalize,
  Entity,
  normalize,
  RestEndpoint,
  schema,
  Union,
  unshift,
  Values,
} from 'rtk-rest'
import { describe, expect, it, vi } from 'vitest'
import { roundTrip, row } from './rows'

class User extends Entity {
  id = ''
  readonly type: string = 'user'
  name = ''
  static override key = 'User'
}

class Group extends Entity {
  id = ''
  readonly type: string = 'group'
  static override key = 'Group'
}

const member = new Union({ user: User, group: Group }, 'type')
const list = new Collection([User])
const map = new Collection(new Values(User))
const mixed = new Collection([member])

/** What a change makes of the one row of a collection. */
function changed(
  edit: Parameters<typeof normalize>[0],
  before: object,
  input: unknown,
  key = '{}',
): unknown {
  const { collection } = edit as unknown as { collection: Collection }
  const entities = { [collection.key]: { [key]: row(before) } }
  const after = normalize(edit, input, [{}], entities).entities[collection.key]
  return after?.[key]?.data
}

const u = (id: string) => ({ id, schema: 'user' })
const g = (id: string) => ({ id, schema: 'group' })

describe('a Collection of Values', () => {
  it('is stored as an object of primary keys, in its own table', () => {
    expect(map.key).toBe('{User}')
    const { result, entities } = normalize(map, { a: { id: '1' }, b: null }, [{ team: 'x' }])
    expect(result).toBe('{"team":"x"}')
    expect(entities['{User}']?.['{"team":"x"}']?.data).toEqual({ a: '1' })
  })

  it('is read as an object of entities, without missing and invalid ones', () => {
    expect(roundTrip(map, { a: { id: '1' } })).toEqual({ a: User.fromJS({ id: '1' }) })
    const entities = {
      '{User}': { '{}': row({ a: '1', b: '2', c: '3' }) },
      User: { 1: row({ id: '1' }), 2: row({ id: '2' }, true) },
    }
    expect(denormalize(map, '{}', entities)).toEqual({ a: User.fromJS({ id: '1' }) })
    expect(denormalize(map, '{"other":"x"}', entities)).toBeUndefined()
  })

  it('gets the members of `assign` by their keys', () => {
    expect(changed(map.assign, { a: '1' }, { b: { id: '2' }, a: { id: '3' } })).toEqual({
      a: '3',
      b: '2',
    })
  })

  it('gets a single entity of `assign` by its primary key', () => {
    expect(changed(map.assign, { a: '1' }, { id: '2', name: 'Bob' })).toEqual({ a: '1', 2: '2' })
    const { result, entities } = normalize(map.assign, { id: '2' })
    expect(denormalize(map.assign, result, entities)).toEqual(User.fromJS({ id: '2' }))
  })

  it('returns the assigned entities to the caller', () => {
    const { result, entities } = normalize(map.assign, { b: { id: '2' } })
    expect(result).toEqual({ b: '2' })
    expect(denormalize(map.assign, result, entities)).toEqual({ b: User.fromJS({ id: '2' }) })
  })

  it('loses the entities of `remove`, whatever their keys', () => {
    expect(changed(map.remove, { a: '1', b: '2', c: '1' }, { any: { id: '1' } })).toEqual({
      b: '2',
    })
    expect(changed(map.remove, { a: '1', b: '2' }, { id: '2' })).toEqual({ a: '1' })
    expect(changed(map.remove, { a: '1', b: '2' }, [{ id: '2' }, { id: '1' }])).toEqual({})
  })

  it('has neither push nor unshift, and a list has no assign', () => {
    expect(map.push).toBeUndefined()
    expect(map.unshift).toBeUndefined()
    expect(list.assign).toBeUndefined()
  })

  it.each(['__proto__', 'constructor'])('may contain the key %s', (key) => {
    const one = JSON.parse(`{"${key}": {"id": "1"}}`) as object
    expect(Object.keys(roundTrip(map, one) ?? {})).toEqual([key])
    const after = changed(map.assign, { a: '2' }, one) as object
    expect(Object.keys(after).toSorted()).toEqual([key, 'a'].toSorted())
  })

  it('throws an error for a list', () => {
    expect(() => normalize(map, [{ id: '1' }])).toThrow('expected an object, found an array')
  })

  it('may have a union as its members', () => {
    const both = new Collection(new Values({ user: User, group: Group }, 'type'))
    expect(both.key).toBe('{User;Group}')
    const response = { a: { id: '1', type: 'user' }, b: { id: '1', type: 'group' } }
    const read = roundTrip(both, response)
    expect(read?.['a']).toBeInstanceOf(User)
    expect(read?.['b']).toBeInstanceOf(Group)
    const one = normalize(both.assign, { id: '7', type: 'group' }, [{}], {
      '{User;Group}': { '{}': row({ a: u('1') }) },
    })
    expect(one.entities['{User;Group}']?.['{}']?.data).toEqual({ a: u('1'), 7: g('7') })
    expect(denormalize(both.assign, one.result, one.entities)).toBeInstanceOf(Group)
  })
})

describe('a Collection of a union', () => {
  const input = [
    { id: '1', type: 'user' },
    { id: '1', type: 'group' },
  ]

  it('contains a pushed member once, by primary key and entity class', () => {
    expect(changed(mixed.push, [u('1')], input)).toEqual([u('1'), g('1')])
    expect(changed(mixed.unshift, [u('1')], input)).toEqual([g('1'), u('1')])
    expect(changed(mixed.push, [u('1'), g('1')], input)).toBeUndefined()
  })

  it('loses the members of `remove`', () => {
    expect(changed(mixed.remove, [u('1'), g('1')], input[1])).toEqual([u('1')])
  })

  it('returns an instance for one pushed member, and a list for several', () => {
    const one = normalize(mixed.push, input[1])
    expect(denormalize(mixed.push, one.result, one.entities)).toBeInstanceOf(Group)
    const many = normalize(mixed.push, input)
    expect(denormalize(mixed.push, many.result, many.entities)).toHaveLength(2)
  })

  it('throws an error with the path for a member of an unknown kind', () => {
    expect(() => normalize(mixed, [input[0], '1'])).toThrow(
      '[User;Group][1]: expected an object whose `type` is "user" or "group", found a string of length 1',
    )
  })
})

describe('a Collection of a schema.Array', () => {
  it('equals a Collection of an array', () => {
    const long = new Collection(new schema.Array(User))
    expect(long.key).toBe('[User]')
    expect(roundTrip(long, [{ id: '1' }])).toEqual([User.fromJS({ id: '1' })])
    expect(changed(long.push, ['1'], { id: '2' })).toEqual(['1', '2'])
  })
})

describe('`remove` of a Collection', () => {
  it('removes the entity from all lists that match the arguments, and stores its new fields', () => {
    const entities = {
      '[User]': {
        '{}': row(['1', '2']),
        '{"team":"a"}': row(['2']),
        '{"team":"b"}': row(['2', '3']),
      },
    }
    const args = [{ team: 'a' }, {}]
    const after = normalize(list.remove, { id: '2', name: 'Gone' }, args, entities)
    expect(after.result).toBe('2')
    expect(after.entities['User']?.['2']?.data).toMatchObject({ name: 'Gone' })
    expect(after.entities['[User]']?.['{}']?.data).toEqual(['1'])
    expect(after.entities['[User]']?.['{"team":"a"}']?.data).toEqual([])
    expect(Object.keys(after.entities['[User]'] ?? {})).toHaveLength(2)
  })

  it('accepts an entity that is not in the list', () => {
    expect(changed(list.remove, ['1'], { id: '9' })).toBeUndefined()
  })
})

describe('`addWith` of a Collection', () => {
  it('adds members by the merge function, without duplicates', () => {
    const sorted = list.addWith((existing: string[], added: string[]) =>
      [...existing, ...added].toSorted(),
    )
    expect(changed(sorted, ['1', '3'], [{ id: '2' }, { id: '1' }])).toEqual(['1', '2', '3'])
    expect(changed(list.addWith(unshift), ['1'], [{ id: '2' }])).toEqual(['2', '1'])
    expect(changed(mixed.addWith(unshift), [u('1')], { id: '1', type: 'user' })).toBeUndefined()
  })

  it('accepts its own filter', () => {
    const entities = { '[User]': { '{"team":"a"}': row(['1']), '{"team":"b"}': row(['1']) } }
    const filter = vi.fn<(params: object, body: object) => (it: object) => boolean>()
    filter.mockReturnValue((it) => 'team' in it && it.team === 'b')
    const { entities: after } = normalize(
      list.addWith(unshift, filter),
      { id: '2' },
      [{ team: 'a' }, { name: 'x' }],
      entities,
    )
    expect(filter).toHaveBeenCalledWith({ team: 'a' }, { name: 'x' })
    expect(Object.keys(after['[User]'] ?? {})).toEqual(['{"team":"b"}'])
  })

  it('works for a map', () => {
    const fill = map.addWith((existing: object, added: object) => ({ ...added, ...existing }))
    expect(changed(fill, { a: '1' }, { a: { id: '2' }, b: { id: '3' } })).toEqual({
      a: '1',
      b: '3',
    })
  })
})

describe('the filter of a Collection', () => {
  it('accepts a call without arguments', () => {
    const warn = vi.mocked(console.warn).mockImplementation(() => undefined)
    const entities = { '[User]': { '{"team":"a"}': row(['1']) } }
    for (const edit of [list.push, list.unshift, list.remove, list.move]) {
      const { entities: after } = normalize(edit, { id: '2' }, [], entities)
      expect(after['[User]']?.['{"team":"a"}']?.data ?? ['1']).toEqual(['1'])
    }
    warn.mockClear()
  })

  it('reads FormData like an object', () => {
    const form = new FormData()
    form.append('team', 'a')
    expect(normalize(list, [], [form]).result).toBe('{"team":"a"}')
    expect(normalize(list, [], [{}, form]).result).toBe('[{},{"team":"a"}]')
  })
})

describe('a subclass of Collection', () => {
  class Sorted extends Collection<readonly [typeof User]> {
    override ruleOf(name: string) {
      return name === 'sortBy' ? 'order' : super.ruleOf(name)
    }
  }

  it('can override the rule of an argument', () => {
    const sorted = new Sorted([User])
    const key = '{"sortBy":"name"}'
    expect(changed(sorted.push, ['1'], { id: '2' }, key)).toEqual(['1', '2'])
  })
})

describe('a Collection in an entity', () => {
  /** Teams with a list of their own, which has no `nestKey`. */
  function makeTeam() {
    return class Team extends Entity {
      id = ''
      users: readonly User[] = []
      static override key = 'Team'
      static override schema = { users: new Collection([User]) }
    }
  }

  it('logs a warning if two lists of one response share one row, unless their keys differ', () => {
    const lists = (argsKeys: readonly (() => Record<string, string>)[]) =>
      new RestEndpoint({
        path: '/overview',
        schema: Object.fromEntries(
          argsKeys.map((argsKey, at) => [`list${at}`, new Collection([User], { argsKey })]),
        ),
      }).schema
    const response = { list0: [{ id: '1' }], list1: [{ id: '2' }] }
    normalize(lists([() => ({}), () => ({ is: 'other' })]), response)
    expect(console.warn).not.toHaveBeenCalled()
    normalize(lists([() => ({}), () => ({})]), response)
    const { calls } = vi.mocked(console.warn).mock
    expect(calls).toEqual([
      [expect.stringMatching(/at list0 and at list1.*row \/overview.*`argsKey`/)],
    ])
    vi.mocked(console.warn).mockClear()
  })

  it('logs a warning if the lists of several entities share one row', () => {
    const Team = makeTeam()
    const teams = [
      { id: 'a', users: [{ id: '1' }] },
      { id: 'b', users: [{ id: '2' }] },
    ]
    normalize([Team], teams)
    normalize([Team], teams)
    const { calls } = vi.mocked(console.warn).mock
    expect(calls).toEqual([
      [expect.stringMatching(/lists \[User\] at 0\.users and at 1\.users.*`nestKey`/)],
    ])
    vi.mocked(console.warn).mockClear()
  })

  it('logs no warning for one entity, or for equal lists', () => {
    const Team = makeTeam()
    normalize([Team], [{ id: 'a', users: [{ id: '1' }] }, { id: 'b', users: ['1'] }, { id: 'c' }])
    normalize(Team, { id: 'b', users: [{ id: '2' }] })
    expect(vi.mocked(console.warn)).not.toHaveBeenCalled()
  })
})
