import { Collection, type CollectionOptions, Entity, schema, unshift, Values } from 'rtk-rest'
import { expect } from 'vitest'
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

export const collectionChanges: readonly Rule[] = [
  [
    '2.12.4',
    'a list is changed where the params or the body say each of its names',
    () => {
      expect(pushed([{ team: 'a' }])).toEqual(['{"team":"a"}', '{}'])
      expect(pushed([{}, { team: 'b' }])).toEqual(['{"team":"b"}', '{}'])
      expect(pushed([{ team: 'a', more: 1 }])).toEqual(['{"team":"a"}', '{}'])
    },
  ],
  [
    '2.12.4',
    'arguments that start with order say nothing; which do can be told',
    () => {
      const lists = { '{"orderBy":"x"}': [ada], '{"sort":"y"}': [bob] }
      const changed = (options?: CollectionOptions) =>
        Object.values(listsAfter(lists, (it) => it.push, carl, [{}], options) ?? {}).map(
          (it) => (it as string[]).length,
        )
      expect(changed()).toEqual([2, 1])
      for (const nonFilterArgumentKeys of [/sort/, ['sort'], (name: string) => name === 'sort']) {
        expect(changed({ nonFilterArgumentKeys })).toEqual([1, 2])
      }
      const createCollectionFilter = () => () => true
      expect(changed({ createCollectionFilter })).toEqual([2, 2])
      expect(changed({ createCollectionFilter, nonFilterArgumentKeys: ['sort'] })).toEqual([1, 2])
    },
  ],
  [
    '2.12.4',
    'names that hold null, lists or objects never match',
    () => {
      const lists = { '{"team":null}': [ada], '{"team":["a"]}': [bob] }
      expect(listsAfter(lists, (it) => it.push, carl, [{ team: null }])).toEqual({
        '{"team":null}': ['1'],
        '{"team":["a"]}': ['2'],
      })
    },
  ],
  [
    '2.12.4',
    'ours: a call without arguments changes the lists that are for all',
    () => {
      expect(pushed([])).toEqual(['{}'])
    },
  ],
  [
    '2.12.4',
    'forms are compared as what they hold',
    () => {
      const form = new FormData()
      form.set('team', 'a')
      expect(pushed([form])).toEqual(['{"team":"a"}', '{}'])
    },
  ],
  [
    '2.12.5 move',
    'leaves the lists it belonged to by its stored fields, joins those it belongs to now',
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
    '2.12.5 move',
    'what is not in the store only joins',
    () => {
      expect(
        listsAfter(ofTeams, (it) => it.move, { ...carl, team: 'a' }, [{ team: 'a' }]),
      ).toMatchObject({ '{"team":"a"}': ['1', '3'], '{"team":"b"}': ['2'] })
    },
  ],
  [
    '2.12.5 moveWith',
    'joins as its merge says',
    () => {
      expect(
        listsAfter(ofTeams, (it) => it.moveWith(unshift), { ...carl, team: 'a' }, [{ team: 'a' }]),
      ).toMatchObject({ '{"team":"a"}': ['3', '1'] })
    },
  ],
  [
    '2.12.5 move',
    'in a map the member is kept by its primary key',
    () => {
      const maps = new Collection(new Values(User), { argsKey: (args: object) => args } as never)
      let rows = after({}, maps, { x: { ...ada, team: 'a' } }, [{ team: 'a' }])
      rows = after(rows, maps, {}, [{ team: 'b' }])
      rows = after(rows, maps.move as never, { ...ada, team: 'b' }, [{ team: 'b' }], 5)
      expect(plainRows(rows)['{User}']).toEqual({ '{"team":"a"}': {}, '{"team":"b"}': { 1: '1' } })
    },
  ],
  [
    '2.12.6',
    'is found by its arguments if its row is there; a missing row in a field is undefined',
    () => {
      const { controller } = createStore()
      expect(controller.get(users, {})).toBeUndefined()
      controller.set(users, {}, [ada])
      expect(controller.get(users, {})).toEqual([ada])
      expect(readOf(Parent, { id: 't', users: '{"team":"t"}' })).toHaveProperty('users', undefined)
    },
  ],
  [
    '2.12.6 cacheWith',
    'two collections over one entity with the same row give one list',
    () => {
      const { controller } = createStore()
      controller.set(users, {}, [ada])
      const list = controller.get(users, {})
      expect(controller.get(new Collection([User]), {})).toBe(list)
      expect(controller.get(new Collection(new schema.Array(User)), {})).toBe(list)
    },
  ],
]
