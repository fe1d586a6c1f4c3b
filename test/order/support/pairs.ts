import { ALL, histories } from './histories'
import type { History, Step } from './history'
import { describeOperation, fieldsOf, isMutation, itemNamedBy, type Operation } from './operations'
import type { Field, Id } from './server'

// The tables of docs/order.md: two operations, the second of which starts while the first is in flight, or afterwards.

/** A row of a table. */
export interface Row {
  /** From the heading above the table. */
  readonly first: string
  readonly second: string
  readonly when: string
  /** What the page of the item shows. */
  readonly item: string
  /** What the page of the list shows. */
  readonly list: string
  /** What is fetched again, and whether mounted readers send the request at once. */
  readonly refetched: string
}

export type Moment = 'meanwhile' | 'afterwards'

/** Two operations, and the item that they are about. */
interface Pair {
  readonly id: Id
  /** The items that the server has at first. */
  readonly ids: readonly Id[]
  readonly operations: readonly Operation[]
}

/** What a first operation can be. */
export const firsts: readonly string[] = [
  'a read of the item',
  'a read of the list',
  'a patch',
  'a deletion',
  'a push',
  'a set',
  'an invalidation of the item',
  'an invalidation of the list',
  'an expiry of the items',
  'an expiry of the list',
  'a reset',
]

/** These are about an item that is there, so that what is pushed beside them is another one. */
const aboutTheItem: ReadonlySet<string> = new Set([
  'a read of the item',
  'a patch',
  'a push',
  'a set',
  'an invalidation of the item',
])

/** What a second operation can be. */
export function secondsOf(first: string): string[] {
  return firsts.flatMap((second) => {
    if (second === 'a patch' && first === 'a patch') {
      return ['a patch of the same field', 'a patch of another field']
    }
    if (second !== 'a push') return [second]
    if (aboutTheItem.has(first)) return ['a push of another item']
    return first === 'a deletion' ? ['a push', 'a push of another item'] : ['a push']
  })
}

/** The rows of all tables of a page. */
export function readTables(page: string): Row[] {
  const rows: Row[] = []
  let first = ''
  for (const line of page.split('\n')) {
    const heading = /^### (.*), and then …$/.exec(line)?.[1]
    if (heading !== undefined) first = heading.charAt(0).toLowerCase() + heading.slice(1)
    const cells = line.split('|').map((cell) => cell.trim())
    const [, second = '', when = '', item = '', list = '', refetched = ''] = cells
    if (cells.length === 7 && /^an? /.test(second)) {
      rows.push({ first, second, when, item, list, refetched })
    }
  }
  return rows
}

export function momentsOf({ when }: Row): Moment[] {
  const moments: Record<string, Moment[]> = {
    meanwhile: ['meanwhile'],
    afterwards: ['afterwards'],
    'meanwhile or afterwards': ['meanwhile', 'afterwards'],
  }
  return moments[when] ?? []
}

/** All histories of two operations in which every request has a response; none if the server cannot do both. */
export function historiesOf(first: string, second: string, moment: Moment): History[] {
  const { ids, operations } = pairOf(first, second)
  return allHistories(ids).filter(
    (history) =>
      nameOf(history.operations) === nameOf(operations) &&
      hasAllResponses(history) &&
      momentOf(history) === moment,
  )
}

/** Which item a row is about. */
export function itemOf({ first, second }: Row): Id {
  return pairOf(first, second).id
}

function nameOf(operations: readonly Operation[]): string {
  return operations.map(describeOperation).join(', ')
}

function momentOf({ steps }: History): Moment {
  const [first, second] = steps
  return first?.do === 'start' && second?.op === 1 ? 'meanwhile' : 'afterwards'
}

const known = new Map<string, readonly History[]>()

function allHistories(ids: readonly Id[]): readonly History[] {
  const name = ids.join()
  const bounds = { ids, count: 2, hasVersions: true, isReduced: false, slice: ALL }
  const found = known.get(name) ?? [...histories(bounds)]
  known.set(name, found)
  return found
}

/** A 404 is a response too, if the item stays absent. */
function hasAllResponses({ operations, steps }: History): boolean {
  const { items } = (steps.at(-1) as Step).server
  return steps.every(({ op, outcome = 'ok' }) => {
    const operation = operations[op] as Operation
    const isMissing = items.every(({ id }) => id !== itemNamedBy(operation))
    return outcome === 'ok' || (outcome === 'refused' && operation.do === 'read' && isMissing)
  })
}

/** Item 1 is there at first, and item 2 is pushed; of two pushes neither is. */
function pairOf(first: string, second: string): Pair {
  const isOther = second === 'a push of another item'
  const isPushed = first === 'a push' || (second === 'a push' && first !== 'a deletion')
  const id: Id = isPushed && !isOther ? '2' : '1'
  const operations = [operationOf(first, id), operationOf(second, isOther ? '2' : id)]
  return { id, ids: first === 'a push' && isOther ? [] : ['1'], operations }
}

function operationOf(name: string, id: Id): Operation {
  const operations: Readonly<Record<string, Operation>> = {
    'a read of the item': { do: 'read', call: id },
    'a read of the list': { do: 'read', call: 'list' },
    'a patch': { do: 'patch', id, field: 'a' },
    'a patch of the same field': { do: 'patch', id, field: 'a' },
    'a patch of another field': { do: 'patch', id, field: 'b' },
    'a deletion': { do: 'delete', id },
    'a push': { do: 'push', id },
    'a push of another item': { do: 'push', id },
    'a set': { do: 'set', id },
    'an invalidation of the item': { do: 'invalidate', call: id },
    'an invalidation of the list': { do: 'invalidate', call: 'list' },
    'an expiry of the items': { do: 'expire', calls: 'items' },
    'an expiry of the list': { do: 'expire', calls: 'list' },
    'a reset': { do: 'reset' },
  }
  const operation = operations[name]
  if (operation === undefined) throw new Error(`No operation is called "${name}"`)
  return operation
}

/** What the fields of an item are by the words of a cell; `undefined` where nothing is shown. */
export function fieldsOfCell(
  cell: string,
  operations: readonly Operation[],
  id: Id,
): Readonly<Record<Field, string>> | undefined {
  if (cell === 'nothing') return undefined
  const [a = '', b = a] = cell.replace(/^a (.*), b (.*)$/, '$1|$2').split('|')
  const valueBy = (words: string, field: Field): string => {
    const verb = words.replaceAll(/^as | by (?:both|the second)$/g, '')
    if (!(verb in verbs)) throw new Error(`No item is "${words}"`)
    const what = verbs[verb]
    const at = operations.findLastIndex((it) => it.do === what && writes(it, id, field))
    return at === -1 ? 'first' : `${what} ${at + 1}`
  }
  return { a: valueBy(a, 'a'), b: valueBy(b, 'b') }
}

const verbs: Readonly<Record<string, Operation['do'] | undefined>> = {
  'it was': undefined,
  patched: 'patch',
  pushed: 'push',
  set: 'set',
}

function writes(operation: Operation, id: Id, field: Field): boolean {
  if (!('id' in operation) || operation.id !== id) return false
  return operation.do === 'set' || (isMutation(operation) && fieldsOf(operation).includes(field))
}
