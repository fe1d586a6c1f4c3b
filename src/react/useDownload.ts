import { type RefObject, useCallback, useEffect, useInsertionEffect, useRef, useState } from 'react'
import type { ArgsOf, EndpointContract, ErrorOf, Progress } from '../endpoint/contract'
import { isAbortError } from '../store/state/errors'
import type { FetchedOf, FetchPromise } from '../store/Operations'
import { fetch } from '../store/operations/fetch'
import { useRuntime } from './useRuntime'

/** The state of a long request. */
export interface DownloadState<Value, Failure = Error> {
  /** The stage of the request. */
  readonly status: 'idle' | 'running' | 'done' | 'failed' | 'aborted'
  /** The number of received bytes; `total` is undefined where the server does not send it. */
  readonly progress: Progress | undefined
  /** The data, once the status is `done`. */
  readonly data: Value | undefined
  /** Why the request failed, once the status is `failed`. */
  readonly error: Failure | undefined
}

/** The state of a long request, with functions to start and abort it. */
export interface Download<E extends EndpointContract> extends StateOf<E> {
  /**
   * Sends the request, and replaces one in flight; always the same function. Resolves to the data, or to `undefined` where
   * the request failed, was aborted or replaced. Never rejects.
   */
  start(...args: ArgsOf<E>): Promise<FetchedOf<E> | undefined>
  /** Aborts the request in flight. */
  abort(): void
}

type StateOf<E extends EndpointContract> = DownloadState<FetchedOf<E>, ErrorOf<E>>

const IDLE = { status: 'idle', progress: undefined, data: undefined, error: undefined } as const
/** Also after a component has left: it may come back, as a part of the page that was only hidden. */
const ABORTED = { ...IDLE, status: 'aborted' } as const

const failed = <Failure>(error: Failure) => ({ ...IDLE, status: 'failed', error }) as const

/**
 * Progress, abort and result of a long request, which is aborted when the component unmounts.
 * It has progress where the `fetchFn` reports that, as `progressFetch` of `rtk-rest/xhr` does.
 *
 * @example
 * const { start, abort, status, progress } = useDownload(getStatement)
 * const open = async () => showFile(await start({ id }))
 */
export function useDownload<E extends EndpointContract>(endpoint: E): Download<E> {
  const runtime = useRuntime()
  const [state, setState] = useState<StateOf<E>>(IDLE)
  const running = useRef<FetchPromise<FetchedOf<E>>>(undefined)
  const latest = useLatest(endpoint)
  /** What becomes of a request that is replaced, or whose component has left, is ignored. */
  const drop = useCallback(() => {
    running.current?.abort()
    running.current = undefined
  }, [])
  const leave = useCallback(() => {
    drop()
    setState((it) => (it.status === 'running' ? ABORTED : it))
  }, [drop])
  useEffect(() => leave, [leave])
  const start = useCallback(
    async (...args: ArgsOf<E>): Promise<FetchedOf<E> | undefined> => {
      drop()
      let request: typeof running.current
      const show = (next: StateOf<E>): void => {
        if (running.current === request) setState(next)
      }
      try {
        request = fetch(runtime, latest.current, ...args) as FetchPromise<FetchedOf<E>>
        running.current = request
        const report = (progress?: Progress): void => show({ ...IDLE, status: 'running', progress })
        report()
        const data = await request.unwrap().finally(request.onDownloadProgress(report))
        show({ ...IDLE, status: 'done', data })
        return running.current === request ? data : undefined
      } catch (error) {
        show(isAbortError(error) ? ABORTED : failed(error as ErrorOf<E>))
        return undefined
      }
    },
    [runtime, latest, drop],
  )
  const abort = useCallback(() => running.current?.abort(), [])
  return { ...state, start, abort }
}

/** What the last render was given; set before the effects of components within. */
function useLatest<Value>(value: Value): RefObject<Value> {
  const latest = useRef(value)
  useInsertionEffect(() => {
    latest.current = value
  })
  return latest
}
