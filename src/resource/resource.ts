import { EDITS } from '../endpoint/listMembers'
import { RestEndpoint } from '../endpoint/RestEndpoint'
import { shortenPath } from '../endpoint/pathTemplate'
import type { EndpointMembers } from '../endpoint/contract'
import type { RestGenerics } from '../endpoint/restTypes'
import { Collection } from '../schema/Collection'
import type { Entity } from '../schema/Entity'
import { InvalidateOne } from '../schema/Invalidate'
import { getOrCreate } from '../util/collections'
import { missingManager } from '../util/missingManager'
import type { AnyType } from '../util/anyType'
import { checkOptions, warnSameFields } from './checkOptions'
import { withExtend } from './extendResource'
import { ListFollowers } from './followList'
import type { Resource, ResourceConfig, ResourceOptimism, ResourceOptions } from './types'

/**
 * Creates the usual endpoints of one kind of entity from one path: `get`, `getList`, `create`, `update`, `partialUpdate` and
 * `delete`. It also takes every option of `RestEndpoint`, for all of them. Their names begin with the key of the entity, such as
 * `User.get`. If the entity has a resource of another path already, they begin with the path of the list, such as `/drafts.get`.
 * @throws TypeError, in development, where the path has no parameter that identifies one entity, or a summary is of another table
 *
 * @example
 * const UserResource = resource({ path: '/users/:id', schema: User })
 * await dispatch(rest.fetch(UserResource.get, { id: '5' })).unwrap()
 * await dispatch(rest.fetch(UserResource.getList.push, { name: 'Ada' })).unwrap()
 */
export function resource<const O extends ResourceOptions>(given: ResourceConfig<O>): Resource<O> {
  const options = given as ResourceConfig
  if (process.env.NODE_ENV !== 'production') checkOptions(options)
  const {
    path,
    schema,
    body,
    searchParams: _,
    Endpoint = RestEndpoint,
    Collection: _list,
    filters: _filters,
    create: place,
    paginationField: _pages,
    movePath = path,
    optimistic,
    summary,
    ...shared
  } = options
  const responses = optimistic && responsesOf(optimistic, schema, movePath)
  const prefix = prefixOf(schema, path)
  const make: Make = (member, generics, write) => {
    const expected = write && responses && { getOptimisticResponse: responses[write] }
    return new Endpoint({ ...shared, ...expected, ...generics, name: `${prefix}.${member}` })
  }
  const getList = makeList(make, options)
  // The option is the type of the body, but for `undefined`: then there is none.
  const noBody = 'body' in options && body === undefined && { body }
  const write = { path, schema: (getList.schema as Collection).update, ...noBody }
  const isPartial = summary && partTest(schema as typeof Entity, summary)
  const deleted = { path, schema: new InvalidateOne(schema), method: 'DELETE' }
  const endpoints = {
    get: make('get', { path, schema, isPartial }),
    getList,
    create: creationOf(getList, place, `${prefix}.create`),
    update: make('update', { ...write, method: 'PUT' }, 'update'),
    partialUpdate: make('partialUpdate', { ...write, method: 'PATCH' }, 'update'),
    delete: make('delete', deleted, 'delete'),
  }
  return withExtend(prefix, new ListFollowers(schema, endpoints, place)) as Resource<O>
}

const firstPaths = new WeakMap<object, string>()

/** The first part of the names of endpoints: the key of the entity; where that has a resource of another path, the path. */
function prefixOf(schema: ResourceOptions['schema'], path: string): string {
  return getOrCreate(firstPaths, schema, () => path) === path ? schema.key : listPathOf(path)
}

function listPathOf(path: string): string {
  return shortenPath(path) ?? path
}

function creationOf(
  { push, unshift }: RestEndpoint,
  place: ResourceConfig['create'],
  name: string,
): RestEndpoint {
  return place === 'front' ? (unshift.extend({ name }) as RestEndpoint) : push
}

/** @throws TypeError where the option is a plain value, such as `true` */
function responsesOf(
  optimistic: NonNullable<ResourceOptions['optimistic']>,
  schema: ResourceOptions['schema'],
  movePath: string,
): ReturnType<ResourceOptimism['responses']> {
  if (typeof optimistic === 'object') return optimistic.responses(schema, movePath)
  throw missingManager(`resource() of ${schema.key}`, 'optimistic')
}

/** Makes an endpoint of a resource; `write` names what it expects of the server, where it changes something. */
type Make = (
  member: string,
  generics: RestGenerics & { readonly isPartial?: EndpointMembers['isPartial'] | undefined },
  write?: 'member' | 'update' | 'delete',
) => RestEndpoint

/** Whether the data of a row lacks a field of the entity that summaries do not have. */
function partTest(entity: typeof Entity, summary: typeof Entity) {
  return (data: object | undefined): boolean => {
    if (process.env.NODE_ENV !== 'production') warnSameFields(entity, summary)
    const known = { ...summary.defaults, ...data }
    return Object.keys(entity.defaults).some((field) => !(field in known))
  }
}

function makeList(make: Make, options: ResourceConfig): RestEndpoint {
  const {
    path,
    schema,
    Collection: List = Collection,
    filters,
    paginationField,
    movePath = path,
    summary,
  } = options
  const listOf = (member: AnyType): AnyType => new List([member], filters && { filters })
  const shown = listOf(summary ?? schema)
  if (summary) {
    // What changes a list of summaries brings whole entities.
    const whole = listOf(schema) as Collection
    for (const edit of [...EDITS, 'update'] as const) {
      Object.defineProperty(shown, edit, {
        get(this: Collection) {
          return whole.withAddress(this.address ?? '')[edit] as unknown
        },
      })
    }
  }
  const generics = {
    path: listPathOf(path),
    // Explicit, as the type of a body is that of `push`, and makes no POST of the list itself.
    method: 'GET',
    schema: shown,
    movePath,
    ...(paginationField !== undefined && { paginationField }),
  }
  const list = make('getList', generics, 'member')
  // A prefix may come from the class, too; its last segment is the list, without a slash behind it.
  const isRoot = list.path === '' && !('urlPrefix' in list)
  return isRoot ? list.extend({ path: '/' }) : list
}
