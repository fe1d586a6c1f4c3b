import { createContext, useContext, useMemo } from 'react'
import {
  Collection,
  type Entity,
  hookifyResource,
  type pages,
  resource,
  type ResourceOptions,
  RestEndpoint,
  type RestGenerics,
  type StandardSchema,
} from 'rtk-rest'
import type { ResourceInterface } from 'rtk-rest/data-client'
import type {
  AddGenerics,
  AssignGenerics,
  BoundEndpoint,
  CollectionConstructor,
  KeptGenerics,
  ExtendedResource,
  Extender,
  HookResource,
  ListBase,
  ListGenerics,
  ListMember,
  MoveGenerics,
  PageBase,
  PageGenerics,
  RemoveGenerics,
  ResourceMembers,
  ResourceParts,
  RestEndpointClass,
  SummaryOf,
  WholeListGenerics,
  WriteGenerics,
} from 'rtk-rest/types'
import { optimistic } from 'rtk-rest/optimistic'
import { useSuspense } from 'rtk-rest/react'
import { dispatch, rest, show, User, UserResource } from './app'

const Token = createContext('')

const useToken = () => {
  const token = useContext(Token)
  return useMemo(() => ({ headers: { 'Access-Token': token } }), [token])
}
const UserHooks = hookifyResource(UserResource, useToken)

const useUser = (id: string) => useSuspense(UserHooks.useGet(), { id })

export const useUserName = (id: string) => useUser(id).name

export async function loadAndAdd() {
  const UserResource = resource({ path: '/users/:id', schema: User })
  await dispatch(rest.fetch(UserResource.get, { id: '5' })).unwrap()
  await dispatch(rest.fetch(UserResource.getList.push, { name: 'Ada' })).unwrap()
}

// #region HookResource
const hooks: HookResource<typeof UserResource> = UserHooks

export const useCurrent = () => useSuspense(hooks.useGet(), { id: 'me' })
// #endregion

// #region ResourceInterface
/** The list of any resource. */
export const refresh = ({ getList }: ResourceInterface) => rest.expireAll(getList)
// #endregion

// #region ResourceOptions
interface UserOptions extends ResourceOptions {
  readonly path: '/users/:id'
  readonly schema: typeof User
}

const options: UserOptions & ResourceParts = {
  path: '/users/:id',
  schema: User,
  optimistic,
  filters: { sort: 'order' },
}

export const SortedUsers = resource(options)
// #endregion

// #region ResourceMembers
export const removeUser = (members: ResourceMembers<UserOptions>, id: string) =>
  dispatch(rest.fetch(members.delete, { id })).unwrap()
// #endregion

// #region Extender
const extend: Extender<ResourceMembers<UserOptions>> = SortedUsers.extend

export const FreshUsers = extend('get', { dataExpiryLength: 0 })
// #endregion

// #region ExtendedResource
type WithMe = ExtendedResource<ResourceMembers<UserOptions>, { readonly me: typeof getMe }>

const getMe = new RestEndpoint({ path: '/users/me', schema: User })

export const UsersAndMe: WithMe = SortedUsers.extend(() => ({ me: getMe }))
// #endregion

// #region RestEndpointClass
class ApiEndpoint<O extends RestGenerics = { path: string }> extends RestEndpoint<O> {
  override urlPrefix = 'https://api.example.com'
}

const Endpoint: RestEndpointClass = ApiEndpoint

export const ApiUsers = resource({ path: '/users/:id', schema: User, Endpoint })
// #endregion

// #region CollectionConstructor
class NewestFirst<S extends readonly [typeof Entity]> extends Collection<S> {
  override merge(existing: object, incoming: object): object {
    return super.merge(incoming, existing)
  }
}

const List: CollectionConstructor = NewestFirst

export const NewestUsers = resource({ path: '/users/:id', schema: User, Collection: List })
// #endregion

// #region BoundEndpoint
const getAda: BoundEndpoint<{ readonly path: '/users/:id'; readonly schema: typeof User }> =
  UserResource.get.bind(undefined, { id: '1' })

export const loadAda = () => dispatch(rest.fetch(getAda)).unwrap()
// #endregion

// #region ListGenerics
type PagedList = ListGenerics<
  UserOptions & { readonly paginationField: readonly [typeof pages, 'cursor'] }
>

export const nextPage = (list: RestEndpoint<PagedList>, cursor: string) =>
  dispatch(rest.fetch(list.getPage, { cursor }))
// #endregion

// #region ListBase
export const pathOfList: ListBase<UserOptions>['path'] = '/users'
// #endregion

// #region SummaryOf
export const isNamed = (user: InstanceType<SummaryOf<UserOptions>>) => user.name !== ''
// #endregion

// #region WholeListGenerics
type Created = RestEndpoint<WholeListGenerics<UserOptions>>['push']

export const createWhole = (endpoint: Created) => dispatch(rest.fetch(endpoint, { name: 'Ada' }))
// #endregion

// #region WriteGenerics
export const put = (endpoint: RestEndpoint<WriteGenerics<UserOptions, 'PUT'>>, id: string) =>
  dispatch(rest.fetch(endpoint, { id }, { name: 'Ada' }))
// #endregion

// #region AddGenerics
export const push = (endpoint: RestEndpoint<AddGenerics<ListBase<UserOptions>, 'push'>>) =>
  dispatch(rest.fetch(endpoint, { name: 'Ada' }))
// #endregion

// #region ListMember
/** The type of `getList.push`, where the list is a `Collection`. */
export type Push = ListMember<
  ListBase<UserOptions>,
  'push',
  AddGenerics<ListBase<UserOptions>, 'push'>
>

export const create = (endpoint: Push) => dispatch(rest.fetch(endpoint, { name: 'Ada' }))
// #endregion

// #region RemoveGenerics
export const remove = (endpoint: RestEndpoint<RemoveGenerics<ListBase<UserOptions>>>) =>
  dispatch(rest.fetch(endpoint, { id: '1' }))
// #endregion

// #region MoveGenerics
export const move = (endpoint: RestEndpoint<MoveGenerics<ListBase<UserOptions>>>) =>
  dispatch(rest.fetch(endpoint, { id: '1' }, { age: 37 }))
// #endregion

// #region AssignGenerics
export const methodOfAssign: AssignGenerics<ListBase<UserOptions>>['method'] = 'POST'
// #endregion

// #region PageGenerics
export const load = (endpoint: RestEndpoint<PageGenerics<ListBase<UserOptions>, 'page'>>) =>
  dispatch(rest.fetch(endpoint, { page: 2 }))
// #endregion

// #region PageBase
export const methodOfPage: PageBase<ListBase<UserOptions>>['method'] = 'GET'
// #endregion

// #region KeptGenerics
type Checked = KeptGenerics<{ readonly errorSchema: StandardSchema<unknown, string> }>

export const vendorOf = ({ errorSchema }: Checked) => errorSchema['~standard'].vendor
// #endregion

export const shown = () => show(List, options)
