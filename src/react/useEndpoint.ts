import * as React from 'react'
import { useEffect, useMemo, useState } from 'react'
import type { EndpointContract } from '../endpoint/contract'
import type { Runtime } from '../store/Runtime'
import { checkEndpoint } from '../store/checkEndpoint'
import { EndpointObserver } from '../store/observe/EndpointObserver'
import type { View, Waiting } from '../store/observe/deriveView'
import { waitForView } from '../store/observe/waitForView'
import { resolvedUsePromise } from './usePromise'
import { useObserverValue, useRuntime } from './useRuntime'

/** A promise on which React notes how it ended, where it was given to `use`. */
export type Wait = Promise<View | undefined> & { readonly status?: string }

/** What a hook makes of one call. */
export interface EndpointUse {
  /** What can be shown; `undefined` where there is nothing, or must not be. */
  readonly view: View | undefined
  /** Starts or joins the request and resolves when there is something to show. */
  wait(): Wait
  /** What `wait` gave last. */
  readonly waited: Wait | undefined
  /** `undefined` where the first argument is `null`. */
  readonly observer: EndpointObserver | undefined
}

const INACTIVE: View = Object.freeze({ kind: 'data', data: undefined, error: undefined })
const INACTIVE_USE: EndpointUse = {
  view: INACTIVE,
  wait: () => Promise.resolve(INACTIVE),
  waited: undefined,
  observer: undefined,
}

/** What all hooks that read an endpoint share: the last view that could be shown, and whether it must wait now. */
export function useEndpoint(
  endpoint: EndpointContract,
  args: readonly unknown[],
  fetches: boolean,
): EndpointUse {
  const runtime = useRuntime()
  const observer = useObserver(runtime, endpoint, args, fetches)
  const [waiting, setWaiting] = useState<Waiting>()
  const view = useObserverValue<View | undefined>(observer, INACTIVE, setWaiting)
  const mustWait = observer?.mustWait(waiting) === true
  const mustFetch = mustWait && fetches && waiting !== undefined
  useEffect(() => {
    // The effect of a component that is unmounted before it suspends does not run, so it starts no request.
    if (mustFetch) observer?.ask()
  }, [observer, mustFetch])
  if (observer === undefined) return INACTIVE_USE
  const wait = (): Wait => waitForView(runtime, observer)
  return { view: mustWait ? undefined : view, wait, waited: observer.waited, observer }
}

/** One observer for as long as the key is the same; none while the first argument is `null`. */
function useObserver(
  runtime: Runtime,
  endpoint: EndpointContract,
  args: readonly unknown[],
  fetches: boolean,
): EndpointObserver | undefined {
  checkEndpoint(endpoint)
  const key = args[0] === null ? undefined : endpoint.key(...args)
  const { schema } = endpoint
  const observer = useMemo(
    () =>
      key !== undefined &&
      new EndpointObserver(runtime, { endpoint, args, key, fetches, isLive: false }),
    // The key stands for endpoint and arguments; those of the last render are handed over below.
    [runtime, key, schema, fetches],
  )
  useEffect(() => {
    if (observer) Object.assign(observer.observed, { endpoint, args })
  })
  return observer || undefined
}

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
    // React resumes a render whose promise settled at once, and expects the same promises as before.
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

/** The stores that a test library rendered with; each `act` in which React's `use` is called would have to be awaited. */
const tested = new WeakSet<Runtime>()

/** Whether a test library renders, or did. */
function isTested(runtime: Runtime): boolean {
  if (process.env.NODE_ENV === 'production') return false
  if ((globalThis as Surroundings).IS_REACT_ACT_ENVIRONMENT === true) tested.add(runtime)
  return tested.has(runtime)
}
