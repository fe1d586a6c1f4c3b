import { type RefObject, useCallback, useEffect, useInsertionEffect, useRef, useState } from 'react'
import type { ArgsOf, EndpointContract } from '../endpoint/contract'
import type { Progress } from '../endpoint/contract'
import { isAbortError } from '../store/state/errors'
import type { FetchedOf, FetchPromise } from '../store/Operations'
import { fetch } from '../store/operations/fetch'
import { useRuntime } from './useRuntime'

/** The state of a long request. */
export interface DownloadState<Value> {
  /** How far the request is. */
  readonly status: 'idle' | 'running' | 'done' | 'failed' | 'aborted'
  /** The number of received bytes; `total` is undefined where the server does not send it. */
  readonly progress: Progress | undefined
  /** The data, once the status is `done`. */
  readonly data: Value | undefined
  /** Why the request failed, once the status is `failed`. */
  readonly error: unknown
}

/** The state of a long request, with functions to start and abort it. */
export interface Download<E extends EndpointContract> extends DownloadState<FetchedOf<E>> {
  /**
   * Sends the request, and replaces one in flight; always the same function. Resolves to the data, or to `undefined` where
   * the request failed, was aborted or replaced. Never rejects.
   */
  start(...args: ArgsOf<E>): Promise<FetchedOf<E> | undefined>
  /** Aborts the request in flight. */
  abort(): void
}

const IDLE = { status: 'idle', progress: undefined, data: undefined, error: undefined } as const

/**
 * Progress, abort and result of a long request, which is aborted when the component unmounts.
 * It has progress where the `fetchFn` reports that, as `progressFetch` of `rtk-rest/xhr` does.
 *
 * @example
 * const { start, abort, status, progress } = useDownload(getStatement)
 * const open = async () => showFile(await start({ id }))
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
      // The outcome of a replaced request, or of one whose component is unmounted, is ignored.
      let request: Running<FetchedOf<E>>
      const show = (next: DownloadState<FetchedOf<E>>): void => {
        if (running.current === request) setState(next)
      }
      try {
        running.current = request = send(args)
        const report = (progress?: Progress): void => show({ ...IDLE, status: 'running', progress })
        report()
        const stop = request.onDownloadProgress(report)
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
