import type { Random } from '../support/Random'
import { DAYS, type Fields, LABELS, LOGINS, PROJECTS, SIZES, STATUSES } from './Database'
import type { Features, Toggle } from './Features'
import { HOOKS, type Hook } from './Readers'
import { type Fault, FAULTS } from './World'

/** Something that a user of the app does. Numbers choose among what there is then, so that others can be left out. */
export type Mutation = (
  | { readonly do: 'create' | 'createIn'; readonly fields: Fields }
  | { readonly do: 'reply'; readonly row: number; readonly fields: Fields }
  | { readonly do: 'patch' | 'put' | 'move'; readonly row: number; readonly fields: Fields }
  | { readonly do: 'delete' | 'close'; readonly row: number }
  | { readonly do: 'toggle'; readonly row: number; readonly toggle: Toggle; readonly on: boolean }
  | { readonly do: 'follow' | 'block'; readonly user: number; readonly on: boolean }
  | { readonly do: 'createUser'; readonly name: string }
  | { readonly do: 'renameUser'; readonly user: number; readonly name: string }
) & { readonly fault?: Fault }

export type Step =
  | Mutation
  | { readonly do: 'mount'; readonly hook: Hook; readonly list: number }
  | { readonly do: 'mountDetail'; readonly hook: Hook; readonly row: number }
  | { readonly do: 'unmount' | 'refetch'; readonly reader: number }
  | { readonly do: 'nextPage'; readonly reader: number }
  | { readonly do: 'poll' | 'focus' }
  | {
      readonly do: 'others'
      readonly row: number
      readonly method: 'POST' | 'PATCH' | 'DELETE'
      readonly fields: Fields
      readonly hasMessage: boolean
      /** What is written of a user, in place of a task. */
      readonly person?: 'create' | 'rename' | 'follow' | 'block'
    }

/** Steps that are taken before the app comes to rest. */
export interface Act {
  readonly steps: readonly Step[]
  /** The server holds back requests and responses, and lets them go in the order of this seed. */
  readonly order?: number
}

const SHORTEST = 6
const LONGEST = 12

export function drawActs(random: Random, features: Features): readonly Act[] {
  const whole: Step = { do: 'mount', hook: random.pick(HOOKS), list: 0 }
  const others = Array.from({ length: 2 + random.below(2) }, () => drawMount(random))
  const readers = random.once(2) ? [whole, ...others] : others
  const length = SHORTEST + random.below(LONGEST - SHORTEST)
  const acts = Array.from({ length }, () => drawAct(random, features))
  // Nobody looks away and back more than once: further looks within 5 s refetch later.
  const { isFocused } = features
  return [
    { steps: readers },
    ...acts,
    ...(isFocused ? [{ steps: [{ do: 'focus' } as const] }] : []),
  ]
}

function drawAct(random: Random, features: Features): Act {
  if (!features.hasOverlaps || random.once(2)) return { steps: [drawStep(random, features)] }
  const first = drawStep(random, features)
  const count = 1 + random.below(3)
  const more = Array.from({ length: count }, () =>
    random.once(2) ? related(random, first) : drawStep(random, features),
  )
  return { steps: [first, ...more], order: random.below(1_000_000) }
}

/** What a user does right after something, with the same row. */
function related(random: Random, step: Step): Step {
  if (step.do === 'toggle') return { ...step, on: !step.on }
  if (step.do === 'follow' || step.do === 'block') return { ...step, on: !step.on }
  if ('row' in step) return { do: 'patch', row: step.row, fields: drawChange(random) }
  return { do: 'refetch', reader: random.below(100) }
}

function drawMount(random: Random): Step {
  const hook = random.pick(HOOKS)
  return random.once(5)
    ? { do: 'mountDetail', hook, row: random.below(100) }
    : { do: 'mount', hook, list: random.below(1_000) }
}

function drawStep(random: Random, features: Features): Step {
  const step = random.pick(kindsOf(features))(random, features)
  if (!features.hasFaults || !isMutation(step) || !random.once(4)) return step
  return { ...step, fault: random.pick(FAULTS) }
}

