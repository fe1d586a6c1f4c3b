import { type RefObject, useCallback, useEffect, useInsertionEffect, useRef, useState } from 'react'
import type { ArgsOf, EndpointContract } from '../endpoint/contract'
import type { Progress } from '../endpoint/contract'
import { isAbortError } from '../store/state/errors'
import { fetch, type FetchedOf, type FetchPromise } from '../store/operations/fetch'
import { useRuntime } from './useRuntime'

/** A long request as a component shows it. */
export interface DownloadState<Value> {
  readonly status: 'idle' | 'running' | 'done' | 'failed' | 'aborted'
  /** How many bytes have come; `total` is undefined where the server does not say. */
  readonly progress: Progress | undefined
  readonly data: Value | undefined
  readonly error: unknown
}

/** A long request, and what can be done about it. */
export interface Download<E extends EndpointContract> extends DownloadState<FetchedOf<E>> {
  /**
   * Sends the request, in place of one that is running; always the same function. Resolves to the data when it has ended, or to `undefined` where
   * it failed, or nobody waits for it any more; never rejects.
   */
  start(...args: ArgsOf<E>): Promise<FetchedOf<E> | undefined>
  /** Ends it; what came of it is dropped. */
  abort(): void
}

const IDLE = { status: 'idle', progress: undefined, data: undefined, error: undefined } as const

/**
 * Progress, abort and result of a request that takes its time; it is aborted when the component leaves the page.
 * The endpoint tells of its progress through `context.onProgress`.
 *
 * @example
 * const { start, abort, status, progress } = useDownload(getStatement)
 * const file = await start({ id })
 */
export function useDownload<E extends EndpointContract>(endpoint: E): Download<E> {
  const [state, setState] = useState<DownloadState<FetchedOf<E>>>(IDLE)
  const running = useRef<Running<FetchedOf<E>>>(undefined)
  const showAborted = useCallback(
    () => setState((it) => (it.status === 'running' ? { ...IDLE, status: 'aborted' } : it)),
    [],
  )
  useAbortOnLeave(running, showAborted)
  const send = useSend(endpoint)
  const abort = useCallback(() => running.current?.abort(), [])
  const start = useCallback(
    async (...args: ArgsOf<E>): Promise<FetchedOf<E> | undefined> => {
      abort()
      running.current = undefined
      // What comes of a request that is not the one any more, or after the component left, is shown nowhere.
      let request: Running<FetchedOf<E>>
      const show = (next: DownloadState<FetchedOf<E>>): void => {
        if (running.current === request) setState(next)
      }
      try {
        running.current = request = send(args)
        show({ ...IDLE, status: 'running' })
        const stop = request.onProgress((it) => show({ ...IDLE, status: 'running', progress: it }))
        const data = await request.unwrap().finally(stop)
        show({ ...IDLE, status: 'done', data })
        return running.current === request ? data : undefined
      } catch (error) {
        show(
          isAbortError(error)
            ? { ...IDLE, status: 'aborted' }
            : { ...IDLE, status: 'failed', error },
        )
        return undefined
      }
    },
    [abort, send],
  )
  return { ...state, start, abort }
}

/** Aborts the request of a component that leaves the page. */
function useAbortOnLeave<Value>(running: RefObject<Running<Value>>, onAbort: () => void): void {
  useEffect(
    () => () => {
      if (running.current === undefined) return
      running.current.abort()
      running.current = undefined
      // It may come back, as a part of the page that was only hidden.
      onAbort()
    },
    [running, onAbort],
  )
}

/** Always the same function, which sends what the endpoint of the last render is. */
function useSend<E extends EndpointContract>(
  endpoint: E,
): (args: ArgsOf<E>) => FetchPromise<FetchedOf<E>> {
  const runtime = useRuntime()
  const latest = useRef(endpoint)
  // Before the effects of components within, which may start it.
  useInsertionEffect(() => {
    latest.current = endpoint
  })
  return useCallback(
    (args) => fetch(runtime, latest.current, ...args) as FetchPromise<FetchedOf<E>>,
    [runtime],
  )
}

type Running<Value> = FetchPromise<Value> | undefined
