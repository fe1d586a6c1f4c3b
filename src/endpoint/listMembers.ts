import { advise } from '../util/advise'
import type { RemoveCursor } from '../schema/pageOf'
import { isObject } from '../util/isObject'
import { type AnyCollection, findCollection } from './findCollection'
import { paginate } from './paginate'

/** What the endpoint of a list has, and its members are made of. */
interface ListEndpoint {
  readonly name: string
  readonly path: string
  readonly schema: unknown
  readonly movePath?: string
  readonly body?: unknown
  readonly paginationField?: string
  key(...args: readonly unknown[]): string
  extend(options: object): ListEndpoint
  paginated(cursor: string | RemoveCursor): ListEndpoint
}

/**
 * The members that an endpoint has because of the collection in its schema. Each is the endpoint itself with another
 * method and schema, so that headers, hooks and whatever else was said of the list count for it, too.
 */
export const listMembers: object & ThisType<ListEndpoint> = {
  get push() {
    return edit(this, 'push', { method: 'POST', name: createName(this.name) })
  },
  get unshift() {
    return edit(this, 'unshift', { method: 'POST' })
  },
  get assign() {
    return edit(this, 'assign', { method: 'POST' })
  },
  get remove() {
    return edit(this, 'remove', { method: 'PATCH' })
  },
  get move() {
    const path = this.movePath ?? this.path
    return edit(this, 'move', { method: 'PATCH', path, searchParams: undefined })
  },
  get getPage() {
    return this.paginationField === undefined ? undefined : this.paginated(this.paginationField)
  },
  paginated(cursor: string | RemoveCursor) {
    if (findCollection(this.schema) === undefined) {
      throw new TypeError(
        advise(
          'no Collection for pages',
          process.env.NODE_ENV === 'production' ||
            `${this.name} cannot have pages. Missing Collection: pages are added to a list, so its schema needs one, such as new Collection([User]).`,
        ),
      )
    }
    const removeCursor = typeof cursor === 'function' ? cursor : without(cursor)
    const { key } = this
    return this.extend({
      name: `${this.name}.getPage`,
      schema: paginate(this.schema, removeCursor),
      key(this: ListEndpoint, ...args: readonly unknown[]) {
        return key.apply(this, [...removeCursor(...args)])
      },
      requestKey(this: ListEndpoint, ...args: readonly unknown[]) {
        return key.apply(this, [...args])
      },
    })
  },
}

type Edit = 'push' | 'unshift' | 'assign' | 'remove' | 'move'

function edit(endpoint: ListEndpoint, member: Edit, options: object): ListEndpoint {
  const collection: AnyCollection | undefined = findCollection(endpoint.schema)
  const schema: unknown = collection?.[member]
  // That the list itself is asked for without a body says nothing of its members.
  const sent = Reflect.has(endpoint, 'body') && endpoint.body === undefined ? { body: {} } : {}
  return endpoint.extend({ name: `${endpoint.name}.${member}`, ...sent, ...options, schema })
}

/** `User.getList.push` is `User.create`. */
function createName(name: string): string {
  return name.endsWith('.getList') ? name.replace(/getList$/, 'create') : `${name}.push`
}

/** Takes one parameter out of the first argument. */
function without(field: string): RemoveCursor {
  return (params: unknown, ...rest: readonly unknown[]) => {
    if (!isObject(params) || params instanceof FormData) return [params, ...rest]
    const { [field]: _, ...others } = params
    return [others, ...rest]
  }
}
