import { All, Collection, Entity, normalize, type Schema, schema, Union, Values } from 'rtk-rest'
import { describe, expect, it, vi } from 'vitest'

class User extends Entity {
  id = ''
  static override key = 'User'
}

class Group extends Entity {
  id = ''
  static override key = 'Group'
}

const map = { user: User, group: Group }
const ada = { id: '1', type: 'user' }
const eve = { id: '2', type: 'user' }
const robot = { id: '9', type: 'robot' }
const refs = [
  { id: '1', schema: 'user' },
  { id: '2', schema: 'user' },
]

const EXPECTED = 'expected an object whose `type` is "user" or "group", found the string "robot".'

/** The messages in the console, which are expected from then on. */
function warnings(): readonly unknown[] {
  const texts = vi.mocked(console.warn).mock.calls.map(([text]) => text as unknown)
  vi.mocked(console.warn).mockClear()
  return texts
}

/** A union of one's own for each test, as each one warns once. */
const anyone = () => new Union(map, 'type')

function collectionData(made: ReturnType<typeof normalize>): unknown {
  return Object.values(made.entities['[User;Group]'] ?? {})[0]?.data
}

describe('a value of a kind that a Union does not have', () => {
  const lists: [name: string, make: () => Schema, path: string, result: unknown][] = [
    ['a plain list', () => [anyone()], '[User;Group][1]', refs],
    ['schema.Array', () => new schema.Array(map, 'type'), 'response[1]', refs],
    ['a list in a field', () => ({ all: [anyone()] }), 'response.all[1]', { all: refs }],
    ['All', () => new All(map, 'type'), 'response[1]', undefined],
  ]

  it.each(lists)('is omitted from %s, with one warning', (_, make, path, result) => {
    const kind = make()
    const list = [ada, robot, eve]
    const input = path === 'response.all[1]' ? { all: list } : list
    expect(normalize(kind, input).result).toEqual(result)
    expect(normalize(kind, input).entities).not.toHaveProperty('robot')
    expect(warnings()).toEqual([`${path} is left out of its list: ${EXPECTED}`])
  })

  it('is omitted from a Collection of a list or map, and from a push', () => {
    const list = new Collection([anyone()])
    expect(collectionData(normalize(list, [robot, ada, eve]))).toEqual(refs)
    expect(warnings()).toEqual([`[User;Group][0] is left out of its list: ${EXPECTED}`])
    expect(normalize(list.push, [ada, robot]).result).toEqual([refs[0]])
    const byName = new Collection(new Values(map, 'type'))
    const { entities } = normalize(byName, { a: ada, r: robot })
    expect(Object.values(entities['{User;Group}'] ?? {})[0]?.data).toEqual({ a: refs[0] })
    expect(warnings()).toHaveLength(1)
  })

  it('is omitted from Values', () => {
    expect(normalize(new Values(map, 'type'), { a: ada, r: robot }).result).toEqual({ a: refs[0] })
    expect(warnings()).toHaveLength(1)
  })

  it('is reported once for each kind', () => {
    const list = [anyone()]
    normalize(list, [robot, robot, { id: '1', type: 'cat' }])
    normalize(list, [{ id: '1', type: 'cat' }])
    const [text, ...more] = warnings()
    expect(more).toEqual([])
    expect(String(text).match(/found the string "\w+"/g)).toEqual([
      'found the string "robot"',
      'found the string "cat"',
    ])
  })

  it('throws an error outside of a list', () => {
    expect(() => normalize({ owner: anyone() }, { owner: robot })).toThrow(
      'found the string "robot"',
    )
    expect(() => normalize(new Collection([anyone()]).push, robot)).toThrow('"robot"')
  })

  it('is omitted if the schemaAttribute function returns undefined', () => {
    const union = new Union(map, ({ kind }: { kind?: string }) => kind)
    expect(normalize([union], [{ id: '1', kind: 'user' }, robot]).result).toEqual([refs[0]])
    expect(warnings()).toHaveLength(1)
  })

  it('throws an error with the path if the schemaAttribute function throws', () => {
    const union = new Union(map, (value: { kind: { name: string } }) => value.kind.name)
    expect(() => normalize([union], [{ id: '1' }])).toThrow(/^\[User;Group\]\[0\]: /)
    expect(() => normalize(new Collection([union]), [{ id: '1' }])).toThrow(/\[0\]: /)
  })
})

describe('null in a list', () => {
  it('is omitted from Collection and All', () => {
    const users = new Collection([User])
    const { entities } = normalize(users, [null, { id: '1' }, undefined])
    expect(entities['[User]']?.['{}']?.data).toEqual(['1'])
    expect(warnings()).toEqual([
      '[User][0] is left out of its list: expected an object or an id, found null.\n' +
        '[User][2] is left out of its list: expected an object or an id, found undefined.',
    ])
    expect(normalize(users.push, [{ id: '2' }, null]).result).toEqual(['2'])
    expect(normalize(new All(Group), [null, { id: '1' }]).entities).toHaveProperty('Group.1')
    expect(warnings()).toHaveLength(1)
  })

  it('is kept in an array', () => {
    expect(normalize([anyone()], [ada, null]).result).toEqual([refs[0], null])
    expect(normalize([User], [null, { id: '1' }]).result).toEqual([null, '1'])
  })
})
