import { Collection, type Denormalize, Entity, Invalidate } from 'rtk-rest'
import type { DenormalizeNullable } from 'rtk-rest/types'
import { RestEndpoint } from 'rtk-rest'
import type { SchemaArgs } from 'rtk-rest/types'
import { describe, expectTypeOf, it } from 'vitest'
import { type Comment, getName, getText, path, Post, User } from './world'

const users = new Collection([User])
const gone = new Invalidate(User)

describe('the result type of a direct call', () => {
  it('is the result of `process`, synchronous or not', () => {
    expectTypeOf(getName).returns.resolves.toEqualTypeOf<string>()
    const later = new RestEndpoint({ path, process: async () => Date.now() })
    expectTypeOf(later).returns.resolves.toEqualTypeOf<number>()
  })

  it('is determined by `content`', () => {
    expectTypeOf(getText).returns.resolves.toEqualTypeOf<string>()
    const blob = new RestEndpoint({ path, content: 'blob' })
    expectTypeOf(blob).returns.resolves.toEqualTypeOf<Blob>()
    const buffer = new RestEndpoint({ path, content: 'arrayBuffer' })
    expectTypeOf(buffer).returns.resolves.toEqualTypeOf<ArrayBuffer>()
    const stream = new RestEndpoint({ path, content: 'stream' })
    expectTypeOf(stream).returns.resolves.toEqualTypeOf<ReadableStream<Uint8Array>>()
  })

  it('is the result of `process` if `content` is given too', () => {
    const both = new RestEndpoint({ path, content: 'text', process: (text: string) => text.length })
    expectTypeOf(both).returns.resolves.toEqualTypeOf<number>()
  })
})

describe('Denormalize, the data of a reader,', () => {
  it('is an instance for an entity', () => {
    expectTypeOf<Denormalize<typeof User>>().toEqualTypeOf<User>()
    expectTypeOf<Denormalize<typeof Post>>().toEqualTypeOf<Post>()
    expectTypeOf<Denormalize<typeof Post>['author']>().toEqualTypeOf<User>()
    expectTypeOf<Denormalize<typeof Post>['comments']>().toEqualTypeOf<readonly Comment[]>()
  })

  it('is a list for a list', () => {
    expectTypeOf<Denormalize<(typeof User)[]>>().toEqualTypeOf<readonly User[]>()
    expectTypeOf<Denormalize<readonly [typeof User]>>().toEqualTypeOf<readonly User[]>()
    expectTypeOf<Denormalize<typeof users>>().toEqualTypeOf<readonly User[]>()
    expectTypeOf<Denormalize<readonly [readonly [typeof User]]>>().toEqualTypeOf<
      readonly (readonly User[])[]
    >()
  })

  it('is one entity for push', () => {
    const { push, unshift } = users
    expectTypeOf<Denormalize<typeof push>>().toEqualTypeOf<User>()
    expectTypeOf<Denormalize<typeof unshift>>().toEqualTypeOf<User>()
  })

  it('is the entity for Invalidate', () => {
    expectTypeOf<Denormalize<typeof gone>>().toEqualTypeOf<User>()
    expectTypeOf<Denormalize<readonly [typeof gone]>>().toEqualTypeOf<readonly User[]>()
  })

  it('is an object for an object schema, with the types of its placeholders', () => {
    const schema = { next: '', total: 0, done: false, users, deep: { owner: User } } as const
    expectTypeOf<Denormalize<typeof schema>>().toEqualTypeOf<{
      readonly next: string
      readonly total: number
      readonly done: boolean
      readonly users: readonly User[]
      readonly deep: { readonly owner: User }
    }>()
  })

  it('is the result for a converter', () => {
    expectTypeOf<Denormalize<typeof Date>>().toEqualTypeOf<Date>()
    expectTypeOf<Denormalize<typeof URL>>().toEqualTypeOf<URL>()
    expectTypeOf<Denormalize<typeof Number>>().toEqualTypeOf<number>()
    expectTypeOf<Denormalize<typeof String>>().toEqualTypeOf<string>()
    expectTypeOf<Denormalize<typeof Boolean>>().toEqualTypeOf<boolean>()
    expectTypeOf<Denormalize<typeof BigInt>>().toEqualTypeOf<bigint>()
    expectTypeOf<Denormalize<(iso: string) => Date>>().toEqualTypeOf<Date>()
  })
})

describe('DenormalizeNullable, the data of a reader that may be missing,', () => {
  it('is undefined or an entity, undefined or a list', () => {
    expectTypeOf<DenormalizeNullable<typeof User>>().toEqualTypeOf<User | undefined>()
    expectTypeOf<DenormalizeNullable<typeof users>>().toEqualTypeOf<readonly User[] | undefined>()
    expectTypeOf<DenormalizeNullable<readonly [typeof User]>>().toEqualTypeOf<
      readonly User[] | undefined
    >()
    expectTypeOf<DenormalizeNullable<typeof gone>>().toEqualTypeOf<User | undefined>()
  })

  it('keeps objects, and values without entities', () => {
    const schema = { next: '', users, deep: { owner: User } } as const
    expectTypeOf<DenormalizeNullable<typeof schema>['users']>().toEqualTypeOf<
      readonly User[] | undefined
    >()
    expectTypeOf<DenormalizeNullable<typeof schema>['deep']['owner']>().toEqualTypeOf<
      User | undefined
    >()
  })
})

describe('SchemaArgs, the arguments that find a schema,', () => {
  it('are strings and numbers of the entity, or a primary key', () => {
    expectTypeOf<[{ id: string }]>().toExtend<SchemaArgs<typeof User>>()
    expectTypeOf<[{ id: number }]>().toExtend<SchemaArgs<typeof User>>()
    expectTypeOf<['5']>().toExtend<SchemaArgs<typeof User>>()
    expectTypeOf<[{ id: boolean }]>().not.toExtend<SchemaArgs<typeof User>>()
    expectTypeOf<[{ author: User }]>().not.toExtend<SchemaArgs<typeof Post>>()
    expectTypeOf<[]>().not.toExtend<SchemaArgs<typeof User>>()
  })
})

describe('the type of an entity class', () => {
  it('creates instances of the class', () => {
    expectTypeOf(User.fromJS()).toEqualTypeOf<User>()
    expectTypeOf(Post.fromJS({ title: 'x' })).toEqualTypeOf<Post>()
    // @ts-expect-error titles are texts
    Post.fromJS({ title: 5 })
    // @ts-expect-error nothing is known of a body
    Post.fromJS({ body: 'x' })
  })

  it('is accepted only in place of a schema', () => {
    expectTypeOf(new Collection([User])).not.toBeAny()
    // @ts-expect-error a collection takes a list
    const list = new Collection(User)
    // @ts-expect-error a collection takes one schema
    const two = new Collection([User, Post])
    // @ts-expect-error only entities can be invalidated
    const invalidate = new Invalidate({ user: User })
    expectTypeOf([list, two, invalidate]).toBeArray()
  })

  it('does not compile with an invalid schema', () => {
    // @ts-expect-error a symbol is no schema
    class Odd extends Entity {
      static override schema = { odd: Symbol('odd') }
    }
    expectTypeOf(Odd.prototype).toEqualTypeOf<Odd>()
  })
})
