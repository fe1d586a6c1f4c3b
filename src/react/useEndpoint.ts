import * as React from 'react'
import { useEffect, useMemo, useState } from 'react'
import type { EndpointContract } from '../endpoint/contract'
import { checkEndpoint } from '../store/checkEndpoint'
import type { ObserverView, View } from '../store/observe/deriveView'
import { EndpointObserver } from '../store/observe/EndpointObserver'
import { waitForView } from '../store/observe/waitForView'
import type { Runtime } from '../store/Runtime'
import { isOff } from '../util/checks'
import { noteMounted, noteWait } from './lostStores'
import { useObserverValue, useRuntime } from './useRuntime'

/** What a hook makes of one call. */
export interface EndpointUse {
  readonly runtime: Runtime
  /** `undefined` where the arguments switch the hook off. */
  readonly observer: EndpointObserver | undefined
  /** What can be shown; `undefined` where there is nothing, or must not be. */
  readonly view: View | undefined
  /** Starts or joins the request and resolves when there is something to show. */
  wait(): Promise<View | undefined>
}

/** What a hook shows that is switched off. */
const INACTIVE: View = Object.freeze({ data: undefined, error: undefined })

/** What all hooks that read an endpoint share: the last view that could be shown, and whether it must wait now. */
export function useEndpoint(
  endpoint: EndpointContract,
  args: readonly unknown[],
  fetches: boolean,
): EndpointUse {
  const runtime = useRuntime()
  checkEndpoint(endpoint)
  const key = isOff(args) ? undefined : endpoint.key(...args)
  const observer = useMemo(
    () =>
      key === undefined
        ? undefined
        : new EndpointObserver(runtime, { endpoint, args, key, fetches, isLive: false }),
    // The key stands for endpoint and arguments; those of the last render are handed over below.
    [runtime, key, endpoint.schema, endpoint.live, fetches],
  )
  useEffect(() => {
    if (process.env.NODE_ENV !== 'production') noteMounted(runtime)
    if (observer) Object.assign(observer.observed, { endpoint, args })
  })
  const [hidden, setHidden] = useState<ObserverView>()
  const view = useObserverValue<View | undefined>(observer, INACTIVE, setHidden)
  const mustWait = observer?.mustWait(hidden) === true
  const mustFetch = mustWait && fetches && hidden !== undefined
  useEffect(() => {
    // The effect of a component that is unmounted before it suspends does not run, so it starts no request.
    if (mustFetch) observer?.ask()
  }, [observer, mustFetch])
  return {
    runtime,
    observer,
    view: mustWait ? undefined : view,
    wait() {
      const promise = waitForView(runtime, observer as EndpointObserver)
      if (process.env.NODE_ENV !== 'production') noteWait(runtime, key as string, promise)
      return promise
    },
  }
}

type Use = (promise: Promise<unknown>) => unknown

/** `undefined` before React 19. */
const reactUse = (React as { readonly use?: Use })['use']

/** What `use` takes without a wait. */
const SHOWN = /* @__PURE__ */ Object.assign(/* @__PURE__ */ Promise.resolve(), {
  status: 'fulfilled',
})

/**
 * The data of what can be shown; suspends until there is something, and throws its error. React 19 renders *thrown* promises
 * without end where several boundaries begin to wait within 300 ms and go on for longer (react/react#37556), so the
 * component is suspended by `use`.
 */
export function useView({ runtime, observer, view, wait }: EndpointUse): unknown {
  if (reactUse !== undefined && !isTested(runtime)) {
    // React resumes a render whose promise settled at once, and expects the same promises as before.
    const waited = hasSettled(observer?.waited) ? observer?.waited : undefined
    if (waited !== undefined) reactUse(waited)
    if (view === undefined) reactUse(wait())
    // A component that was suspended by `use` has to end with `use`.
    else if (waited === undefined) reactUse(SHOWN)
  }
  if (view === undefined) throw wait() as unknown as Error
  if (view.error !== undefined) throw view.error
  return view.data
}

/** React notes on a promise that was given to `use` how it ended. */
function hasSettled(promise: (Promise<unknown> & { readonly status?: string }) | undefined) {
  return promise?.status === 'fulfilled'
}

interface Surroundings {
  readonly IS_REACT_ACT_ENVIRONMENT?: boolean
}

/** The stores that a test library rendered with; each `act` in which React's `use` is called would have to be awaited. */
const tested = new WeakSet<Runtime>()

/** Whether a test library renders, or did. */
function isTested(runtime: Runtime): boolean {
  if (process.env.NODE_ENV === 'production') return false
  if ((globalThis as Surroundings).IS_REACT_ACT_ENVIRONMENT === true) tested.add(runtime)
  return tested.has(runtime)
}
