import { useEffect, useMemo, useState } from 'react'
import type { EndpointContract } from '../endpoint/contract'
import { checkEndpoint } from '../store/checkEndpoint'
import { EndpointObserver } from '../store/observe/EndpointObserver'
import { waitForView } from '../store/observe/waitForView'
import type { View, Waiting } from '../store/observe/deriveView'
import type { Runtime } from '../store/Runtime'
import { useObserverValue } from './useObserverValue'
import { useRuntime } from './useRuntime'

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
}

const INACTIVE: View = Object.freeze({ kind: 'data', data: undefined, error: undefined })
const INACTIVE_USE: EndpointUse = { view: INACTIVE, wait: failToWait, waited: undefined }

/** What all hooks that read an endpoint share: the last view that could be shown, and whether it is blocked now. */
export function useEndpoint(
  endpoint: EndpointContract,
  args: readonly unknown[],
  fetches: boolean,
): EndpointUse {
  const runtime = useRuntime()
  const observer = useObserver(runtime, endpoint, args, fetches)
  const [block, setBlock] = useState<Waiting>()
  const view = useObserverValue<View | undefined>(observer, INACTIVE, setBlock)
  const isBlocked = observer?.isBlocked(block) === true
  const mustAsk = isBlocked && fetches && block !== undefined
  useEffect(() => {
    // A component that was notified of a wait and is about to leave the page never comes here, and asks for nothing.
    if (mustAsk) observer?.fetchIfWaiting()
  }, [observer, mustAsk])
  if (observer === undefined) return INACTIVE_USE
  const { suspended } = runtime
  const wait = (): Wait => {
    const promise = waitForView(runtime, observer)
    suspended.noteWait(observer, promise)
    return promise
  }
  return { view: isBlocked ? undefined : view, wait, waited: suspended.waitOf(observer) }
}

/** One observer for as long as the call stays the same; `null` as the first argument means that there is none. */
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
    () => key !== undefined && new EndpointObserver(runtime, { endpoint, args, key, fetches }),
    // The key stands for endpoint and arguments; those of the last render are handed over below.
    [runtime, key, schema, fetches],
  )
  useEffect(() => {
    if (observer && key !== undefined) observer.update({ endpoint, args, key, fetches })
  })
  return observer || undefined
}

function failToWait(): never {
  throw new Error('There is nothing to wait for.')
}
