import {
  All,
  Collection,
  type Controller,
  type Denormalize,
  Entity,
  EntityMixin,
  Invalidate,
  Lazy,
  Query,
  RestEndpoint,
  Scalar,
  schema,
  Union,
  Values,
} from 'rtk-rest'
import type { DenormalizeNullable, EntityRef, Normalize, SchemaArgs } from 'rtk-rest/types'
import { useSuspense } from 'rtk-rest/react'
import { describe, expectTypeOf, it } from 'vitest'
import { Post, User } from './world'

class Cat extends Entity {
  id = ''
  readonly type = 'cat' as const
  lives = 9
  static override key = 'Cat'
}

class Dog extends Entity {
  id = ''
  readonly type = 'dog' as const
  tricks: readonly string[] = []
  static override key = 'Dog'
}

const map = { cat: Cat, dog: Dog } as const
const pet = new Union(map, 'type')
const pets = new Collection([pet])
const petMap = new Collection(new Values(map, 'type'))
const users = new Collection([User])
const byRole = new Values(User)

type Pet = Cat | Dog

describe('the type of a Union', () => {
  it('is one of its entities, narrowed by a literal field', () => {
    expectTypeOf<Denormalize<typeof pet>>().toEqualTypeOf<Pet>()
    expectTypeOf<DenormalizeNullable<typeof pet>>().toEqualTypeOf<Pet | undefined>()
    const some = {} as Denormalize<typeof pet>
    if (some.type === 'cat') expectTypeOf(some.lives).toEqualTypeOf<number>()
  })

  it('is stored as a reference with a kind', () => {
    expectTypeOf<Normalize<typeof pet>>().toEqualTypeOf<EntityRef<'cat' | 'dog'>>()
  })

  it('is found by fields of any of its entities', () => {
    expectTypeOf<[{ id: string; type: 'cat' }]>().toExtend<SchemaArgs<typeof pet>>()
    expectTypeOf<[{ id: string }]>().toExtend<SchemaArgs<typeof pet>>()
    expectTypeOf<[{ type: 'bob' }]>().not.toExtend<SchemaArgs<typeof pet>>()
  })

  it('requires entities and a schemaAttribute', () => {
    // @ts-expect-error a schemaAttribute is needed
    expectTypeOf(new Union(map)).not.toBeAny()
    // @ts-expect-error a list is no entity
    expectTypeOf(new Union({ cat: [Cat] }, 'type')).not.toBeAny()
  })
})

describe('the type of a list, map or object', () => {
  it('contains its members', () => {
    const list = new schema.Array(User)
    const mixed = new schema.Array(map, 'type')
    expectTypeOf<Denormalize<typeof list>>().toEqualTypeOf<readonly User[]>()
    expectTypeOf<Denormalize<typeof mixed>>().toEqualTypeOf<readonly Pet[]>()
    expectTypeOf<Denormalize<typeof byRole>>().toEqualTypeOf<Readonly<Record<string, User>>>()
    const mixedMap = new Values(map, 'type')
    expectTypeOf<Denormalize<typeof mixedMap>>().toEqualTypeOf<Readonly<Record<string, Pet>>>()
    expectTypeOf<Denormalize<readonly [typeof pet]>>().toEqualTypeOf<readonly Pet[]>()
    expectTypeOf<DenormalizeNullable<typeof byRole>>().toEqualTypeOf<
      Readonly<Record<string, User>> | undefined
    >()
  })

  it('stores primary keys and references', () => {
    const mixed = new schema.Array(map, 'type')
    expectTypeOf<Normalize<typeof byRole>>().toEqualTypeOf<Record<string, string>>()
    expectTypeOf<Normalize<typeof mixed>[number]['schema']>().toEqualTypeOf<'cat' | 'dog'>()
    expectTypeOf<Normalize<readonly [typeof User]>>().toEqualTypeOf<string[]>()
    expectTypeOf<Normalize<{ owner: typeof User; next: string }>>().toEqualTypeOf<{
      owner: string
      next: string
    }>()
    expectTypeOf<Normalize<(iso: string) => Date>>().toEqualTypeOf<string>()
  })

  it('keeps known fields if members are missing', () => {
    const object = new schema.Object({ owner: User, next: '' })
    expectTypeOf<Denormalize<typeof object>>().toEqualTypeOf<{
      readonly owner: User
      readonly next: string
    }>()
    expectTypeOf<NonNullable<DenormalizeNullable<typeof object>>['owner']>().toEqualTypeOf<
      User | undefined
    >()
    expectTypeOf<Normalize<typeof object>['owner']>().toEqualTypeOf<string>()
  })

  it('is exported under its own name', () => {
    expectTypeOf(new schema.Array(User)).toExtend<schema.Array<typeof User>>()
    expectTypeOf<schema.Collection>().toEqualTypeOf<Collection>()
  })
})

