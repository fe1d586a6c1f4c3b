import type { EndpointContract } from '../../endpoint/contract'

/** What an observer looks at, and whether it may fetch. */
export interface Observed {
  readonly endpoint: EndpointContract
  readonly args: readonly unknown[]
  readonly key: string
  readonly fetches: boolean
}
