import { Endpoint, RestEndpoint } from 'rtk-rest'
import type {
  AbstractInstanceType,
  EndpointInterface,
  GetEndpoint,
  MutateEndpoint,
  NormalizeNullable,
  PathArgsAndSearch,
  ResolveType,
  ResourceInterface,
  RestInstance,
} from 'rtk-rest/data-client'
import { useSuspense } from 'rtk-rest/react'
import { describe, expectTypeOf, it } from 'vitest'
import type { getList, getName, getText, Post } from './world'
import { getUser, path, PostResource, User, UserResource } from './world'

type Id = { readonly id: string | number }
type GetUser = GetEndpoint<{ readonly path: '/users/:id'; readonly schema: typeof User }>
type SaveUser = MutateEndpoint<{
  readonly path: '/users/:id'
  readonly body: { name: string }
  readonly schema: typeof User
}>

describe('an endpoint is assignable to', () => {
  it('EndpointInterface, with and without type arguments', () => {
    expectTypeOf(getUser).toExtend<EndpointInterface>()
    expectTypeOf(UserResource.update).toExtend<EndpointInterface>()
    expectTypeOf(new Endpoint(async () => 5)).toExtend<EndpointInterface>()
    type GetTime = EndpointInterface<(zone: string) => Promise<number>, undefined, undefined>
    expectTypeOf(new Endpoint(async (zone: string) => zone.length)).toExtend<GetTime>()
    expectTypeOf<GetTime>().parameters.toEqualTypeOf<[zone: string]>()
    const useTime = (getTime: GetTime) => useSuspense(getTime, 'UTC')
    expectTypeOf(useTime).returns.toEqualTypeOf<number>()
    expectTypeOf(UserResource.update).not.toExtend<
      EndpointInterface<(params: Id) => Promise<unknown>, typeof User, undefined>
    >()
  })

  it('RestInstance, if it is a RestEndpoint', () => {
    expectTypeOf(getUser).toExtend<RestInstance>()
    expectTypeOf(UserResource.getList.push).toExtend<RestInstance>()
    expectTypeOf(new Endpoint(async () => 5)).not.toExtend<RestInstance>()
    expectTypeOf<RestInstance['path']>().not.toBeNever()
    type One = RestInstance<(params: Id) => Promise<User>, typeof User, undefined>
    expectTypeOf<One>().returns.resolves.toEqualTypeOf<User>()
    expectTypeOf<One['schema']>().toEqualTypeOf<typeof User>()
  })

  it('the types of a read and of a mutation', () => {
    expectTypeOf(getUser).toExtend<GetUser>()
    expectTypeOf<GetUser>().parameters.toEqualTypeOf<[params: Id]>()
    expectTypeOf<GetUser['sideEffect']>().toEqualTypeOf<undefined>()
    expectTypeOf<SaveUser>().parameters.toEqualTypeOf<[params: Id, body: { name: string }]>()
    expectTypeOf<SaveUser['sideEffect']>().toEqualTypeOf<true>()
    const save = new RestEndpoint({
      path,
      method: 'POST',
      schema: User,
      body: {} as { name: string },
    })
    expectTypeOf(save.method).toEqualTypeOf<SaveUser['method']>()
    expectTypeOf<GetUser>().not.toExtend<SaveUser>()
  })

  it('ResourceInterface, if it is a resource', () => {
    expectTypeOf(UserResource).toExtend<ResourceInterface>()
    expectTypeOf(PostResource).toExtend<ResourceInterface>()
    expectTypeOf(getUser).not.toExtend<ResourceInterface>()
  })
})

describe('the utility types', () => {
  it('ResolveType gives the result of a call', () => {
    expectTypeOf<ResolveType<typeof getName>>().toEqualTypeOf<string>()
    expectTypeOf<ResolveType<typeof getText>>().toEqualTypeOf<string>()
  })

  it('PathArgsAndSearch gives path and search parameters', () => {
    expectTypeOf<{ id: number; page: 2 }>().toExtend<PathArgsAndSearch<'/users/:id'>>()
    expectTypeOf<{ page: 2 }>().not.toExtend<PathArgsAndSearch<'/users/:id'>>()
  })

  it('AbstractInstanceType and NormalizeNullable give instances and stored references', () => {
    expectTypeOf<AbstractInstanceType<typeof User>>().toEqualTypeOf<User>()
    expectTypeOf<NormalizeNullable<typeof User>>().toEqualTypeOf<string | undefined>()
    expectTypeOf<NormalizeNullable<typeof getList.schema>>().toEqualTypeOf<string | undefined>()
    expectTypeOf<NormalizeNullable<{ post: typeof Post; all: [typeof User] }>>().toEqualTypeOf<{
      post: string | undefined
      all: string[] | undefined
    }>()
  })
})
