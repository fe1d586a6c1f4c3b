import { denormalize, Entity, Invalidate, normalize } from 'rtk-rest'
import type { PlainRows } from 'rtk-rest/types'
import { describe, expect, it } from 'vitest'
import { row } from './rows'

class Post extends Entity {
  id = ''
  title = ''
  static override key = 'Post'
}

const gone = new Invalidate(Post)
const stored: PlainRows = { Post: { 5: row({ id: '5', title: 'Hello' }) } }

describe('Invalidate', () => {
  it.each([
    ['an object with the primary key', { id: '5' }],
    ['an object with a number as the primary key', { id: 5, title: 'more' }],
    ['the primary key', '5'],
    ['the primary key as a number', 5],
  ])('accepts %s', (_, response) => {
    const { result, entities } = normalize(gone, response, [], stored)
    expect(result).toBe('5')
    expect(Object.keys(entities)).toEqual(['Post'])
    expect(entities['Post']).toEqual({ 5: expect.objectContaining({ invalid: true }) })
  })

  it.each([
    ['the entity', { id: '5', title: 'last', at: 1 }],
    ['an object with the primary key', { id: '5' }],
    ['the primary key', '5'],
  ])('resolves to the stored entity if the response is %s, and keeps the row', (_, response) => {
    const { result, entities } = normalize(gone, response, [], stored)
    const data = { id: '5', title: 'Hello' }
    expect(entities['Post']?.['5']).toMatchObject({ data, invalid: true })
    expect(denormalize(gone, result, entities)).toEqual(Post.fromJS(data))
    expect(denormalize(Post, '5', entities)).toBeUndefined()
  })

  it('stores an invalid row for an entity that was not stored', () => {
    const { result, entities } = normalize(gone, '7')
    expect(entities['Post']?.['7']).toMatchObject({ data: {}, invalid: true })
    expect(denormalize(gone, result, entities)).toBeUndefined()
    expect(denormalize(gone, 'unknown', {})).toBeUndefined()
  })

  it('accepts 0 as a primary key', () => {
    expect(normalize(gone, 0).result).toBe('0')
    expect(normalize(gone, { id: 0 }).result).toBe('0')
  })

  it('works in lists and objects', () => {
    const many = normalize([gone], ['5', 6, { id: '7' }])
    expect(many.result).toEqual(['5', '6', '7'])
    expect(Object.values(many.entities['Post'] ?? {}).every(({ invalid }) => invalid)).toBe(true)
    const inObject = normalize({ deleted: gone, left: 0 }, { deleted: { id: 5 }, left: 3 })
    expect(inObject.result).toEqual({ deleted: '5', left: 3 })
    expect(inObject.entities['Post']?.['5']?.invalid).toBe(true)
  })

  it('calls `process` and `pk` of the entity', () => {
    class Slugged extends Entity {
      slug = ''
      static override key = 'Slugged'
      static override process(input: { data?: object }) {
        return input.data === undefined ? undefined : { ...input.data }
      }
      override pk() {
        return this.slug
      }
    }
    expect(normalize(new Invalidate(Slugged), { data: { slug: 'hello' } }).result).toBe('hello')
    expect(normalize(new Invalidate(Slugged), { slug: 'raw' }).result).toBe('raw')
  })

  it.each([
    ['an object without the primary key', { ok: true }],
    ['an empty text', ''],
    ['null', null],
    ['true', true],
    ['a list', ['5']],
    ['NaN', Number.NaN],
  ])('throws an error that names `process` for %s', (_, response) => {
    expect(() => normalize(gone, response, [], stored)).toThrow(
      expect.objectContaining({
        code: 'INVALID_RESPONSE',
        path: 'Post',
        message: expect.stringMatching(/primary key of the Post.*`process`/) as string,
      }),
    )
  })

  it.each(['__proto__', 'constructor'])('accepts the primary key %s', (id) => {
    const { entities } = normalize(gone, id)
    expect(Object.keys(entities['Post'] ?? {})).toEqual([id])
    expect(Object.getPrototypeOf(entities['Post'])).toBe(Object.prototype)
  })

  it('throws an error when constructed without an entity', () => {
    const make = Invalidate as unknown as new (entity?: unknown) => unknown
    expect(() => new make()).toThrow(/takes an entity class: new Invalidate\(User\)/)
    expect(() => new make({})).toThrow(TypeError)
    expect(() => new make('Post')).toThrow(TypeError)
  })
})
