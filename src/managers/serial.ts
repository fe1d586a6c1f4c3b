import { broughtValue } from '../endpoint/brought'
import type { ManagedRequest, Manager } from '../store/Manager'
import { attempt, isNothing } from '../util/checks'
import { describeValue } from '../util/messages'
import { withRealIds } from './optimism/temporaryArguments'

/** A mutation of a scope that has not ended. */
interface Pending {
  readonly request: ManagedRequest
  /** As it was called: an import may have removed what the temporary key stands for. */
  readonly scope: string
  readonly end: Promise<unknown>
}

/**
 * The manager of the option `scope`: mutations of one scope are sent one after the other, in the order of their calls, and each
 * is shown by its optimistic response while it waits. After a failure the next one is sent. A function of the arguments may give
 * `undefined` for a call that waits for none.
 *
 * @example
 * const addToCart = new RestEndpoint({ path: '/cart', method: 'POST', scope: [serial, 'cart'] })
 */
export const serial: Manager & { readonly name: 'serial' } = {
  name: 'serial',
  init(store) {
    let pending: readonly Pending[] = []
    // An entity that was created meanwhile names the same scope by its id as by its temporary key.
    const nameOf = (request: ManagedRequest): string | undefined =>
      scopeOf(request, withRealIds(store.getState(), request.args))
    return {
      request(request, run) {
        const scope = request.isMutation ? nameOf(request) : undefined
        // It is its turn until it has ended, also where a manager repeats the run.
        const isRepeated = pending.some((it) => it.request === request)
        if (scope === undefined || isRepeated) return run()
        const before = pending.filter(
          (it) => it.scope === scope || attempt(() => nameOf(it.request)) === scope,
        )
        const own =
          before.length === 0 ? run() : Promise.all(before.map(({ end }) => end)).then(() => run())
        // The next one starts when the response is stored, so that they do not overlap.
        const end = Promise.all([own.catch(() => undefined), request.outcome])
        const entry: Pending = { request, scope, end }
        pending = [...pending, entry]
        void end.then(() => (pending = pending.filter((it) => it !== entry)))
        return own
      },
    }
  },
}

/** @throws TypeError in development where it is no text */
function scopeOf({ endpoint }: ManagedRequest, args: readonly unknown[]): string | undefined {
  const value = broughtValue(endpoint.scope)
  const scope = typeof value === 'function' ? value.apply(endpoint, [...args]) : value
  if (process.env.NODE_ENV !== 'production' && Object(scope) === scope) {
    throw new TypeError(
      `${endpoint.name} was not sent: its \`scope\` is ${describeValue(scope)}, and has to be a text. Mutations with the same text wait for each other; \`undefined\` lets none wait.`,
    )
  }
  return isNothing(scope) ? undefined : scope
}
