import { Collection, Entity, Invalidate } from 'rtk-rest'
import { describe, expect, it } from 'vitest'
import { createStore } from '../support/world'

class User extends Entity {
  id = ''
  name = ''
  static override key = 'User'
}

class Member extends Entity {
  org: { readonly id: string } | undefined = undefined
  user = ''
  static override key = 'Member'
  override pk() {
    return `${this.org!.id}/${this.user}`
  }
}

const users = new Collection([User])

/** A store with user 5, member o/u, and the users of team a and page 2. */
function knowing() {
  const { controller } = createStore()
  controller.set(User, { id: '5' }, { id: '5', name: 'Ada' })
  controller.set(Member, 'o/u', { org: { id: 'o' }, user: 'u' })
  controller.set(users, { team: 'a', page: 2 }, [User.fromJS({ id: '5', name: 'Ada' })])
  return controller
}

describe('stored data is found without a request', () => {
  it('by its primary key, or the fields that form it', () => {
    const { get } = knowing()
    const ada = get(User, { id: '5' })
    expect(ada).toMatchObject({ name: 'Ada' })
    expect(get(User, { id: 5 })).toBe(ada)
    expect(get(User, '5')).toBe(ada)
    expect(get(User, 5)).toBe(ada)
    expect(get(Member, 'o/u')).toMatchObject({ user: 'u' })
  })

  it('by the arguments of a list, in any order, as numbers or text', () => {
    const { get } = knowing()
    const list = get(users, { team: 'a', page: 2 })
    expect(list).toHaveLength(1)
    expect(get(users, { page: '2', team: 'a', other: undefined })).toBe(list)
  })

  it('in an object schema, but not where that has a value which only a response brings', () => {
    const { get } = knowing()
    expect(get({ user: User }, { id: '5' })).toEqual({
      user: User.fromJS({ id: '5', name: 'Ada' }),
    })
    for (const literal of ['', 0, false, null, [], {}, { count: 0 }] as const) {
      expect(get({ user: User, literal }, { id: '5' })).toBeUndefined()
    }
  })

  it('in an object schema only if all of its entities are stored', () => {
    const { get } = knowing()
    expect(get({ user: User, users }, { id: '5' })).toBeUndefined()
    expect(get({ user: User, deep: { other: Member } }, { id: '5', org: { id: 'x' } })).toBe(
      undefined,
    )
  })
})

describe('no data is found without a request', () => {
  it('by another primary key, or none', () => {
    const { get } = knowing()
    expect(get(User, { id: '6' })).toBeUndefined()
    expect(get(User, {})).toBeUndefined()
    expect(get(User, '')).toBeUndefined()
    expect(get(User, null)).toBeUndefined()
    expect(get(User, { id: 'constructor' })).toBeUndefined()
    expect(get(users, { team: 'b' })).toBeUndefined()
    expect(get(users)).toBeUndefined()
  })

  it('by null as the argument', () => {
    const controller = knowing()
    controller.set(users, [{ id: '5' }])
    expect(controller.get(users)).toHaveLength(1)
    expect(controller.get(users, null)).toBeUndefined()
  })

  it('by arguments for which `argsKey` throws', () => {
    const byTeam = new Collection([User], { argsKey: ({ team }: { team: string }) => ({ team }) })
    expect(knowing().get(byTeam as unknown as Collection)).toBeUndefined()
  })

  it('by arguments for which `pk` returns undefined', () => {
    const { get } = knowing()
    expect(get(Member, { user: 'u' })).toBeUndefined()
  })

  it('by a schema that only mutates, or that is an array', () => {
    const { get } = knowing()
    // @ts-expect-error nothing is looked up by what deletes
    expect(get(new Invalidate(User), { id: '5' })).toBeUndefined()
    // @ts-expect-error nothing is looked up by what adds
    expect(get(users.push, { id: '5' })).toBeUndefined()
    // @ts-expect-error arguments find no plain list
    expect(get([User], { id: '5' })).toBeUndefined()
  })
})
