import { advise } from '../util/advise'
import type { EndpointContract } from '../endpoint/contract'
import { describeValue } from '../util/describeValue'

/**
 * In development alone.
 * @throws TypeError where something is no endpoint
 */
export function checkEndpoint(endpoint: EndpointContract | undefined): void {
  if (process.env.NODE_ENV === 'production') return
  if (typeof endpoint?.key === 'function' && typeof endpoint.run === 'function') return
  throw new TypeError(
    `An endpoint is needed, such as UserResource.get; found ${describeValue(endpoint)}.`,
  )
}

/**
 * Whether an endpoint can be read again and again: a mutation would be sent again and again, and the answers of a
 * sensitive one are told to nobody but who asked.
 * @throws TypeError where it cannot
 */
export function checkReadable({ name, sensitive, sideEffect }: EndpointContract): void {
  if (sideEffect === true) {
    throw new TypeError(
      advise(
        'a mutation is no read',
        process.env.NODE_ENV === 'production' ||
          `${name} changes data, so no hook, retain or subscribe sends it; call controller.fetch where it is to happen.`,
      ),
    )
  }
  if (sensitive !== true) return
  throw new TypeError(
    advise(
      'a sensitive call is not kept',
      process.env.NODE_ENV === 'production' ||
        `${name} is sensitive, so its answers are not kept; call controller.fetch instead of a hook or retain.`,
    ),
  )
}
