import type { Manager } from 'rtk-rest'
import { garbage } from 'rtk-rest/garbage'
import { PollingManager } from 'rtk-rest/polling'
import { type Presence, refetchOn } from 'rtk-rest/refetch'
import type { Profile } from './steps'

/** How long what nothing uses stays, in ms. */
const KEEP_FOR = 1_000

/** What works for the store of a run. */
export function managersOf(
  { hasSweeps, hasOutages }: Profile,
  presence: Presence,
): readonly Manager[] {
  return [
    new PollingManager({ presence }),
    ...(hasSweeps ? [garbage({ keepFor: KEEP_FOR })] : []),
    ...(hasOutages ? [refetchOn({ reconnect: true, presence })] : []),
  ]
}