/** The steps that change data by a request of the app. */
export function isMutation(step: Step): step is Mutation {
  return ![
    'mount',
    'mountDetail',
    'unmount',
    'refetch',
    'nextPage',
    'poll',
    'focus',
    'others',
  ].includes(step.do)
}

type Draw = (random: Random, features: Features) => Step

function kindsOf(features: Features): readonly Draw[] {
  const { addresses, toggles, hasClose, hasOthers, isPolled, pagings } = features
  const times = (count: number, draw: Draw): readonly Draw[] =>
    Array.from({ length: count }, () => draw)
  return [
    ...times(3, drawMount),
    ...times(1, (random) => ({ do: 'unmount', reader: random.below(100) })),
    ...times(1, (random) => ({ do: 'refetch', reader: random.below(100) })),
    ...times(3, (random) => ({ do: 'create', fields: drawTask(random) })),
    ...times(4, (random) => ({ do: 'patch', row: random.below(100), fields: drawChange(random) })),
    ...times(features.hasSlugs ? 3 : 1, (random) => ({
      do: 'put',
      row: random.below(100),
      fields: { title: drawTitle(random) },
    })),
    ...times(2, (random) => ({
      do: 'move',
      row: random.below(100),
      fields: { status: random.pick(STATUSES) },
    })),
    ...times(2, (random) => ({ do: 'delete', row: random.below(100) })),
    ...times(toggles.length === 0 ? 0 : 3, (random) => ({
      do: 'toggle',
      row: random.below(100),
      toggle: random.pick(toggles),
      on: random.once(2),
    })),
    ...times(hasClose ? 2 : 0, (random) => ({ do: 'close', row: random.below(100) })),
    ...times(addresses.includes('nested') ? 2 : 0, (random) => ({
      do: 'createIn',
      fields: drawTask(random),
    })),
    ...times(addresses.includes('replies') ? 2 : 0, (random) => ({
      do: 'reply',
      row: random.below(100),
      fields: drawTask(random),
    })),
    ...times(pagings.length === 0 ? 0 : 4, (random) => ({
      do: 'nextPage',
      reader: random.below(100),
    })),
    ...times(addresses.includes('people') ? 5 : 0, drawOfPeople),
    ...times(hasOthers ? 4 : 0, drawOfOthers),
    ...times(isPolled ? 2 : 0, () => ({ do: 'poll' })),
  ]
}

function drawOfPeople(random: Random): Step {
  const user = random.below(100)
  const on = random.once(2)
  return random.pick<Step>([
    { do: 'follow', user, on },
    { do: 'block', user, on },
    { do: 'createUser', name: `user${random.below(1_000)}` },
    { do: 'renameUser', user, name: drawTitle(random) },
  ])
}

function drawOfOthers(random: Random): Step {
  const method = random.pick(['POST', 'PATCH', 'PATCH', 'DELETE'] as const)
  const fields = method === 'POST' ? drawTask(random) : drawChange(random)
  const hasMessage = random.once(2)
  const step = { do: 'others', row: random.below(100), method, fields, hasMessage } as const
  if (!random.once(3)) return step
  return { ...step, person: random.pick(['create', 'rename', 'follow', 'block'] as const) }
}

function drawTitle(random: Random): string {
  return `${random.pick(['Ember', 'Beta', 'Atoll'])}${random.below(100)}`
}

function drawTask(random: Random): Fields {
  return {
    title: drawTitle(random),
    status: random.pick(STATUSES),
    project: random.pick(PROJECTS),
    size: random.pick(SIZES),
    ...(random.once(2) && { assignee: random.pick(LOGINS) }),
    ...(random.once(2) && { labels: [random.pick(LABELS)] }),
  }
}

function drawChange(random: Random): Fields {
  return random.pick<Fields>([
    { title: drawTitle(random) },
    { status: random.pick(STATUSES) },
    { status: random.pick(STATUSES) },
    { project: random.pick(PROJECTS) },
    { size: random.pick(SIZES) },
    { labels: random.pick([['bug'], ['docs'], ['bug', 'ui']]) },
    { assignee: random.pick(LOGINS) },
    { archived: random.once(2) },
    { createdAt: random.pick(DAYS) },
  ])
}
