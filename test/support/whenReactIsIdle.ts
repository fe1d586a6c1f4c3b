import { createRequire } from 'node:module'
import { inject } from 'vitest'

interface Scheduler {
  readonly unstable_IdlePriority: number
  unstable_scheduleCallback(priority: number, run: () => void): unknown
}

const requireHere = createRequire(import.meta.url)
const reactDom = inject('react') === '18' ? 'react-dom-18' : 'react-dom'

/** That of React DOM. */
const scheduler = createRequire(requireHere.resolve(reactDom))('scheduler') as Scheduler

/** Waits until React has done what it has to do, effects included. */
export const whenReactIsIdle = (): Promise<void> =>
  new Promise((resolve) => {
    scheduler.unstable_scheduleCallback(scheduler.unstable_IdlePriority, resolve)
  })
