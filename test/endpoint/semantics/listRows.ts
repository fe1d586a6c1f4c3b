import { Collection, pages, type RestEndpoint, Values } from 'rtk-rest'
import { expect } from 'vitest'
import { make, type Row, User } from './world'

const list = make({ schema: new Collection([User]), paginationField: [pages, 'page'] }, '/users')

export const listRows: readonly Row[] = [
  ...(['push', 'unshift', 'assign'] as const).map((member): Row => [
    member,
    '',
    'is a POST',
    () => {
      const map = make({ schema: new Collection(new Values(User)) }, '/users')
      expect((member === 'assign' ? map : list)[member].method).toBe('POST')
    },
  ]),
  ...(['remove', 'move'] as const).map((member): Row => [
    member,
    '',
    'is a PATCH',
    () => expect(list[member].method).toBe('PATCH'),
  ]),
  [
    'movePath',
    'the path',
    'is the path of move',
    () => {
      expect(list.move.path).toBe('/users')
      const moved: RestEndpoint = list.extend({ movePath: '/users/:id' })
      expect(moved.move.path).toBe('/users/:id')
    },
  ],
  [
    'paginationField',
    'none',
    'adds getPage, with the key of the list',
    () => {
      expect(list.getPage.key({ page: 2 })).toBe(list.key())
      expect(list.extend({ paginationField: undefined as never }).getPage).toBeUndefined()
    },
  ],
  [
    'paginationField',
    '',
    'takes a field, or a function that removes it',
    () => {
      expect(list.extend({ paginationField: [pages, 'at'] }).getPage.key({ at: 2 })).toBe(
        list.key(),
      )
      expect(list.extend({ paginationField: [pages, () => []] }).getPage.key({ at: 2 })).toBe(
        list.key(),
      )
      expect(() => make().extend({ paginationField: [pages, 'at'] }).getPage).toThrow(
        /Missing Collection/,
      )
    },
  ],
]
