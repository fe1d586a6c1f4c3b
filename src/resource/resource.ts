import { advise } from '../util/advise'
import { RestEndpoint } from '../endpoint/RestEndpoint'
import { shortenPath } from '../endpoint/shortenPath'
import type { RestGenerics, RestOptions } from '../endpoint/restTypes'
import { Collection } from '../schema/Collection'
import { Invalidate } from '../schema/Invalidate'
import { describe } from '../util/describe'
import { isEntity } from '../schema/Discriminator'
import { Union } from '../schema/Union'
import { withExtend } from './extendMembers'
import type { Resource, ResourceConfig, ResourceOptions } from './types'

/**
 * The usual endpoints of one kind of entity, from one path.
 * @throws TypeError where the path has no parameter to tell one entity from the list
 *
 * @example
 * const UserResource = resource({ path: '/users/:id', schema: User })
 * await dispatch(rest.fetch(UserResource.get, { id: '5' })).unwrap()
 * await dispatch(rest.fetch(UserResource.getList.push, { name: 'Ada' })).unwrap()
 */
export function resource<const O extends ResourceOptions>(given: ResourceConfig<O>): Resource<O> {
  const options = given as ResourceConfig
  const { path, schema, Endpoint = RestEndpoint, Collection: List = Collection } = options
  checkOptions(options)
  const { nonFilterArgumentKeys, paginationField, movePath = path } = options
  const make = (member: string, own: RestGenerics): RestEndpoint =>
    new Endpoint({ ...sharedOptions(options), ...own, name: `${schema.key}.${member}` })
  const list = make('getList', {
    path: listPath(path),
    // Said, as the type of a body is that of `push`, and makes no POST of the list itself.
    method: 'GET',
    schema: new List([schema], nonFilterArgumentKeys && { nonFilterArgumentKeys }),
    movePath,
    ...(paginationField !== undefined && { paginationField }),
  })
  // A prefix may come from the class, too; its last segment is the list, without a slash behind it.
  const isRoot = list.path === '' && !('urlPrefix' in list)
  const getList = isRoot ? list.extend({ path: '/' }) : list
  // What is said of a body is its type, but for `undefined`: then there is none.
  const sent = 'body' in options && options.body === undefined ? { body: undefined } : {}
  const members = {
    get: make('get', { path, schema }),
    getList,
    create: getList.push,
    update: make('update', { path, schema, method: 'PUT', ...sent }),
    partialUpdate: make('partialUpdate', { path, schema, method: 'PATCH', ...sent }),
    delete: make('delete', { path, schema: new Invalidate(schema), method: 'DELETE' }),
  }
  return withExtend(schema.key, members) as unknown as Resource<O>
}

/** @deprecated use `resource` */
export const createResource: typeof resource = resource

/** What was said of all endpoints. */
function sharedOptions(options: object): RestOptions {
  const { Endpoint: _e, Collection: _c, nonFilterArgumentKeys: _n, ...rest } = options as Loose
  const { path: _p, schema: _s, paginationField: _f, movePath: _m, ...shared } = rest
  // These say what may be sent to some of the endpoints; an endpoint that has them sends a body.
  const { body: _body, searchParams: _searchParams, ...common } = shared
  return common
}

type Loose = Readonly<Record<string, unknown>>

function checkOptions(options: ResourceOptions): void {
  if (process.env.NODE_ENV === 'production') return
  const schema: unknown = options.schema
  if (!isEntity(schema) && !(schema instanceof Union)) {
    throw new TypeError(
      `resource() needs a schema: what there is at its path, an entity class or a Union. Found ${describe(schema)}.`,
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

function listPath(path: string): string {
  const short = shortenPath(path)
  if (short === undefined) {
    throw new TypeError(
      advise(
        'no path of a list',
        process.env.NODE_ENV === 'production' ||
          `resource() needs a path with a parameter that tells one entity from the list, such as '/users/:id'; found '${path}'.`,
      ),
    )
  }
  return short
}
