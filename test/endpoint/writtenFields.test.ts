import { RestEndpoint } from 'rtk-rest'
import { describe, expect, it } from 'vitest'

const update = new RestEndpoint({ path: '/users/:id', method: 'PATCH', body: {} })
const form = new FormData()
form.set('name', 'Ada')

describe('the fields that a mutation writes', () => {
  it.each<[what: string, body: unknown, fields: readonly string[] | undefined]>([
    ['an object', { name: 'Ada', note: null }, ['name', 'note']],
    ['an object with undefined fields', { name: 'Ada', note: undefined }, ['name']],
    ['an object with toJSON', { toJSON: () => ({ name: 'Ada' }) }, ['name']],
    ['a form', form, ['name']],
    ['search parameters', new URLSearchParams('name=Ada'), ['name']],
    ['a list', [{ name: 'Ada' }], undefined],
    ['text', 'name=Ada', undefined],
    ['no body', undefined, undefined],
  ])('are the fields of the body: %s', (_, body, fields) => {
    expect(update.writtenFields?.({ id: '1' }, body)).toEqual(fields)
  })
})
