import { Collection, denormalize, Entity, normalize } from 'rtk-rest'
import { describe, expect, it } from 'vitest'

class Todo extends Entity {
  id = ''
  userId = ''
  static override key = 'Todo'
}

const todosOfUser = new Collection([Todo], {
  argsKey: ({ userId }: { userId: string }) => ({ userId }),
  nestKey: (parent: { id: string }) => ({ userId: parent.id }),
})

class User extends Entity {
  id = ''
  todos: readonly Todo[] = []
  static override key = 'User'
  static override schema = { todos: todosOfUser }
}

const todo = (id: string, userId: string) => ({ id, userId })

describe('a Collection in an entity', () => {
  const response = [
    { id: 'u1', todos: [todo('1', 'u1')] },
    { id: 'u2', todos: [todo('2', 'u2'), todo('3', 'u2')] },
  ]

  it('has one row for each entity, with the primary key of `nestKey`', () => {
    const { entities } = normalize([User], response)
    expect(entities['[Todo]']?.['{"userId":"u1"}']?.data).toEqual(['1'])
    expect(entities['[Todo]']?.['{"userId":"u2"}']?.data).toEqual(['2', '3'])
    expect(entities['User']?.['u2']?.data).toEqual({ id: 'u2', todos: '{"userId":"u2"}' })
    const [, second] = denormalize([User], ['u1', 'u2'], entities) ?? []
    expect(second?.todos.map(({ id }) => id)).toEqual(['2', '3'])
    expect(second?.todos[0]).toBeInstanceOf(Todo)
  })

  it('shares its row with the same list at the top level', () => {
    const nested = normalize([User], response)
    const top = normalize(todosOfUser, [todo('9', 'u1')], [{ userId: 'u1' }], nested.entities)
    expect(top.result).toBe('{"userId":"u1"}')
    const entities = {
      ...nested.entities,
      ...top.entities,
      Todo: { ...nested.entities['Todo'], ...top.entities['Todo'] },
    }
    const both = denormalize(
      { user: User, list: todosOfUser },
      { user: 'u1', list: top.result },
      entities,
    )
    expect(both?.list?.map(({ id }) => id)).toEqual(['9'])
    expect(both?.user?.todos).toBe(both?.list)
  })

  it('gets the members that are pushed to the list at the top level', () => {
    const nested = normalize([User], response)
    const { entities } = normalize(
      todosOfUser.push,
      todo('4', 'u1'),
      [{ userId: 'u1' }, todo('4', 'u1')],
      nested.entities,
    )
    expect(entities['[Todo]']).toMatchObject({ '{"userId":"u1"}': { data: ['1', '4'] } })
    expect(Object.keys(entities['[Todo]'] ?? {})).toHaveLength(1)
  })

  it('passes its field name to `nestKey`', () => {
    const seen: unknown[] = []
    const nested = new Collection([Todo], {
      nestKey: (parent: { id: string }, key: string) => {
        seen.push(parent, key)
        return { [key]: parent.id }
      },
    })
    class Group extends Entity {
      id = ''
      static override key = 'Group'
      static override schema = { chores: nested }
    }
    const { entities } = normalize(Group, { id: 'g', chores: [todo('1', '')] })
    expect(Object.keys(entities['[Todo]'] ?? {})).toEqual(['{"chores":"g"}'])
    expect(seen).toEqual([expect.objectContaining({ id: 'g' }), 'chores'])
  })

  it('has the primary key of the arguments without `nestKey` or in a plain object', () => {
    class Plain extends Entity {
      id = ''
      static override key = 'Plain'
      static override schema = { todos: new Collection([Todo]) }
    }
    const args = [{ userId: 'u9' }]
    const inEntity = normalize(Plain, { id: 'p', todos: [] }, args)
    expect(Object.keys(inEntity.entities['[Todo]'] ?? {})).toEqual(['{"userId":"u9"}'])
    const inObject = normalize({ todos: todosOfUser }, { todos: [] }, args)
    expect(inObject.result).toEqual({ todos: '{"userId":"u9"}' })
  })

  it('is undefined if its row is missing', () => {
    const { entities } = normalize(User, { id: 'u1', todos: [] })
    const { User: rows } = entities
    expect(denormalize(User, 'u1', { User: rows ?? {} })).toMatchObject({ todos: undefined })
  })
})
