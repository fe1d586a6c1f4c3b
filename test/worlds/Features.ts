import { Random } from '../support/Random'

/** Arguments by which the list of tasks can be narrowed, and how the server reads them. */
export const NARROWINGS = [
  'status', // an equal field
  'project', // an equal field
  'size', // an equal field that is called like a page size
  'assignee', // the name of a nested entity
  'label', // one of a list of texts
  'labels', // several values in one argument
  'operator', // `status=eq.open`
  'any', // `status=all`
  'text', // `q=…`
  'range', // `minSize=3`
  'day', // a prefix of a date
  'flag', // `archived=1` for `true`
  'limit',
  'sort',
] as const

export type Narrowing = (typeof NARROWINGS)[number]

/** How a list comes in pages; each kind has a list at an address of its own. */
export const PAGINGS = ['number', 'offset', 'opaque', 'key', 'link', 'address'] as const

export type Paging = (typeof PAGINGS)[number]

/** Lists at further addresses, and other reads. */
export const ADDRESSES = ['feed', 'nested', 'replies', 'people', 'search', 'stats'] as const

export type Address = (typeof ADDRESSES)[number]

/** How one entity is switched on and off, without a body. */
export const TOGGLES = ['like', 'pin', 'vote', 'star'] as const

export type Toggle = (typeof TOGGLES)[number]

export const ECHOES = ['before', 'after', 'without'] as const

export type Echo = (typeof ECHOES)[number]

const ENVELOPES = ['ok', 'total', 'facets'] as const

const LISTS = ['extended', 'shared', 'own'] as const

/** What a world is like: its server, and the app that uses it. */
export interface Features {
  readonly narrowings: readonly Narrowing[]
  readonly pagings: readonly Paging[]
  readonly addresses: readonly Address[]
  readonly toggles: readonly Toggle[]
  /** What stands beside the members of the list of tasks. */
  readonly envelope: 'none' | (typeof ENVELOPES)[number]
  /** The list of tasks has the open ones alone, unless it is asked for others. */
  readonly isOpenOnly: boolean
  readonly isNewestFirst: boolean
  /** Lists leave out fields that details have. */
  readonly hasSummaries: boolean
  /** The key of a task follows from its title. */
  readonly hasSlugs: boolean
  /** Addresses end with a slash, and others are redirected. */
  readonly hasSlashes: boolean
  /** The app leaves the slash out where it only reads: a redirected POST would become a GET. */
  readonly isRedirected: boolean
  /** Creations are answered without a body. */
  readonly createsWithoutBody: boolean
  /** Updates and toggles are answered by 204. */
  readonly updatesWithoutBody: boolean
  /** Tasks can be closed, at an address of their own. */
  readonly hasClose: boolean
  /** When messages tell of the app's own mutations, if they do. */
  readonly echo: Echo | 'none'
  /** Other clients write meanwhile, and messages tell of some of it. */
  readonly hasOthers: boolean
  readonly hasFaults: boolean
  readonly hasOverlaps: boolean
  readonly isPolled: boolean
  readonly isFocused: boolean
  /** The app shows what it expects. */
  readonly isOptimistic: boolean
  /** The app says what the library cannot see. */
  readonly isDeclared: boolean
  /** New tasks come to the front, and the app says so. */
  readonly isPlaceSaid: boolean
  /** How the lists at several addresses are made: from one endpoint, from one Collection, or each for itself. */
  readonly lists: (typeof LISTS)[number]
  readonly isMounted: boolean
  readonly isStrict: boolean
}

export function drawFeatures(random: Random): Features {
  // In half of the sessions lists are narrowed by equal fields alone, so that their changes can be told.
  const isTellable = random.once(2)
  const often = (inSoMany: number): boolean => !isTellable && random.once(inSoMany)
  const some = <Item>(items: readonly Item[], inSoMany: number): readonly Item[] =>
    items.filter(() => often(inSoMany))
  const equal = NARROWINGS.slice(0, 3).filter(() => random.once(2))
  const isOpenOnly = often(3)
  const hasSlashes = random.once(3)
  const counting = random.once(8) ? 'none' : random.pick(ENVELOPES)
  return {
    narrowings: [...equal, ...some(NARROWINGS.slice(3), 3)],
    pagings: some(PAGINGS, 3),
    addresses: some(ADDRESSES, 3),
    toggles: TOGGLES.filter(() => random.once(4)),
    envelope: isTellable ? 'none' : counting,
    isOpenOnly,
    isNewestFirst: random.once(2),
    hasSummaries: random.once(5),
    hasSlugs: random.once(6),
    hasSlashes,
    isRedirected: hasSlashes && random.once(2),
    createsWithoutBody: often(3),
    updatesWithoutBody: often(3),
    hasClose: random.once(4),
    echo: random.once(2) ? random.pick(ECHOES) : 'none',
    hasOthers: random.once(4),
    hasFaults: random.once(5),
    hasOverlaps: random.once(2),
    isPolled: random.once(6),
    isFocused: random.once(6),
    isOptimistic: random.once(3),
    // No response says what a list leaves out by default.
    isDeclared: random.once(4) || isOpenOnly,
    isPlaceSaid: random.once(3),
    lists: random.pick(LISTS),
    isMounted: !random.once(4),
    isStrict: random.once(4),
  }
}

/** Each feature of a world, as one word: those that are off are left out. */
export function namesOf(features: Features): readonly string[] {
  return Object.entries(features).flatMap(([name, value]: [string, unknown]) => {
    if (Array.isArray(value)) return value.map((it) => `${name}: ${String(it)}`)
    if (typeof value === 'boolean') return value ? [name] : []
    return value === 'none' ? [] : [`${name}: ${String(value)}`]
  })
}

/** The names of all features that worlds may have. */
export function allNames(): readonly string[] {
  const values: Readonly<Record<string, readonly string[]>> = {
    narrowings: NARROWINGS,
    pagings: PAGINGS,
    addresses: ADDRESSES,
    toggles: TOGGLES,
    envelope: ENVELOPES,
    echo: ECHOES,
    lists: LISTS,
  }
  const known = Object.keys(drawFeatures(new Random({ seed: 0, size: 1 })))
  return known.flatMap((name) => values[name]?.map((value) => `${name}: ${value}`) ?? [name])
}