describe('the type of a Collection', () => {
  it('contains a list, a map, or a union', () => {
    expectTypeOf<Denormalize<typeof users>>().toEqualTypeOf<readonly User[]>()
    expectTypeOf<Denormalize<typeof pets>>().toEqualTypeOf<readonly Pet[]>()
    expectTypeOf<Denormalize<typeof petMap>>().toEqualTypeOf<Readonly<Record<string, Pet>>>()
    expectTypeOf<Normalize<typeof users>>().toEqualTypeOf<string>()
  })

  it('has mutations with one member', () => {
    const { push, unshift, remove, move } = pets
    expectTypeOf<Denormalize<typeof push>>().toEqualTypeOf<Pet>()
    expectTypeOf<Denormalize<typeof unshift>>().toEqualTypeOf<Pet>()
    expectTypeOf<Denormalize<typeof remove>>().toEqualTypeOf<Pet>()
    expectTypeOf<Denormalize<typeof move>>().toEqualTypeOf<Pet>()
    const { assign } = petMap
    expectTypeOf<Denormalize<typeof assign>>().toEqualTypeOf<Readonly<Record<string, Pet>>>()
    const byMerge = users.addWith((existing: string[]) => existing)
    expectTypeOf<Denormalize<typeof byMerge>>().toEqualTypeOf<User>()
  })

  it('has only the mutations of its kind', () => {
    expectTypeOf(users.assign).toEqualTypeOf<undefined>()
    expectTypeOf(petMap.push).toEqualTypeOf<undefined>()
    expectTypeOf(petMap.unshift).toEqualTypeOf<undefined>()
  })

  it('is found by the arguments of argsKey', () => {
    const byTeam = new Collection([User], { argsKey: ({ team }: { team: string }) => ({ team }) })
    expectTypeOf<SchemaArgs<typeof byTeam>>().toEqualTypeOf<[{ team: string }]>()
  })

  it('does not compile with a plain object', () => {
    // @ts-expect-error an object is neither
    expectTypeOf(new Collection({ user: User })).not.toBeAny()
  })
})

describe('the type of All', () => {
  it('is a list', () => {
    const all = new All(User)
    const mixed = new All(map, 'type')
    expectTypeOf<Denormalize<typeof all>>().toEqualTypeOf<readonly User[]>()
    expectTypeOf<Denormalize<typeof mixed>>().toEqualTypeOf<readonly Pet[]>()
    expectTypeOf<Normalize<typeof all>>().toEqualTypeOf<undefined>()
    // @ts-expect-error a list is no entity
    expectTypeOf(new All([User])).not.toBeAny()
  })
})

describe('the type of a Query', () => {
  it('is the result of its function', () => {
    const count = new Query(users, (list) => {
      expectTypeOf(list).toEqualTypeOf<readonly User[]>()
      return list.length
    })
    expectTypeOf<Denormalize<typeof count>>().toEqualTypeOf<number>()
    expectTypeOf<DenormalizeNullable<typeof count>>().toEqualTypeOf<number | undefined>()
    expectTypeOf<Normalize<typeof count>>().toEqualTypeOf<string>()
  })

  it('is found by the arguments of its function, else of its schema', () => {
    const older = new Query(new All(User), (list, { than }: { than: number }) =>
      list.filter(({ age }) => age > than),
    )
    expectTypeOf<SchemaArgs<typeof older>>().toEqualTypeOf<[{ than: number }]>()
    const name = new Query(User, (user) => user.name)
    expectTypeOf<SchemaArgs<typeof name>>().toEqualTypeOf<SchemaArgs<typeof User>>()
  })

  it('may have undefined members of an object of schemas', () => {
    const joined = new Query({ user: User, post: Post }, ({ user, post }) => {
      expectTypeOf(user).toEqualTypeOf<User | undefined>()
      expectTypeOf(post).toEqualTypeOf<Post | undefined>()
      return [user, post] as const
    })
    expectTypeOf<Denormalize<typeof joined>>().toEqualTypeOf<
      readonly [User | undefined, Post | undefined]
    >()
  })
})

describe('the type of a Lazy field', () => {
  it('contains primary keys, and its query reads them', () => {
    const many = new Lazy([User])
    const one = new Lazy(User)
    expectTypeOf<Denormalize<typeof many>>().toEqualTypeOf<string[]>()
    expectTypeOf<Denormalize<typeof one>>().toEqualTypeOf<string>()
    expectTypeOf<Denormalize<typeof many.query>>().toEqualTypeOf<readonly User[]>()
    expectTypeOf<[readonly string[]]>().toExtend<SchemaArgs<typeof many.query>>()
    expectTypeOf<[number[]]>().not.toExtend<SchemaArgs<typeof many.query>>()
    expectTypeOf<SchemaArgs<typeof one.query>>().toEqualTypeOf<SchemaArgs<typeof User>>()
  })
})

