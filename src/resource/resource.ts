import { RestEndpoint } from '../endpoint/RestEndpoint'
import { shortenPath } from '../endpoint/pathTemplate'
import type { RestGenerics } from '../endpoint/restTypes'
import { Collection } from '../schema/Collection'
import { InvalidateOne } from '../schema/Invalidate'
import { describeValue } from '../util/messages'
import { missingManager } from '../util/missingManager'
import { isEntity } from '../schema/Discriminator'
import { Union } from '../schema/Union'
import { withExtend } from './extendResource'
import type { Resource, ResourceConfig, ResourceOptimism, ResourceOptions } from './types'

/**
 * Creates the usual endpoints of one kind of entity from one path: `get`, `getList`, `create`, `update`, `partialUpdate` and
 * `delete`. It also takes every option of `RestEndpoint`, for all of them.
 * @throws TypeError, in development, where the path has no parameter that identifies one entity
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
    nonFilterArgumentKeys: _filters,
    paginationField: _pages,
    movePath = path,
    optimistic,
    ...shared
  } = options
  const responses = optimistic && responsesOf(optimistic, schema, movePath)
  const make: Make = (member, generics, write) => {
    const getOptimisticResponse = write && responses?.[write]
    const expected = getOptimisticResponse && { getOptimisticResponse }
    return new Endpoint({ ...shared, ...expected, ...generics, name: `${schema.key}.${member}` })
  }
  const getList = makeList(make, options)
  // The option is the type of the body, but for `undefined`: then there is none.
  const list = getList.schema as Collection
  const write = {
    path,
    schema: list.update,
    ...('body' in options && body === undefined && { body }),
  }
  const deleted = { path, schema: new InvalidateOne(schema, list.remove), method: 'DELETE' }
  return withExtend(schema.key, {
    get: make('get', { path, schema }),
    getList,
    create: getList.push,
    update: make('update', { ...write, method: 'PUT' }, 'update'),
    partialUpdate: make('partialUpdate', { ...write, method: 'PATCH' }, 'update'),
    delete: make('delete', deleted, 'delete'),
  }) as unknown as Resource<O>
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
  generics: RestGenerics,
  write?: 'member' | 'update' | 'delete',
) => RestEndpoint

function makeList(make: Make, options: ResourceConfig): RestEndpoint {
  const {
    path,
    schema,
    Collection: List = Collection,
    nonFilterArgumentKeys,
    paginationField,
    movePath = path,
  } = options
  const generics = {
    path: shortenPath(path) ?? path,
    // Explicit, as the type of a body is that of `push`, and makes no POST of the list itself.
    method: 'GET',
    schema: new List([schema], nonFilterArgumentKeys && { nonFilterArgumentKeys }),
    movePath,
    ...(paginationField !== undefined && { paginationField }),
  }
  const list = make('getList', generics, 'member')
  // A prefix may come from the class, too; its last segment is the list, without a slash behind it.
  const isRoot = list.path === '' && !('urlPrefix' in list)
  return isRoot ? list.extend({ path: '/' }) : list
}

function checkOptions(options: ResourceOptions): void {
  const { path } = options
  if (shortenPath(path) === undefined) {
    throw new TypeError(
      `resource() needs a path with a parameter that tells one entity from the list, such as '/users/:id'; found '${path}'.`,
    )
  }
  const schema: unknown = options.schema
  if (!isEntity(schema) && !(schema instanceof Union)) {
    throw new TypeError(
      `resource() needs a schema: what there is at its path, an entity class or a Union. Found ${describeValue(schema)}.`,
    )
  }
  for (const name of ['endpoint', 'collection'] as const) {
    const found = (options as { readonly [Name in typeof name]?: unknown })[name]
    const Name = name === 'endpoint' ? 'Endpoint' : 'Collection'
    if (typeof found === 'function') {
      console.warn(
        `resource() of ${schema.key}: \`${name}\` is no option; did you mean \`${Name}\`, with a capital?`,
      )
    }
  }
}
