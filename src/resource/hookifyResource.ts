import { mergeHeaders } from '../endpoint/headers'
import type { HookResource } from './extendResource'

/** An endpoint whose requests can be given further options. */
interface Hookable {
  readonly requestInit?: RequestInit | undefined
  extend(options: object): Hookable
}

/**
 * Creates a hook for each endpoint of a resource, which returns the endpoint with the result of `useInit` as its `requestInit`.
 * Use it for values that only components have, such as a token in a React context. Keys and data are those of the resource.
 * @param useInit a hook; while it gives the same object, so do the hooks; `undefined` or `null` leaves the endpoints as they are
 *
 * @example
 * const useToken = () => {
 *   const token = useContext(Token)
 *   return useMemo(() => ({ headers: { 'Access-Token': token } }), [token])
 * }
 * const UserHooks = hookifyResource(UserResource, useToken)
 *
 * const useUser = (id: string) => useSuspense(UserHooks.useGet(), { id })
 */
export function hookifyResource<const R extends object>(
  resource: R,
  useInit: () => RequestInit | null | undefined,
): HookResource<R> {
  const hooks = Object.entries(resource)
    .filter((entry): entry is [string, Hookable] => isHookable(entry[1]))
    .map(([name, endpoint]) => [hookName(name), hookOf(endpoint, useInit)])
  return Object.fromEntries(hooks) as HookResource<R>
}

function hookOf(endpoint: Hookable, useInit: () => RequestInit | null | undefined): () => Hookable {
  const made = new WeakMap<RequestInit, Hookable>()
  return function useEndpoint() {
    const init = useInit()
    if (init === undefined || init === null) return endpoint
    const known = made.get(init)
    if (known !== undefined) return known
    const extended = endpoint.extend({ requestInit: joined(endpoint, init) })
    made.set(init, extended)
    return extended
  }
}

/** Both, the headers of both included; those of the hook win. */
function joined({ requestInit }: Hookable, init: RequestInit): RequestInit {
  return { ...requestInit, ...init, headers: mergeHeaders(requestInit?.headers, init.headers) }
}

function hookName(name: string): string {
  return `use${name.charAt(0).toUpperCase()}${name.slice(1)}`
}

/** The function `extend` of the resource itself is none. */
function isHookable(member: unknown): boolean {
  return typeof member === 'function' && 'extend' in member
}
