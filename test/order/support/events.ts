import type { Outcome, Step } from './history'
import { type Call, fieldsOf, isMutation, type Operation } from './operations'
import type { Field, Id, ItemData } from './server'

/** One operation: at which steps it started, ended and was served; what happens at once does all three at one. */
export interface Event {
  readonly operation: Operation
  readonly started: number
  readonly ended: number
  readonly served: number
  readonly outcome: Outcome
  readonly response: unknown
}

export function eventOf(operation: Operation, op: number, steps: readonly Step[]): Event {
  const at = (test: (step: Step) => boolean): number =>
    steps.findIndex((step) => step.op === op && test(step))
  const started = at((step) => step.do !== 'end')
  const last = at((step) => step.do !== 'start')
  const { outcome = 'ok', response } = steps[last] ?? {}
  return {
    operation,
    started,
    ended: last === -1 ? Infinity : last,
    served: at(({ isServed }) => isServed),
    outcome,
    response,
  }
}

type Interval = Pick<Event, 'started' | 'ended'>

export function overlap(one: Interval, other: Interval): boolean {
  return one.started < other.ended && other.started < one.ended
}

export function namedBy({ operation }: Event): Id | undefined {
  return 'id' in operation ? operation.id : undefined
}

export function namesOf({ operation }: Event): readonly Field[] {
  return isMutation(operation) ? fieldsOf(operation) : []
}

export function isReadOf({ operation }: Event, call: Call): boolean {
  return operation.do === 'read' && operation.call === call
}

/** Whether what an event brought is something that a call shows. */
export function reads(event: Event, call: Call): boolean {
  return call === 'list' ? isReadOf(event, call) : brings(event, call)
}

export function brings({ operation, response }: Event, id: Id): boolean {
  if (operation.do === 'delete' || response === undefined) return false
  const items = (Array.isArray(response) ? response : [response]) as readonly ItemData[]
  return items.some((it) => it.id === id)
}
