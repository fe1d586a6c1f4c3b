import { RestEndpoint } from '../endpoint/RestEndpoint'
import { shortenPath } from '../endpoint/shortenPath'
import type { RestGenerics, RestOptions } from '../endpoint/restTypes'
import { Collection } from '../schema/Collection'
import { Invalidate } from '../schema/Invalidate'
import type { Resource, ResourceOptions, ResourceParts } from './types'

/**
 * The usual endpoints of one kind of entity, from one path.
 * @throws TypeError where the path has no parameter to tell one entity from the list
 *
 * @example
 * const UserResource = resource({ path: '/users/:id', schema: User })
 * await dispatch(rest.fetch(UserResource.get, { id: '5' })).unwrap()
 * await dispatch(rest.fetch(UserResource.getList.push, { name: 'Ada' })).unwrap()
 */
export function resource<const O extends ResourceOptions>(
  options: O & Omit<RestOptions, 'name'> & ResourceParts,
): Resource<O> {
  const {
    path,
    schema,
    Endpoint = RestEndpoint,
    nonFilterArgumentKeys,
    paginationField,
    movePath = path,
    ...rest
  } = options
  // These say what may be sent to some of the endpoints; an endpoint that has them sends a body.
  const { body: _body, searchParams: _searchParams, ...shared } = rest
  const make = (member: string, own: RestGenerics): RestEndpoint =>
    new Endpoint({ ...(shared as RestOptions), ...own, name: `${schema.key}.${member}` })
  const members = new Collection([schema], nonFilterArgumentKeys && { nonFilterArgumentKeys })
  const getList = make('getList', {
    path: listPath(path, options.urlPrefix),
    schema: members,
    movePath,
    ...(paginationField !== undefined && { paginationField }),
  })
  return {
    get: make('get', { path, schema }),
    getList,
    create: getList.push,
    update: make('update', { path, schema, method: 'PUT' }),
    partialUpdate: make('partialUpdate', { path, schema, method: 'PATCH' }),
    delete: make('delete', { path, schema: new Invalidate(schema), method: 'DELETE' }),
  }
}

function listPath(path: string, urlPrefix: string | undefined): string {
  const short = shortenPath(path)
  if (short === undefined) {
    throw new TypeError(
      `resource() needs a path with a parameter that tells one entity from the list, such as '/users/:id'; found '${path}'.`,
    )
  }
  return short === '' && urlPrefix === undefined ? '/' : short
}
