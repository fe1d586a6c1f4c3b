import type { Random } from '../support/Random'

/** What may happen in a run: some things only in some of them, as they switch off what can be checked. */
export interface Profile {
  readonly hasFaults: boolean
  readonly hasOthers: boolean
  readonly hasResets: boolean
  /** Users sign out, and others sign in. */
  readonly hasUsers: boolean
  readonly hasTravel: boolean
  readonly hasLocal: boolean
  readonly hasSkew: boolean
  readonly hasRepeats: boolean
  /** The server pushes changes of lists. */
  readonly hasMessages: boolean
  /** Changes are answered without a body now and then. */
  readonly hasNoContent: boolean
  /** Some mutations are shown while their requests are in flight. */
  readonly isOptimistic: boolean
  /** Some mutations are sent one after the other. */
  readonly hasScopes: boolean
  /** What nothing uses is removed. */
  readonly hasSweeps: boolean
  /** The network is lost, and comes back. */
  readonly hasOutages: boolean
  /** The page is loaded again, with what was stored. */
  readonly hasReloads: boolean
  /** What is stored gets lost, comes late, or is refused. */
  readonly hasBadStorage: boolean
  /** Reloads bring other versions of the app. */
  readonly hasVersions: boolean
  /** Other tabs write into the same storage. */
  readonly hasTabs: boolean
  /** The server pushes changes through sockets, which are lost now and then. */
  readonly hasStreams: boolean
  /** Servers render pages, whose states the page in the browser takes over. */
  readonly hasRenders: boolean
  /** Data is fresh for as long as a run lasts, and not for a second. */
  readonly isLasting: boolean
  readonly isMounted: boolean
  readonly isStrict: boolean
  /** Clocks advance at each read, so that React yields in between. */
  readonly isSlow: boolean
}

/** @param isExact whether time is virtual, in which there is enough of it for sweeps and outages */
export function drawProfile(random: Random, isMounted: boolean, isExact: boolean): Profile {
  const hasUsers = random.once(3)
  const hasReloads = random.once(3) && isExact
  return {
    hasUsers,
    hasFaults: !random.once(3),
    hasOthers: random.once(3),
    hasResets: random.once(3),
    // A state of an earlier user is theirs.
    hasTravel: random.once(4) && !hasUsers,
    hasLocal: random.once(2),
    hasSkew: random.once(5),
    hasRepeats: random.once(6),
    isOptimistic: random.once(2),
    isLasting: random.once(2),
    isMounted,
    isStrict: isMounted && random.once(2),
    isSlow: random.once(4),
    hasScopes: random.once(3),
    hasMessages: random.once(3),
    hasNoContent: random.once(3),
    hasSweeps: random.once(3) && isExact,
    hasOutages: random.once(4) && isExact,
    hasReloads,
    hasBadStorage: hasReloads && random.once(2),
    hasVersions: hasReloads && random.once(2),
    hasTabs: hasReloads && random.once(2),
    hasStreams: random.once(3) && isExact,
    hasRenders: random.once(3) && isExact,
  }
}
