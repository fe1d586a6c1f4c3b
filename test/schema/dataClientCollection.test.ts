import { Collection, type CollectionOptions } from 'rtk-rest/data-client'
import { Entity, normalize } from 'rtk-rest'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { row } from './rows'

class User extends Entity {
  id = ''
  static override key = 'User'
}

beforeEach(() => {
  vi.mocked(console.warn).mockImplementation(() => undefined)
})

afterEach(() => {
  vi.mocked(console.warn).mockClear()
})

/** The lists that a new member joined, whose arguments are `keys`. */
function joined(keys: object[], args: readonly unknown[], options: CollectionOptions = {}) {
  const { push } = new Collection([User], options)
  const lists = Object.fromEntries(keys.map((key) => [JSON.stringify(key), row(['1'])]))
  const { entities } = normalize(push, { id: '9' }, args, { '[User]': lists })
  return Object.entries(entities['[User]'] ?? {})
    .filter(([, { data }]) => (data as string[]).includes('9'))
    .map(([key]) => JSON.parse(key) as object)
}

describe('the Collection of data-client', () => {
  const sorted = { by: 'name', team: 'a' }
  const args = [{ team: 'a' }, {}]

  const options: [how: string, NonNullable<CollectionOptions['nonFilterArgumentKeys']>][] = [
    ['a list', ['by', 'page']],
    ['a regular expression', /^by/],
    ['a function', (name: string) => name === 'by'],
  ]

  it.each(options)('takes nonFilterArgumentKeys as %s', (_, nonFilterArgumentKeys) => {
    expect(joined([sorted], args)).toEqual([])
    expect(joined([sorted], args, { nonFilterArgumentKeys })).toEqual([sorted])
    expect(joined([{ ...sorted, team: 'b' }], args, { nonFilterArgumentKeys })).toEqual([])
  })

  it('ignores the lastIndex of a global regular expression', () => {
    const keys = [{ byA: '1' }, { byB: '1' }, { byC: '1' }]
    expect(joined(keys, [], { nonFilterArgumentKeys: /^by/g })).toEqual(keys)
  })

  it('takes createCollectionFilter, which nonFilterArgumentKeys overrules', () => {
    const createCollectionFilter: CollectionOptions['createCollectionFilter'] =
      (params: { team: string }, body: { admin: boolean }) =>
      ({ team, admin }) =>
        team === params.team && (admin === undefined || admin === String(body.admin))
    const keys = [{ team: 'a' }, { admin: 'true', team: 'a' }, { admin: 'false', team: 'a' }]
    const call = [{ team: 'a' }, { admin: true }]
    expect(joined(keys, call, { createCollectionFilter })).toEqual(keys.slice(0, 2))
    const both = { createCollectionFilter: () => () => false, nonFilterArgumentKeys: ['page'] }
    expect(joined([{ page: '1' }], [], both)).toEqual([{ page: '1' }])
  })
})
