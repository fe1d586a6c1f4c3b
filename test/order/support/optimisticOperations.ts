import { type Id, ids, itemOf, removeItem, type ServerState, writeItem } from './server'

// What the histories with optimistic updates consist of, and what the server makes of it.

/** The item that is there at first, or the one that the page creates, by the id that the page shows. */
export type Target = 'first' | 'created'

export type Operation =
  | { readonly do: 'read'; readonly call: 'first' | 'list' | 'recent' }
  | { readonly do: 'patch'; readonly target: Target; readonly field: 'a' | 'b' }
  | { readonly do: 'vote'; readonly isInScope: boolean }
  | { readonly do: 'delete'; readonly target: Target }
  | { readonly do: 'create' | 'add' }

export type Mutation = Exclude<Operation, { do: 'read' }>

export const operations: readonly Operation[] = [
  { do: 'patch', target: 'first', field: 'a' },
  { do: 'patch', target: 'first', field: 'b' },
  { do: 'vote', isInScope: false },
  { do: 'vote', isInScope: true },
  { do: 'delete', target: 'first' },
  { do: 'create' },
  { do: 'add' },
  { do: 'patch', target: 'created', field: 'a' },
  { do: 'delete', target: 'created' },
  { do: 'read', call: 'first' },
  { do: 'read', call: 'list' },
  { do: 'read', call: 'recent' },
]

export function isCreation(operation: Operation): boolean {
  return operation.do === 'create' || operation.do === 'add'
}

export function isOfFirst(operation: Operation): boolean {
  return targetOf(operation) === 'first' || (operation.do === 'read' && operation.call === 'first')
}

export function targetOf(operation: Operation): Target | undefined {
  if (operation.do === 'vote') return 'first'
  return 'target' in operation ? operation.target : undefined
}

/** The fields that a mutation sends. Every one sends another value, which names the operation. */
export function bodyOf(operation: Mutation, op: number): Readonly<Record<string, string>> {
  const value = `${operation.do} ${op + 1}`
  if (operation.do === 'patch') return { [operation.field]: value }
  return isCreation(operation) ? { a: value, b: value } : { by: value }
}

/** The fields of an item that a mutation writes on purpose. */
export function fieldsOf(operation: Mutation): readonly string[] {
  if (operation.do === 'vote') return ['b']
  return operation.do === 'patch' ? [operation.field] : []
}

/** The server: its items, and the plain list of the recent ones. */
export interface World {
  readonly server: ServerState
  readonly recent: readonly Id[]
  /** How many ids it has given. */
  readonly given: number
}

/** What the server made of a request. */
export interface Served {
  readonly world: World
  readonly response: unknown
  /** The item that a mutation wrote. */
  readonly id?: Id
}

/** The server handles a request; `undefined` where it refuses: there is no such item. */
export function serve(
  world: World,
  operation: Operation,
  op: number,
  id: Id | undefined,
): Served | undefined {
  const { server, recent, given } = world
  if (operation.do === 'read') return { world, response: read(world, operation.call) }
  if (isCreation(operation)) {
    const created = ids[given] as Id
    const next = writeItem(server, created, bodyOf(operation, op))
    const added = operation.do === 'add' ? [...recent, created] : recent
    return {
      world: { server: next, recent: added, given: given + 1 },
      response: itemOf(next, created),
      id: created,
    }
  }
  const item = id && itemOf(server, id)
  if (item === undefined) return undefined
  if (operation.do === 'delete') {
    const rest = recent.filter((it) => it !== item.id)
    return {
      world: { server: removeItem(server, item.id), recent: rest, given },
      response: { id },
      id: item.id,
    }
  }
  const values = operation.do === 'vote' ? { b: `${item.b}+` } : bodyOf(operation, op)
  const next = writeItem(server, item.id, values)
  return { world: { server: next, recent, given }, response: itemOf(next, item.id), id: item.id }
}

function read({ server, recent }: World, call: 'first' | 'list' | 'recent'): unknown {
  if (call === 'first') return itemOf(server, '1')
  return call === 'list' ? server.items : recent.map((id) => itemOf(server, id))
}

/** An operation in words. */
export function describeOperation(operation: Operation): string {
  switch (operation.do) {
    case 'read':
      return `read ${operation.call === 'first' ? 'item 1' : `the ${operation.call} list`}`
    case 'vote':
      return operation.isInScope ? 'vote in the scope' : 'vote'
    case 'patch':
      return `patch ${operation.field} of the ${operation.target} item`
    case 'delete':
      return `delete the ${operation.target} item`
    default:
      return operation.do
  }
}
