import type { History as PlainHistory, Step as PlainStep } from './history'
import { type History, idOf, type Progress, type Step } from './optimisticHistories'
import type { Operation as PlainOperation } from './operations'
import type { Id } from './server'

/** A history without what is pending: a mutation that waits starts when it is sent. The plain list is left out. */
export function withoutLayers({ world, operations, steps }: History) {
  const sent = operations.flatMap((it, op) => {
    const isSent = steps.some(({ progress }) => progress[op]?.phase === 'sent')
    return isSent && !(it.do === 'read' && it.call === 'recent') ? [op] : []
  })
  const plainSteps: PlainStep[] = []
  const stepsOf: (number | undefined)[] = []
  for (const [at, step] of steps.entries()) {
    const { op, do: what, outcome, progress, world: after } = step
    const it = progress[op] as Progress
    const before = steps[at - 1]?.progress ?? []
    const common = { server: after.server, isServed: what === 'serve' }
    if (what !== 'start' && sent.includes(op)) {
      const response = outcome === 'ok' ? { response: it.served?.response } : {}
      const ended = outcome === 'aborted' || outcome === 'unsent' ? 'lost' : (outcome ?? 'ok')
      const end = { do: 'end', outcome: ended, ...response } as const
      const name = sent.indexOf(op)
      plainSteps.push({ ...common, op: name, ...(what === 'end' ? end : { do: 'start' }) })
    }
    for (const [other, { phase }] of progress.entries()) {
      if (phase !== 'sent' || before[other]?.phase === 'sent' || !sent.includes(other)) continue
      plainSteps.push({ ...common, op: sent.indexOf(other), do: 'start' })
    }
    stepsOf.push(plainSteps.length === 0 ? undefined : plainSteps.length - 1)
  }
  const last = steps.at(-1) as Step
  const plainOperations = sent.map((op) => plainOperation(last.progress, op))
  const plain: PlainHistory = {
    server: world.server,
    operations: plainOperations,
    steps: plainSteps,
  }
  return { plain, stepsOf }
}

function plainOperation(progress: readonly Progress[], op: number): PlainOperation {
  const it = progress[op] as Progress
  const { operation, served } = it
  const id = idOf(progress, it) as Id
  switch (operation.do) {
    case 'read':
      return { do: 'read', call: operation.call === 'first' ? '1' : 'list' }
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
