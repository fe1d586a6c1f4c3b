import { describeOperation, type Operation } from './operations'
import type { ServerState } from './server'

/** How a request ends: `refused` has a response too (404, 409), and `lost` has none. */
export type Outcome = 'ok' | 'refused' | 'lost'

/** One thing that happens. */
export interface Step {
  /** Which operation it is of. */
  readonly op: number
  readonly do: 'start' | 'end' | 'now'
  /** A read that has to join the one of this operation; it has no end of its own. */
  readonly joins?: number
  /** The end of a request. */
  readonly outcome?: Outcome
  /** The data of the response, or of the message that a `set` stands for. */
  readonly response?: unknown
  /** The server did its part of the operation at this moment. */
  readonly isServed: boolean
  /** The server after the step. */
  readonly server: ServerState
}

export interface History {
  /** The server before the first step; the page has read all that it has. */
  readonly server: ServerState
  readonly operations: readonly Operation[]
  readonly steps: readonly Step[]
}

/** A history as a list that one can read. */
export function describeHistory({ server, operations, steps }: History): string {
  const names = server.items.length === 1 ? 'item 1' : 'items 1 and 2'
  const first = `The page has read ${names} and the list.`
  const lines = steps.map((step, at) => `${at + 1}. ${describeStep(operations, step)}`)
  return [first, ...lines].join('\n')
}

function describeStep(operations: readonly Operation[], step: Step): string {
  const operation = operations[step.op] as Operation
  const name = `${describeOperation(operation)} (#${step.op + 1})`
  if (step.do === 'now') return name
  const served = step.isServed ? ', the server does it now' : ''
  if (step.do === 'start') {
    return step.joins === undefined ? `${name} starts${served}` : `${name} joins #${step.joins + 1}`
  }
  const outcome = {
    ok: `lands with ${JSON.stringify(step.response)}`,
    refused: 'is refused',
    lost: 'ends without a response',
  }
  return `${name} ${outcome[step.outcome ?? 'ok']}${served}`
}
