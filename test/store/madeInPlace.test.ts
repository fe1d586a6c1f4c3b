import { Collection, Entity, Query, RestEndpoint } from 'rtk-rest'
import { describe, expect, it } from 'vitest'
import { createStore } from '../support/world'

class User extends Entity {
  id = ''
  name = ''
  static override key = 'User'
}

const users = new Collection([User])
const getUsers = () =>
  new RestEndpoint({ urlPrefix: 'http://api.test', path: '/users', schema: [User] })

describe('a schema that is made in place, at each read', () => {
  it('reads the same list ten thousand times, also after a change', () => {
    const { store, rest, controller } = createStore()
    const first = getUsers()
    controller.setResponse(first, [{ id: '1', name: 'Ada' }])
    const namesOf = (endpoint: typeof first) =>
      rest.selectors.selectData(store.getState(), endpoint)?.map(({ name }) => name)
    expect(namesOf(first)).toEqual(['Ada'])
    for (let at = 0; at < 10_000; at++) namesOf(getUsers())
    controller.set(User, { id: '1' }, { id: '1', name: 'Ida' })
    expect(namesOf(first)).toEqual(['Ida'])
    expect(namesOf(getUsers())).toEqual(['Ida'])
  })

  it('gives the same object as long as the schema is the same', () => {
    const { store, rest, controller } = createStore()
    controller.set(users, {}, [{ id: '1', name: 'Ada' }])
    const queries = Array.from(
      { length: 50 },
      () => new Query(users, (list) => [...(list ?? [])].toReversed()),
    )
    const read = () => queries.map((it) => rest.selectors.selectQuery(store.getState(), it, {}))
    const before = read()
    controller.set(User, { id: '2' }, { id: '2', name: 'Bob' })
    expect(read().every((it, at) => it === before[at])).toBe(true)
  })
})

describe('rows that share one object', () => {
  const data = { id: 'any', name: 'the same' }

  class Shared extends Entity {
    id = ''
    name = ''
    static override key = 'Shared'
    static override merge() {
      return data
    }
  }

  it('are read each by its key, however many there are', () => {
    const { controller } = createStore()
    const pks = Array.from({ length: 20_000 }, (_, at) => `${at}`)
    const rows = pks.map((id) => ({ id, name: '' }))
    // What is merged with what is there is the shared object.
    for (let times = 0; times < 2; times++) controller.set([Shared], rows)
    const read = () => pks.map((id) => controller.get(Shared, { id }))
    const before = read()
    expect(new Set(before).size).toBe(pks.length)
    expect(before[7]?.name).toBe('the same')
    expect(read().every((it, at) => it === before[at])).toBe(true)
  })
})
