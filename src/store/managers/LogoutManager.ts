import type { Action } from 'redux'
import { asRestAction, type RejectedAction } from '../state/actions'
import { type Controller, runtimeOf } from '../Controller'
import type { Manager } from '../Manager'
import { report } from '../report'
import type { Runtime } from '../Runtime'
import type { RestError } from '../state/state'

/** What `new LogoutManager()` takes. */
export interface LogoutOptions {
  /** Whether an error ends the session. Default: its `status` is 401. */
  shouldLogout?(error: RestError): boolean
  /** What is done then; until its promise ends, other refusals are part of it. Default: `controller.resetEntireStore()`. */
  handleLogout?(controller: Controller): unknown
}

/**
 * Signs out when the server refuses a user: aborts the requests in flight and forgets all data. The request that was
 * refused keeps its error. Mounted readers show it and do not refetch until another key, mount or retry.
 *
 * @example
 * createRest({ managers: [new LogoutManager({ handleLogout(controller) { controller.resetEntireStore(); goToLogin() } })] })
 */
export class LogoutManager implements Manager {
  readonly #options: LogoutOptions

  constructor(options: LogoutOptions = {}) {
    this.#options = options
  }

  init(controller: Controller): () => void {
    const runtime = runtimeOf(controller)
    return controller.onAction((action) => {
      const refusal = this.#refusalIn(runtime, action)
      if (refusal !== undefined) void this.#logOut(runtime, controller, refusal)
    })
  }

  #refusalIn(runtime: Runtime, action: Action): RejectedAction | undefined {
    const meta = asRestAction(runtime.settings.reducerPath, action)?.meta
    const isFailure = meta?.kind === 'request' && meta.requestStatus === 'rejected'
    if (!isFailure || meta.aborted === true || runtime.logout.cause !== undefined) return undefined
    const rejected = action as RejectedAction
    const { shouldLogout = isUnauthorized } = this.#options
    return shouldLogout(rejected.error) ? rejected : undefined
  }

  /** A reset within it, also a later one of an async handler, is that of a logout. */
  async #logOut(runtime: Runtime, controller: Controller, cause: RejectedAction): Promise<void> {
    const { handleLogout = resetStore } = this.#options
    runtime.logout.cause = cause
    try {
      await handleLogout(controller)
    } catch (error) {
      report(error)
    } finally {
      runtime.logout.cause = undefined
    }
  }
}

function isUnauthorized({ status }: RestError): boolean {
  return status === 401
}

function resetStore(controller: Controller): void {
  controller.resetEntireStore()
}
