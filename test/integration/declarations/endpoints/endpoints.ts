import {
  Endpoint,
  hookifyResource,
  pages,
  resource,
  RestEndpoint,
  type RestGenerics,
  type StandardSchema,
} from 'rtk-rest'
import { byName, owner, owners, page, User, users } from './schemas'

// Every kind of endpoint, exported by inference alone, and each member that is an endpoint by itself.

export const UserResource = resource({
  path: '/users/:id',
  schema: User,
  searchParams: {} as { team?: string; sort: 'name' | 'age' },
  paginationField: [pages, 'cursor'],
  movePath: '/users/:id/move',
})
export const { get, getList, create, update, partialUpdate, delete: deleteUser } = UserResource
export const { push, unshift, remove, move, getPage } = UserResource.getList
export const paginated = UserResource.getList.extend({ paginationField: [pages, 'page'] }).getPage
export const { getPage: cursor } = UserResource.getList.extend({
  paginationField: [
    pages,
    ({ page: _page, ...rest }: { page: number; sort: 'name' | 'age' }) => [rest],
  ],
})
export const { assign } = new RestEndpoint({ path: '/rates', schema: byName })

export const OwnerResource = resource({ path: '/owners/:id', schema: owner })
export const PlainResource = resource({ path: '/:group/plain/:id', schema: User, body: undefined })
export const ExtendedResource = UserResource.extend('archive', { path: '/users/:id/archive' })
  .extend({ get: { searchParams: {} as { deep: boolean } } })
  .extend('getList', { path: '/teams/:team/users', schema: { users, next: '' } })
  .extend((base) => ({
    deleteMany: base.getList.extend({ method: 'DELETE', body: [] as string[] }),
  }))
export const { archive, deleteMany } = ExtendedResource
export const UserHooks = hookifyResource(ExtendedResource, () => ({ headers: { token: 'x' } }))

export const getUser = new RestEndpoint({ path: '/users/:id', schema: User })
export const getUsers = new RestEndpoint({ path: '/users', schema: [User] })
export const getOwners = new RestEndpoint({ path: '/owners', schema: owners })
export const getFeed = new RestEndpoint({
  path: '/feed',
  schema: page,
  paginationField: [pages, 'next'],
})
export const pushToFeed = getFeed.push
export const createUser = new RestEndpoint({ path: '/users', body: {} as { name: string } })
export const search = new RestEndpoint({
  path: '/search{/:kind}',
  method: 'POST',
  sideEffect: false,
  body: {} as { text: string },
})
export const getFile = new RestEndpoint({ path: '/files/*path', content: 'blob' })
export const getName = new RestEndpoint({
  path: '/users/:id',
  process: (value: { name: string }) => value.name,
})
export const save = new RestEndpoint({
  path: '/users/:id',
  method: 'PUT',
  errorSchema: {} as StandardSchema<unknown, { readonly why: string }>,
})
export const saveFirst = save.bind(undefined, { id: 1 }, {})
export const StrictResource = resource({
  path: '/strict/:id',
  schema: User,
  errorSchema: {} as StandardSchema<unknown, { readonly why: string }>,
})
export const pushStrictly = StrictResource.getList.push
export const renamed = getUser.extend({ path: '/people/:person', dataExpiryLength: 5 })
export const download = getUser.extend({ content: 'arrayBuffer' })
export const mine = getUser.bind(undefined, { id: 1 })

export const getTime = new Endpoint(async (zone: string) => ({ zone, at: 0 }), { name: 'getTime' })
export const vote = getTime.extend({ sideEffect: true, schema: User })

export class TokenEndpoint<O extends RestGenerics> extends RestEndpoint<O> {
  override getHeaders(headers: Record<string, string>): Record<string, string> {
    return { ...headers, token: 'x' }
  }
}
export const getSecret = new TokenEndpoint({ path: '/secrets/:id', schema: User })
export const TokenResource = resource({
  path: '/tokens/:id',
  schema: User,
  Endpoint: TokenEndpoint,
})
export const { key, url, testKey, run, fetch: sendGet, bind, extend } = getUser
export const { pathRegex, getRequestInit, getHeaders, process: change } = getUser
export const { extend: extendUsers } = UserResource