describe('the type of Invalidate', () => {
  it('is the invalidated entity, for one entity or a union', () => {
    const user = new Invalidate(User)
    const any = new Invalidate(map, 'type')
    const union = new Invalidate(pet)
    expectTypeOf<Denormalize<typeof user>>().toEqualTypeOf<User>()
    expectTypeOf<Denormalize<typeof any>>().toEqualTypeOf<Pet>()
    expectTypeOf<Denormalize<typeof union>>().toEqualTypeOf<Pet>()
    expectTypeOf<Normalize<typeof user>>().toEqualTypeOf<string>()
    expectTypeOf(user.entity).toEqualTypeOf<typeof User>()
    // @ts-expect-error a schemaAttribute is needed
    expectTypeOf(new Invalidate(map)).not.toBeAny()
    // @ts-expect-error one entity needs none
    expectTypeOf(new Invalidate(User, 'type')).not.toBeAny()
  })
})

describe('the type of EntityMixin', () => {
  class Person {
    name = ''
    greet(): string {
      return this.name
    }
    static readonly planet: string = 'Earth'
  }

  class PersonEntity extends EntityMixin(Person, { pk: 'name' }) {
    static override key = 'Person'
  }

  it('is the class and an entity', () => {
    expectTypeOf<Denormalize<typeof PersonEntity>>().toEqualTypeOf<PersonEntity>()
    expectTypeOf<PersonEntity['greet']>().returns.toEqualTypeOf<string>()
    expectTypeOf(PersonEntity.planet).toEqualTypeOf<string>()
    expectTypeOf(PersonEntity.fromJS({ name: 'Ada' })).toEqualTypeOf<PersonEntity>()
    expectTypeOf<typeof PersonEntity>().toExtend<typeof Entity>()
  })

  it('requires a primary key', () => {
    // @ts-expect-error there is neither id nor pk()
    expectTypeOf(EntityMixin(Person)).not.toBeAny()
    // @ts-expect-error there is no such field
    expectTypeOf(EntityMixin(Person, { pk: 'nick' })).not.toBeAny()
  })
})

describe('the type of set', () => {
  const set = {} as Controller['set']

  it('accepts partial members', () => {
    expectTypeOf(set).toBeFunction()
    const write = () => {
      set(users, { team: 'a' }, [{ name: 'Ada' }])
      set(users.push, { team: 'a' }, { name: 'Ada' })
      set(new Invalidate(User), { id: '5' }, { id: '5' })
    }
    expectTypeOf(write).toBeFunction()
  })
})

describe('the type of a Scalar', () => {
  it('requires a lens', () => {
    const scalar = new Scalar({ lens: (args) => args[0] as string, key: 'x', entity: User })
    expectTypeOf(scalar).toExtend<schema.Scalar>()
    // @ts-expect-error a lens is needed
    expectTypeOf(new Scalar({ key: 'x' })).not.toBeAny()
  })
})

describe('the type of literals in an object schema', () => {
  const page = {
    next: null as number | null,
    kind: 'users' as const,
    sort: 'asc' as 'asc' | 'desc',
    title: '' as string | undefined,
    text: '',
    count: 0,
    isLast: false,
    users: [User],
    tags: [] as ('a' | 'b')[],
  } as const
  interface Page {
    readonly next: number | null
    readonly kind: 'users'
    readonly sort: 'asc' | 'desc'
    readonly title: string | undefined
    readonly text: string
    readonly count: number
    readonly isLast: boolean
    readonly users: readonly User[]
    readonly tags: readonly ('a' | 'b')[]
  }

  it('is the given type, and widened for an empty literal', () => {
    expectTypeOf<Denormalize<typeof page>>().toEqualTypeOf<Page>()
    expectTypeOf<Denormalize<typeof page>['next']>().not.toBeAny()
    expectTypeOf<Normalize<typeof page>['sort']>().toEqualTypeOf<'asc' | 'desc'>()
    expectTypeOf<Normalize<typeof page>['users']>().toEqualTypeOf<string[]>()
    expectTypeOf<DenormalizeNullable<typeof page>['next']>().toEqualTypeOf<
      number | null | undefined
    >()
  })

  it('is the same in an endpoint', () => {
    const getPage = new RestEndpoint({
      path: '/users',
      schema: {
        next: page.next,
        sort: page.sort,
        kind: 'users',
        last: '',
      },
    })
    const useNext = () => useSuspense(getPage)
    expectTypeOf(useNext).returns.toEqualTypeOf<{
      readonly next: number | null
      readonly sort: 'asc' | 'desc'
      readonly kind: 'users'
      readonly last: string
    }>()
  })

  it('may be an empty list or object', () => {
    expectTypeOf<Denormalize<{ list: readonly []; object: object }>['list']>().toEqualTypeOf<
      readonly unknown[]
    >()
    const getEmpty = new RestEndpoint({ path: '/x', schema: { object: {}, nothing: null } })
    const useEmpty = () => useSuspense(getEmpty)
    expectTypeOf(useEmpty).returns.toHaveProperty('object').toEqualTypeOf<Record<string, unknown>>()
    expectTypeOf(useEmpty).returns.toHaveProperty('nothing').toBeAny()
  })
})
