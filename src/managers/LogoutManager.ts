import type {
  GatedBy,
  ManagedRequest,
  Manager,
  ManagerHooks,
  ManagerStore,
  Reader,
} from '../store/Manager'
import type { Controller } from '../store/Operations'
import { report } from '../store/report'
import type { RejectedAction, ResetAction, RestAction } from '../store/state/actions'
import { isAbortError, reviveError, toRestError } from '../store/state/errors'
import { rowOf } from '../store/state/requestRows'
import type { RestError } from '../store/state/state'

/** The options of `new LogoutManager()`. */
export interface LogoutOptions {
  /** Tells whether an error ends the session. Default: its `status` is 401. */
  shouldLogout?(error: RestError): boolean
  /** The work of a logout; until its promise ends, other refusals are part of it. Default: `controller.reset()`. */
  handleLogout?(controller: Controller): unknown
}

/**
 * Signs out when the server refuses a user: aborts the requests in flight and forgets all data. The request that was
 * refused keeps its error. Mounted readers show it and do not refetch until another key, mount or retry. The refusal of a
 * sensitive mutation is that of a sign-in, and ends no session.
 *
 * @example
 * createRest({ managers: [new LogoutManager({ handleLogout(controller) { controller.reset(); goToLogin() } })] })
 */
export class LogoutManager implements Manager {
  readonly name = 'logout'
  readonly #options: LogoutOptions

  constructor(options: LogoutOptions = {}) {
    this.#options = options
  }

  init(store: ManagerStore): ManagerHooks {
    return new Session(store, this.#options)
  }
}

/** The session of a user in one store. */
class Session implements ManagerHooks {
  readonly #store: ManagerStore
  readonly #options: LogoutOptions
  readonly #readers = new Set<Reader>()
  /** The readers from before the logout, and the error that they show. */
  readonly #barred = new Map<object, Error>()
  /** The refusal that is being handled: a reset now is that of the logout. */
  #refusal: { readonly error: RestError; readonly action?: RejectedAction } | undefined

  constructor(store: ManagerStore, options: LogoutOptions) {
    this.#store = store
    this.#options = options
  }

  readonly request = async (
    { endpoint, isMutation }: ManagedRequest,
    run: () => Promise<unknown>,
  ): Promise<unknown> => {
    try {
      return await run()
    } catch (error) {
      // No action tells of it.
      const isHidden = endpoint.sensitive === true && !isMutation && !isAbortError(error)
      if (isHidden) this.#refuse(toRestError(error))
      throw error
    }
  }

  /** A reset of a logout keeps the read that was refused, so that its readers do not fetch it again. */
  readonly commit = (action: RestAction): RestAction => {
    if (action.meta.kind !== 'reset') return action
    this.#barred.clear()
    if (this.#refusal === undefined) return action
    const { error, action: rejected } = this.#refusal
    for (const reader of this.#readers) this.#barred.set(reader, reviveError(error))
    if (rejected === undefined || rejected.meta.sideEffect === true) return action
    const { landed: _, ...row } = rowOf(rejected.meta, { error, errorPolicy: 'hard' })
    const payload: ResetAction['payload'] = { requests: { [rejected.meta.arg.key]: row } }
    return { ...action, payload } as ResetAction
  }

  readonly action = (action: object): void => {
    const { meta } = action as Partial<RestAction>
    if (meta?.kind === 'reset' && this.#refusal !== undefined) {
      for (const request of this.#store.inFlight) {
        if (request.isMutation) request.abort('The user is signed out.')
      }
    }
    if (meta?.kind !== 'request') return
    if (meta.requestStatus === 'fulfilled') this.#admit(meta.arg.key)
    if (meta.requestStatus !== 'rejected' || meta.aborted === true) return
    const rejected = action as RejectedAction
    this.#refuse(rejected.error, rejected)
  }

  readonly reader = (reader: Reader): (() => void) => {
    this.#readers.add(reader)
    return () => {
      this.#readers.delete(reader)
      this.#barred.delete(reader)
    }
  }

  /** While the logout is under way, no stream connects either: the token may be gone by then. */
  readonly gate = (call: object, from: GatedBy): { error: Error } | undefined => {
    const refusal = from === 'stream' ? this.#refusal : undefined
    const error = refusal ? reviveError(refusal.error) : this.#barred.get(call)
    return error && { error }
  }

  /** Somebody got a response. */
  #admit(key: string): void {
    for (const reader of this.#barred.keys()) {
      if ((reader as Reader).key === key) this.#barred.delete(reader)
    }
  }

  /** A reset within the handler, also a later one of an async handler, is that of the logout. */
  #refuse(error: RestError, action?: RejectedAction): void {
    const { shouldLogout = isUnauthorized } = this.#options
    if (this.#refusal !== undefined || !shouldLogout(error)) return
    this.#refusal = { error, ...(action && { action }) }
    void this.#logOut()
  }

  async #logOut(): Promise<void> {
    const { handleLogout = resetStore } = this.#options
    try {
      await handleLogout(this.#store)
    } catch (error) {
      report(error)
    } finally {
      this.#refusal = undefined
    }
  }
}

function isUnauthorized({ status }: RestError): boolean {
  return status === 401
}

function resetStore(controller: Controller): void {
  controller.reset()
}
