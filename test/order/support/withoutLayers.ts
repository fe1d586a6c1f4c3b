import type { History as PlainHistory, Step as PlainStep } from './history'
import { type History, idOf, type Progress, type Step } from './optimisticHistories'
import type { Call, Operation as PlainOperation } from './operations'
import type { Id } from './server'

/** A history without what is pending, for the properties that every history has. */
interface WithoutLayers {
  readonly plain: PlainHistory
  /** The last of its steps, by the step of the history that it was made of. */
  readonly stepsOf: readonly (number | undefined)[]
}

/** A mutation that waits starts when it is sent, and is left out if it never is. */
export function withoutLayers({ world, operations, steps }: History): WithoutLayers {
  const sent = operations.flatMap((_, op) => {
    const isSent = steps.some(({ progress }) => progress[op]?.phase === 'sent')
    return isSent ? [op] : []
  })
  const plainSteps: PlainStep[] = []
  const stepsOf: (number | undefined)[] = []
  for (const [at, step] of steps.entries()) {
    plainSteps.push(...plainStepsOf(step, steps[at - 1]?.progress ?? [], sent))
    stepsOf.push(plainSteps.length === 0 ? undefined : plainSteps.length - 1)
  }
  const { progress } = steps.at(-1) as Step
  const plainOperations = sent.map((op) => plainOperation(progress, op))
  return {
    plain: { server: world.server, operations: plainOperations, steps: plainSteps },
    stepsOf,
  }
}

/** @param sent the operations that there are in the other history */
function plainStepsOf(
  { op, do: what, outcome, progress, world }: Step,
  before: readonly Progress[],
  sent: readonly number[],
): PlainStep[] {
  const common = { server: world.server, isServed: false }
  const plainSteps: PlainStep[] = []
  const name = sent.indexOf(op)
  if (name !== -1 && what === 'serve') {
    // An operation starts with its first step; this one is when the server handles it.
    plainSteps.push({ ...common, op: name, do: 'start', isServed: true })
  } else if (name !== -1 && what === 'end') {
    const response = outcome === 'ok' ? { response: progress[op]?.served?.response } : {}
    const ended = outcome === 'ok' || outcome === 'refused' ? outcome : 'lost'
    plainSteps.push({ ...common, op: name, do: 'end', outcome: ended, ...response })
  }
  for (const [other, { phase }] of progress.entries()) {
    const isNew = phase === 'sent' && before[other]?.phase !== 'sent' && sent.includes(other)
    if (isNew) plainSteps.push({ ...common, op: sent.indexOf(other), do: 'start' })
  }
  return plainSteps
}

function plainOperation(progress: readonly Progress[], op: number): PlainOperation {
  const it = progress[op] as Progress
  const { operation, served } = it
  const id = idOf(progress, it) as Id
  switch (operation.do) {
    case 'read':
      return { do: 'read', call: callOf(operation.call) }
    case 'patch':
      return { do: 'patch', id, field: operation.field }
    case 'vote':
      return { do: 'patch', id, field: 'b' }
    case 'delete':
      return { do: 'delete', id }
    default:
      // One that the server never made is of an item that it does not have.
      return { do: 'push', id: served?.id ?? '2' }
  }
}

/** The plain list is no call that those properties know, but brings items as the others do. */
function callOf(call: string): Call {
  return (call === 'first' ? '1' : call) as Call
}
