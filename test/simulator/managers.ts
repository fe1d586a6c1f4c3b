import type { Manager } from 'rtk-rest'
import { garbage } from 'rtk-rest/garbage'
import { hydration } from 'rtk-rest/hydration'
import { type ItemStorage, persistence, type PersistenceOptions } from 'rtk-rest/persistence'
import { PollingManager } from 'rtk-rest/polling'
import { type Presence, refetchOn } from 'rtk-rest/refetch'
import type { Profile } from './Profile'

/** How long what nothing uses stays, in ms. */
const KEEP_FOR = 1_000

/** How long a change waits until it is stored, in ms. */
const THROTTLE = 100

/** What a page stores by. */
export interface Stored {
  readonly storage: ItemStorage
  readonly version: number
  readonly migrate: PersistenceOptions['migrate'] & {}
}

/** What works for the store of a run. */
export function managersOf(
  { hasSweeps, hasOutages, hasReloads }: Profile,
  presence: Presence,
  stored: Stored,
): readonly Manager[] {
  return [
    new PollingManager({ presence }),
    // It also takes actions of other stores.
    hydration(),
    ...(hasSweeps ? [garbage({ keepFor: KEEP_FOR })] : []),
    ...(hasReloads ? [storing(stored)] : []),
    ...(hasOutages ? [refetchOn({ reconnect: true, presence })] : []),
  ]
}

/** Stores what a page has. */
export function storing(stored: Stored): Manager {
  return persistence({ key: 'simulator', throttle: THROTTLE, ...stored })
}
