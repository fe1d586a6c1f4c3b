import type { EndpointContract } from '../../endpoint/contract'

/** What a reader shows: the last data and error that could be shown. */
export interface View {
  readonly data: unknown
  readonly error: Error | undefined
}

/** Stands for one time that what was shown can be shown no longer. */
export type Block = object

/** What an observer looks at, and whether it may fetch. */
export interface Observed {
  readonly endpoint: EndpointContract
  readonly args: readonly unknown[]
  readonly key: string
  readonly fetches: boolean
}
