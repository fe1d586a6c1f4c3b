import type { Random } from '../support/Random'
import { type Deploy, type Fault, FAULTS, type Found } from './PageStorage'
import type { Profile } from './Profile'
import type { PostMessage } from './world'

/** What hooks a component of the page may use. */
export const HOOKS = [
  'useSuspense',
  'useDLE',
  'useCache',
  'useQuery',
  'useFetch',
  'useLive',
  'useSubscription',
] as const

export type Hook = (typeof HOOKS)[number]

/** One thing that happens. Numbers choose among what there is then, so that a history works with steps left out. */
export type Step = Happening & {
  /** Within a transition of React. */
  readonly isTransition?: true
  /** It is shown while its request is in flight. */
  readonly isOptimistic?: true
  /** It is sent after the mutations of its scope that were called before. */
  readonly isScoped?: true
  /** It is about a row that was created lately, by its temporary key. */
  readonly isNew?: true
  /** Then only so many tasks run before the next step, so that React is in the middle of its work. */
  readonly hurry?: number
}

/** What another tab does. */
type Act = 'open' | 'close' | 'fetch' | 'patch' | 'signIn'

type Happening =
  | { readonly do: 'wait'; readonly ms: number }
  | { readonly do: 'settle' | 'offline' | 'online' }
  | { readonly do: 'fetch' | 'fetchIfStale'; readonly call: number }
  | { readonly do: 'page'; readonly cursor: number }
  | { readonly do: 'render'; readonly call: number; readonly delay: number }
  | { readonly do: 'patch'; readonly row: number; readonly fields: number }
  | { readonly do: 'put'; readonly row: number; readonly fields: number }
  | { readonly do: 'visit'; readonly row: number }
  | { readonly do: 'create'; readonly table: number; readonly status: number }
  | { readonly do: 'move'; readonly row: number; readonly status: number }
  | { readonly do: 'delete'; readonly row: number }
  | { readonly do: 'set'; readonly row: number; readonly fields: number }
  | { readonly do: 'setResponse' | 'tab'; readonly call: number }
  | { readonly do: 'invalidate' | 'invalidateAll' | 'expireAll'; readonly call: number }
  | { readonly do: 'reset' | 'cut' | 'signIn' }
  | ({
      readonly do: 'reload'
      readonly isClean: boolean
      readonly deploy: Deploy | undefined
    } & Found)
  | { readonly do: 'neighbour'; readonly act: Act; readonly call: number }
  | { readonly do: 'store'; readonly fault: Fault | undefined }
  | { readonly do: 'jump'; readonly back: number }
  | { readonly do: 'import'; readonly from: 'past' | 'other'; readonly back: number }
  | { readonly do: 'skew'; readonly ms: number }
  | { readonly do: 'abort'; readonly which: number }
  | { readonly do: 'others'; readonly row: number; readonly change: 'patch' | 'delete' | 'create' }
  | { readonly do: 'message'; readonly row: number; readonly change: 'create' | 'move' | 'delete' }
  | {
      readonly do: 'push'
      readonly row: number
      readonly change: PostMessage['kind']
      readonly delay: number
    }
  | { readonly do: 'again'; readonly back: number }
  | { readonly do: 'hold' | 'release' | 'subscribe' | 'unsubscribe'; readonly call: number }
  | { readonly do: 'mount'; readonly slot: number; readonly hook: Hook; readonly call: number }
  | { readonly do: 'change'; readonly slot: number; readonly call: number }
  | { readonly do: 'unmount' | 'retry'; readonly slot: number }

/** What is drawn: `idle` is a wait in which there is a sweep. */
type Kind = Step['do'] | 'idle'

/** Which calls there are to choose among. */
const CALLS = 24
const SLOTS = 10
const MUTATIONS: ReadonlySet<Kind> = new Set(['patch', 'put', 'visit', 'create', 'move', 'delete'])
const WAITS = [0, 0, 0, 1, 1, 5, 20, 20, 100, 400, 2_000]
const PUSHED = ['create', 'patch', 'patch', 'move', 'delete'] as const
/** How long messages are on their way, in ms. */
const WAYS = [0, 1, 5, 20, 100, 400]
const ACTS = ['open', 'close', 'fetch', 'patch'] as const
const YEAR = 31_536_000_000
const SKEWS = [-YEAR, -3_600_000, -500, 500, 3_600_000, YEAR]

/** A history of a run. */
export function drawSteps(random: Random, profile: Profile, length: number): Step[] {
  const kinds = weighted(profile)
  return Array.from({ length }, (_, at): Step => {
    const isFirst = at === 0 && profile.hasRenders
    const drawn = drawStep(random, isFirst ? 'render' : random.pick(kinds), profile)
    const step: Step = MUTATIONS.has(drawn.do)
      ? { ...drawn, ...drawManner(random, profile) }
      : drawn
    if (!profile.isMounted) return step
    return {
      ...step,
      ...(random.once(5) ? { isTransition: true } : {}),
      ...(profile.isSlow && random.once(3) ? { hurry: random.below(4) } : {}),
    }
  })
}

/** How a mutation is called. */
function drawManner(
  random: Random,
  profile: Profile,
): Pick<Step, 'isOptimistic' | 'isScoped' | 'isNew'> {
  return {
    ...(profile.isOptimistic && random.once(3) ? { isNew: true } : {}),
    ...(profile.isOptimistic && !random.once(3) ? { isOptimistic: true } : {}),
    ...(profile.hasScopes && !random.once(4) ? { isScoped: true } : {}),
  }
}

