import { ALL, histories } from './histories'
import type { History, Step } from './history'
import { describeOperation, itemNamedBy, type Operation } from './operations'
import type { Id } from './server'

// The tables of docs/order.md: what each operation does to a page, and what the page shows of writes that overlap.

/** The tables of the page. */
export interface Tables {
  /** What operations do to the item and to the list, by their names. */
  readonly effects: ReadonlyMap<string, Effect>
  readonly overlaps: readonly Overlap[]
}

/** Empty where all stays as it was. */
interface Effect {
  readonly item: string
  readonly list: string
}

/** Two operations, the second of which starts while the first is in flight. */
export interface Overlap {
  readonly first: string
  readonly second: string
  readonly item: string
  readonly doubtful: string
}

/** Two operations by their names, and when the second one starts. */
export interface PairName {
  readonly first: string
  readonly second: string
  readonly moment: Moment
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

/** All pairs that the server can do. */
export function possiblePairs(): PairName[] {
  return firsts.flatMap((first) =>
    secondsOf(first).flatMap((second) =>
      (['meanwhile', 'afterwards'] as const)
        .map((moment) => ({ first, second, moment }))
        .filter((pair) => historiesOf(pair).length > 0),
    ),
  )
}

export function readTables(page: string): Tables {
  const effects = new Map<string, Effect>()
  const overlaps: Overlap[] = []
  for (const line of page.split('\n').filter((it) => /^\| an? /.test(it))) {
    const [one = '', two = '', three = '', four] = line
      .slice(1, -1)
      .split('|')
      .map((it) => it.trim())
    if (four === undefined) effects.set(one, { item: two, list: three })
    else {
      for (const first of one.split(', ')) {
        for (const second of two.split(', ')) {
          overlaps.push({ first, second, item: three, doubtful: four })
        }
      }
    }
  }
  return { effects, overlaps }
}

/** All histories of two operations in which every request has a response; none if the server cannot do both. */
export function historiesOf({ first, second, moment }: PairName): History[] {
  const { ids, operations } = pairOf(first, second)
  return allHistories(ids).filter(
    (history) =>
      nameOf(history.operations) === nameOf(operations) &&
      hasAllResponses(history) &&
      momentOf(history) === moment,
  )
}

/** Which item two operations are about. */
export function itemOf({ first, second }: Omit<PairName, 'moment'>): Id {
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
