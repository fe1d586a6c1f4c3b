import { type Field, fields, type Id, ids, itemOf, removeItem, writeItem } from './server'
import type { ItemData, ServerState } from './server'

/** What a page reads: an item, or the list. */
export type Call = Id | 'list'

export const calls: readonly Call[] = [...ids, 'list']

export type Mutation =
  | { readonly do: 'patch'; readonly id: Id; readonly field: Field }
  /** Without a body: it counts in field a. */
  | { readonly do: 'vote'; readonly id: Id }
  | { readonly do: 'delete'; readonly id: Id }
  | { readonly do: 'push'; readonly id: Id }

export interface Read {
  readonly do: 'read'
  readonly call: Call
}

/** What a request does; each has a start and an end. */
export type Request = Read | Mutation

/** What happens at once. A `set` stands for a message of the server: another user has just written the item. */
export type Instant =
  | { readonly do: 'set'; readonly id: Id }
  | { readonly do: 'invalidate'; readonly call: Call }
  | { readonly do: 'expire'; readonly calls: 'items' | 'list' }
  | { readonly do: 'reset' }

export type Operation = Request | Instant

/** Every operation there is: those on item 1 first, then those on item 2, then the others. */
export const operations: readonly Operation[] = [
  ...ids.flatMap((id): Operation[] => [
    { do: 'read', call: id },
    ...fields.map((field) => ({ do: 'patch', id, field }) as const),
    { do: 'vote', id },
    { do: 'delete', id },
    { do: 'push', id },
    { do: 'set', id },
    { do: 'invalidate', call: id },
  ]),
  { do: 'read', call: 'list' },
  { do: 'invalidate', call: 'list' },
  { do: 'expire', calls: 'items' },
  { do: 'expire', calls: 'list' },
  { do: 'reset' },
]

export function isRequest(operation: Operation): operation is Request {
  return operation.do === 'read' || isMutation(operation)
}

export function isMutation(operation: Operation): operation is Mutation {
  return ['patch', 'vote', 'delete', 'push'].includes(operation.do)
}

/** The item that an operation is about; a list is about none. */
export function itemNamedBy(operation: Operation): Id | undefined {
  if ('id' in operation) return operation.id
  const call = 'call' in operation ? operation.call : 'list'
  return call === 'list' ? undefined : call
}

/** What a mutation has the server write. Every operation of a history writes another value. */
export function bodyOf(mutation: Mutation, index: number): Partial<ItemData> {
  const value = `${mutation.do} ${index + 1}`
  if (mutation.do === 'delete') return {}
  if (mutation.do === 'vote') return { a: value }
  return mutation.do === 'push' ? { a: value, b: value } : { [mutation.field]: value }
}

/** The fields that a mutation writes; a deletion has none. */
export function fieldsOf(mutation: Mutation): readonly Field[] {
  return Object.keys(bodyOf(mutation, 0)) as Field[]
}

/** The fields that the body of a mutation names; `undefined` where it has none. */
export function namesIn(mutation: Mutation): readonly Field[] | undefined {
  return mutation.do === 'vote' ? undefined : fieldsOf(mutation)
}

/** The server after a mutation; `undefined` where it refuses it: no such item, or one that is there already. */
export function applyMutation(
  server: ServerState,
  mutation: Mutation,
  index: number,
): ServerState | undefined {
  const { id } = mutation
  const isThere = itemOf(server, id) !== undefined
  if (isThere === (mutation.do === 'push')) return undefined
  if (mutation.do === 'delete') return removeItem(server, id)
  return writeItem(server, id, bodyOf(mutation, index))
}

/** The server after another user has written a whole item, of which it sends the page a message. */
export function applySet(server: ServerState, id: Id, index: number): ServerState {
  return writeItem(server, id, { a: `set ${index + 1}`, b: `set ${index + 1}` })
}

/** The response to a request that the server has just handled; `undefined` if there is no such item. */
export function responseOf(server: ServerState, request: Request): unknown {
  if (request.do === 'delete') return { id: request.id }
  if (request.do !== 'read') return itemOf(server, request.id)
  return request.call === 'list' ? server.items : itemOf(server, request.call)
}

/** An operation in words. */
export function describeOperation(operation: Operation): string {
  switch (operation.do) {
    case 'patch':
      return `patch ${operation.field} of item ${operation.id}`
    case 'read':
    case 'invalidate':
      return operation.call === 'list'
        ? `${operation.do} the list`
        : `${operation.do} item ${operation.call}`
    case 'expire':
      return `expire ${operation.calls === 'list' ? 'the list' : 'the items'}`
    case 'reset':
      return 'reset'
    default:
      return `${operation.do} item ${operation.id}`
  }
}