function weighted(profile: Profile): readonly Kind[] {
  const weights: Partial<Record<Kind, number>> = {
    wait: 14,
    settle: 1,
    fetch: 5,
    fetchIfStale: 2,
    page: 3,
    patch: 8,
    put: 2,
    create: 3,
    move: 4,
    delete: 2,
    invalidate: 3,
    invalidateAll: 2,
    expireAll: 2,
    abort: 1,
    subscribe: 3,
    unsubscribe: 1,
    ...(profile.isOptimistic ? { visit: 4 } : {}),
    ...(profile.hasLocal ? { set: 4, setResponse: 2, tab: 2 } : {}),
    ...(profile.hasResets ? { reset: 1 } : {}),
    ...(profile.hasUsers ? { signIn: 1 } : {}),
    ...(profile.hasTravel ? { jump: 1, import: 1 } : {}),
    ...(profile.hasSkew ? { skew: 2 } : {}),
    ...(profile.hasOthers ? { others: 4 } : {}),
    ...(profile.hasRepeats ? { again: 3 } : {}),
    ...(profile.hasMessages ? { message: 5 } : {}),
    ...(profile.hasSweeps ? { idle: 4 } : {}),
    ...(profile.hasStreams ? { push: 8, cut: 1 } : {}),
    ...(profile.hasReloads ? { reload: 2 } : {}),
    ...(profile.hasBadStorage ? { store: 3 } : {}),
    ...(profile.hasTabs ? { neighbour: 16 } : {}),
    ...(profile.hasRenders ? { render: 3 } : {}),
    ...(profile.hasOutages ? { offline: 2, online: 5 } : {}),
    ...(profile.isMounted
      ? { mount: 12, change: 8, unmount: 4, retry: 2 }
      : { hold: 8, release: 3 }),
  }
  const entries = Object.entries(weights) as [Kind, number][]
  return entries.flatMap(([kind, weight]) => Array.from({ length: weight }, () => kind))
}

function drawStep(random: Random, kind: Kind, profile: Profile): Step {
  const { hasBadStorage, hasVersions, hasUsers } = profile
  switch (kind) {
    case 'wait':
      return { do: kind, ms: random.pick(WAITS) }
    case 'idle':
      return { do: 'wait', ms: 1_500 }
    case 'skew':
      return { do: kind, ms: random.pick(SKEWS) }
    case 'patch':
    case 'put':
    case 'set':
    case 'create':
    case 'visit':
    case 'move':
    case 'delete':
    case 'others':
    case 'message':
    case 'push':
      return drawWrite(random, kind)
    case 'reload':
      return {
        do: kind,
        isClean: !random.once(3),
        deploy: drawDeploy(random, hasVersions),
        ...drawFound(random, hasBadStorage),
      }
    case 'neighbour':
      return {
        do: kind,
        act: hasUsers && random.once(3) ? 'signIn' : random.pick(ACTS),
        call: random.below(CALLS),
      }
    case 'store':
      return { do: kind, fault: random.pick([undefined, undefined, ...FAULTS]) }
    case 'import':
      return { do: kind, from: random.pick(['past', 'other']), back: random.below(12) }
    case 'jump':
    case 'again':
      return { do: kind, back: random.below(12) }
    case 'page':
      return { do: kind, cursor: random.below(5) }
    case 'render':
      return { do: kind, call: random.below(CALLS), delay: random.pick(WAYS) }
    case 'abort':
      return { do: kind, which: random.below(1_000) }
    case 'mount':
    case 'change':
    case 'unmount':
    case 'retry':
      return drawSlotStep(random, kind)
    case 'settle':
    case 'cut':
    case 'offline':
    case 'online':
    case 'reset':
    case 'signIn':
      return { do: kind }
    default:
      return { do: kind, call: random.below(CALLS) }
  }
}

function drawDeploy(random: Random, hasVersions: boolean): Deploy | undefined {
  return hasVersions ? random.pick([undefined, 'migrates', 'drops']) : undefined
}

/** What a page finds in its storage that starts. */
function drawFound(random: Random, mayBeWrong: boolean): Found {
  const delay = random.pick([0, 5, 100, 400])
  const as = mayBeWrong && random.once(4) ? random.pick(['old', 'cut'] as const) : 'right'
  return { delay, as, cut: random.below(4) }
}

type Write =
  'patch' | 'put' | 'visit' | 'set' | 'create' | 'move' | 'delete' | 'others' | 'message' | 'push'

/** What writes rows, here or on the server alone. */
function drawWrite(random: Random, kind: Write): Step {
  if (kind === 'create') return { do: kind, table: random.below(3), status: random.below(2) }
  const row = random.below(1_000)
  switch (kind) {
    case 'move':
      return { do: kind, row, status: random.below(2) }
    case 'visit':
    case 'delete':
      return { do: kind, row }
    case 'others':
      return { do: kind, row, change: random.pick(['patch', 'patch', 'delete', 'create']) }
    case 'message':
      return { do: kind, row, change: random.pick(['create', 'move', 'move', 'delete']) }
    case 'push':
      return { do: kind, row, change: random.pick(PUSHED), delay: random.pick(WAYS) }
    default:
      return { do: kind, row, fields: random.below(3) }
  }
}

/** What happens to a component of the page. */
function drawSlotStep(random: Random, kind: 'mount' | 'change' | 'unmount' | 'retry'): Step {
  const slot = random.below(SLOTS)
  switch (kind) {
    case 'mount':
      return { do: kind, slot, hook: random.pick(HOOKS), call: random.below(1_000) }
    case 'change':
      return { do: kind, slot, call: random.below(1_000) }
    default:
      return { do: kind, slot }
  }
}
