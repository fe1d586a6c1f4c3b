import { Collection, Entity, schema, unshift, Values } from 'rtk-rest'
import { expect, vi } from 'vitest'
import { createStore } from '../../support/world'
import { ada, after, bob, plainRows, readOf, type Rule, User } from './rules'
import { carl, listsAfter, ofTeams, pushed } from './lists'

const users = new Collection([User])

class Team extends Entity {
  id = ''
  users: readonly User[] | undefined = undefined
  static override key = 'Team'
}
const nested = new Collection([User], {
  argsKey: ({ team }: { team: string }) => ({ team }),
  nestKey: (parent: { id: string }) => ({ team: parent.id }),
})

class Parent extends Team {
  static override key = 'Parent'
  static override schema = { users: nested }
}

/** Without the message that it cannot be decided whether a member belongs to a list. */
function quietly<Result>(run: () => Result): Result {
  const warn = vi.mocked(console.warn).mockImplementation(() => undefined)
  const result = run()
  warn.mockClear()
  return result
}

export const collectionChanges: readonly Rule[] = [
  [
    'mutations of a Collection',
    'differs: change the lists that match the response, the body or the parameters',
    () => {
      expect(pushed([{ team: 'a' }])).toEqual(['{"team":"a"}', '{}'])
      expect(pushed([{}, { team: 'b' }])).toEqual(['{"team":"b"}', '{}'])
      expect(pushed([{ team: 'a', more: 1 }])).toEqual(['{"team":"a"}', '{}'])
    },
  ],
  [
    'mutations of a Collection',
    'ignore arguments that start with "order" or "sort"',
    () => {
      const lists = { '{"orderBy":"x"}': [ada], '{"by":"y"}': [bob] }
      const changed = () =>
        Object.values(listsAfter(lists, (it) => it.push, carl, [{}]) ?? {}).map(
          (it) => (it as string[]).length,
        )
      expect(quietly(changed)).toEqual([2, 1])
    },
  ],
  [
    'mutations of a Collection',
    'differs: match null, and one of a list',
    () => {
      const lists = { '{"team":null}': [ada], '{"team":["a","b"]}': [bob] }
      const push = (team: string | null) =>
        listsAfter(lists, (it) => it.push, { ...carl, team }, [{}])
      expect(push(null)).toEqual({ '{"team":null}': ['1', '3'], '{"team":["a","b"]}': ['2'] })
      expect(push('b')).toEqual({ '{"team":null}': ['1'], '{"team":["a","b"]}': ['2', '3'] })
    },
  ],
  [
    'mutations of a Collection',
    'differs: change the lists without arguments if the call has none',
    () => {
      expect(quietly(() => pushed([]))).toEqual(['{}'])
    },
  ],
  [
    'mutations of a Collection',
    'compare the entries of a form',
    () => {
      const form = new FormData()
      form.set('team', 'a')
      expect(pushed([form])).toEqual(['{"team":"a"}', '{}'])
    },
  ],
  [
    'Collection move',
    'leaves the lists that match the stored fields, and joins those that match the new fields',
    () => {
      const lists = {
        '{"team":"a"}': [{ ...ada, team: 'a' }],
        '{"team":"b"}': [{ ...bob, team: 'b' }],
        '{}': [ada],
      }
      expect(
        listsAfter(lists, (it) => it.move, { ...ada, team: 'b' }, [{ id: '1' }, { team: 'b' }]),
      ).toEqual({
        '{"team":"a"}': [],
        '{"team":"b"}': ['2', '1'],
        '{}': ['1'],
      })
    },
  ],
  [
    'Collection move',
    'only joins lists if the entity is not stored',
    () => {
      expect(
        listsAfter(ofTeams, (it) => it.move, { ...carl, team: 'a' }, [{ team: 'a' }]),
      ).toMatchObject({ '{"team":"a"}': ['1', '3'], '{"team":"b"}': ['2'] })
    },
  ],
  [
    'Collection moveWith',
    'adds by its merge function',
    () => {
      expect(
        listsAfter(ofTeams, (it) => it.moveWith(unshift), { ...carl, team: 'a' }, [{ team: 'a' }]),
      ).toMatchObject({ '{"team":"a"}': ['3', '1'] })
    },
  ],
  [
    'Collection move',
    'keeps the primary key as the key in a map',
    () => {
      const maps = new Collection(new Values(User), { argsKey: (args: object) => args } as never)
      let rows = after({}, maps, { x: { ...ada, team: 'a' } }, [{ team: 'a' }])
      rows = after(rows, maps, {}, [{ team: 'b' }])
      rows = after(rows, maps.move as never, { ...ada, team: 'b' }, [{ team: 'b' }], 5)
      expect(plainRows(rows)['{User}']).toEqual({ '{"team":"a"}': {}, '{"team":"b"}': { 1: '1' } })
    },
  ],
  [
    'Collection',
    'is found by its arguments if its row exists; a missing row in a field is undefined',
    () => {
      const { controller } = createStore()
      expect(controller.get(users, {})).toBeUndefined()
      controller.set(users, {}, [ada])
      expect(controller.get(users, {})).toEqual([ada])
      expect(readOf(Parent, { id: 't', users: '{"team":"t"}' })).toHaveProperty('users', undefined)
    },
  ],
  [
    'Collection cacheWith',
    'gives one list for two collections with the same row',
    () => {
      const { controller } = createStore()
      controller.set(users, {}, [ada])
      const list = controller.get(users, {})
      expect(controller.get(new Collection([User]), {})).toBe(list)
      expect(controller.get(new Collection(new schema.Array(User)), {})).toBe(list)
    },
  ],
]
