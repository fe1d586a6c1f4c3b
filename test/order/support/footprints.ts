import type { Step } from './history'
import { isMutation, type Operation } from './operations'

/** What operations have to do with: items, the list, and calls. */
export type Footprint = readonly string[]

/** Whether two operations have to do with the same. */
export function haveCommon(one: Footprint, other: Footprint): boolean {
  return one.some((it) => other.includes(it))
}

/** What of the server an operation reads or writes. */
export function footprintOf(operation: Operation): Footprint {
  switch (operation.do) {
    case 'read':
      return operation.call === 'list' ? ['1', '2', 'list'] : [operation.call]
    case 'patch':
    case 'vote':
      return [operation.id]
    case 'delete':
    case 'push':
    case 'set':
      return [operation.id, 'list']
    default:
      return []
  }
}

/** The calls whose requests an operation is about. */
export function callsOf(operation: Operation): Footprint {
  switch (operation.do) {
    case 'read':
    case 'invalidate':
      return [`call ${operation.call}`]
    case 'expire':
      return operation.calls === 'list' ? ['call list'] : ['call 1', 'call 2']
    case 'reset':
      return ['call 1', 'call 2', 'call list']
    default:
      return []
  }
}

/** All that an operation reads or writes, in the store too. */
export function concernOf(operation: Operation, { outcome }: Step): Footprint {
  // What comes to nothing concerns its own call at most.
  if (outcome === 'refused' && isMutation(operation)) return []
  if (outcome !== undefined && outcome !== 'ok' && operation.do === 'read') {
    return callsOf(operation)
  }
  const items = operation.do === 'reset' ? ['1', '2', 'list'] : footprintOf(operation)
  return [...items, ...callsOf(operation)]
}
