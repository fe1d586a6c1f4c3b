import type { FetchPromise } from '../store/Operations'
import { promiseOf } from '../store/operations/fetch'
import { endedRequest } from '../store/requests/lifecycle'
import type { Call, Request } from '../store/requests/Request'
import type { Runtime } from '../store/Runtime'
import { abortError, DisposedError, ResetError } from '../store/state/errors'
import { getOrCreate, lastOf } from '../util/collections'

/** The promise of a call that may still wait to be sent. */
export type CallPromise = Pick<FetchPromise<unknown>, keyof Promise<unknown> | 'unwrap' | 'abort'>

/** A caller that waits for the request to be sent. */
interface Caller {
  readonly promise: CallPromise
  /** Called with the promise of the request that was sent. */
  follow(request: FetchPromise<unknown>): void
}

/** The calls of an endpoint with one key, which are sent as the last of them. Those that were aborted are not among them. */
interface Group<Waiting extends Call> {
  readonly calls: Map<Caller, Waiting>
  readonly started: number
  /** Called when the group waits no more. */
  readonly leave: () => void
  timer?: ReturnType<typeof setTimeout>
}

/** The calls that wait to be sent. */
export class DebouncedCalls<Waiting extends Call> {
  readonly #runtime: Runtime
  readonly #start: (call: Waiting) => Request
  readonly #groups = new Map<string, Group<Waiting>>()

  constructor(runtime: Runtime, start: (call: Waiting) => Request) {
    this.#runtime = runtime
    this.#start = start
  }

  /** Sends a call after `delay` ms, unless another call of its key takes its place. */
  wait(call: Waiting, delay: number): CallPromise {
    // Another endpoint may have the same key: a call of it is another change.
    const key = `${call.endpoint.name} ${call.key}`
    const before = this.#groups.get(key)
    if (before !== undefined && this.#runtime.isBeforeReset(before)) this.#send(before)
    const group = getOrCreate(this.#groups, key, () => this.#newGroup(key))
    clearTimeout(group.timer)
    group.timer = setTimeout(() => this.#send(group), delay)
    const caller = newCaller((reason) => {
      if (group.calls.delete(caller)) this.#follow([caller], call, abortError(reason))
    })
    group.calls.set(caller, call)
    return caller.promise
  }

  /** Sends all calls now. */
  flush(): void {
    for (const group of this.#groups.values()) this.#send(group)
  }

  /** Sends the last call of a group, or ends all of them with an error. */
  #send(group: Group<Waiting>, error?: Error): void {
    group.leave()
    const call = lastOf([...group.calls.values()])
    // A reset ends the calls that wait, as it ends the mutations that wait for others.
    const reset = this.#runtime.isBeforeReset(group) ? new ResetError() : undefined
    if (call !== undefined) this.#follow(group.calls.keys(), call, error ?? reset)
  }

  /** The callers of a request that cannot start get the error by their promises. */
  #follow(callers: Iterable<Caller>, call: Waiting, error?: Error): void {
    const runtime = this.#runtime
    let request: Request
    try {
      if (error !== undefined) throw error
      request = this.#start(call)
    } catch (thrown) {
      request = endedRequest(runtime, call, thrown)
    }
    for (const caller of callers) caller.follow(promiseOf(runtime, request))
  }

  #newGroup(key: string): Group<Waiting> {
    const { clock, timers } = this.#runtime
    const dispose = (): void => this.#send(group, new DisposedError())
    const leave = (): void => {
      clearTimeout(group.timer)
      forget()
      this.#groups.delete(key)
    }
    const group: Group<Waiting> = { calls: new Map(), started: clock.next(), leave }
    const forget = timers.atEnd(dispose)
    return group
  }
}

/** @param leave called where a caller aborts before the request is sent */
function newCaller(leave: (reason?: string) => void): Caller {
  let follow!: (request: FetchPromise<unknown>) => void
  // In an object, since a promise of a promise is the inner one.
  const sent = new Promise<{ readonly request: FetchPromise<unknown> }>((resolve) => {
    follow = (request) => resolve({ request })
  })
  const promise = Object.assign(
    sent.then(({ request }) => request),
    {
      unwrap: async () => (await sent).request.unwrap(),
      abort(reason?: string) {
        leave(reason)
        void sent.then(({ request }) => request.abort(reason))
      },
    },
  )
  return { promise, follow }
}
