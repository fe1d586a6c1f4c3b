import type { Entity } from 'rtk-rest'
import { optimistic } from 'rtk-rest/optimistic'
import { type Fields, ME } from './Database'
import type { Toggle } from './Features'

interface Snapshot {
  readonly abort: Error
  get(schema: object, params: object): object | undefined
}

/** What a button shows before the server has answered. */
export function expectToggle(
  task: typeof Entity,
  key: string,
  toggle: Toggle,
  on: boolean,
): object {
  const expect = (snap: Snapshot, params: Fields): object => {
    const shown = snap.get(task, params) as Fields | undefined
    if (shown === undefined) throw snap.abort
    return { [key]: params[key], ...CHANGES[toggle](shown, on) }
  }
  return { getOptimisticResponse: [optimistic, expect] }
}

/** What a button expects of the task that it is for. */
export const CHANGES: Readonly<Record<Toggle, (task: Fields, on: boolean) => object>> = {
  like({ likes, liked }, on) {
    const step = liked === on ? 0 : stepOf(on)
    return { liked: on, likes: Number(likes) + step }
  },
  pin: (_, on) => ({ pinned: on }),
  vote: ({ votes }, on) => ({ votes: Number(votes) + stepOf(on) }),
  star({ starredBy }, on) {
    const others = (starredBy as readonly string[]).filter((it) => it !== ME)
    return { starredBy: on ? [...others, ME] : others }
  },
}

function stepOf(on: boolean): number {
  return on ? 1 : -1
}
