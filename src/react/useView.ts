import * as React from 'react'
import type { Runtime } from '../store/Runtime'
import { resolvedUsePromise } from './usePromise'
import type { EndpointUse } from './useEndpoint'
import { useRuntime } from './useRuntime'

type Use = (promise: Promise<unknown>) => unknown

interface Surroundings {
  readonly IS_REACT_ACT_ENVIRONMENT?: boolean
}

/** `undefined` before React 19. */
const reactUse = (React as { readonly use?: Use })['use']

/**
 * The data of what can be shown; suspends until there is something, and throws its error. React 19 renders *thrown* promises
 * without end where several boundaries begin to wait within 300 ms and go on for longer (react/react#37556), so the
 * component is suspended by `use`.
 */
export function useView({ view, wait, waited }: EndpointUse): unknown {
  const runtime = useRuntime()
  if (reactUse !== undefined && !isTested(runtime)) {
    // React goes on with a render where the promise resolved at once, and wants to be given the same ones as before.
    const isResolved = waited?.status === 'fulfilled'
    if (isResolved) reactUse(waited)
    if (view === undefined) reactUse(wait())
    // A component that was suspended by `use` has to end with `use`.
    else if (!isResolved) reactUse(resolvedUsePromise(view))
  }
  if (view === undefined) throw wait() as unknown as Error
  if (view.error !== undefined) throw view.error
  return view.data
}

/** Whether a test library renders, or did. */
function isTested({ suspended }: Runtime): boolean {
  if (process.env.NODE_ENV === 'production') return false
  if ((globalThis as Surroundings).IS_REACT_ACT_ENVIRONMENT === true) suspended.isTested = true
  return suspended.isTested
}
