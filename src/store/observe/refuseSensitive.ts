import type { EndpointContract } from '../../endpoint/contract'

/**
 * The answers of a sensitive endpoint are told to nobody but who asked, so there is nothing that a reader could show.
 * @throws TypeError where an endpoint is sensitive
 */
export function refuseSensitive({ name, sensitive }: EndpointContract): void {
  if (sensitive !== true) return
  throw new TypeError(
    `${name} is sensitive, so its answers are not kept; call controller.fetch instead of a hook or retain.`,
  )
}
