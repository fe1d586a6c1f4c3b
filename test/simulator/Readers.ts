import type { RootWith, Selectors } from 'rtk-rest/types'
import type { Step } from './steps'
import type { Call, ListName } from './world'

/** What a reader shows. */
export interface Shown {
  readonly label: string
  readonly value: unknown
  readonly list?: ListName | undefined
}

/** What a reader shows when all requests are done. */
export interface Presented {
  readonly label: string
  readonly call: Call
  /** Undefined where it shows an error. */
  readonly value: unknown
  readonly hasError: boolean
}

/** What a reader reads, and so keeps from being removed. */
export interface Used {
  readonly label: string
  /** It is no call, and may use more than it shows. */
  readonly isQuery?: boolean
  read(selectors: Selectors<RootWith<'rest'>>, root: RootWith<'rest'>): unknown
}

/** The readers of the store in a run: retained calls, or components on a page. */
export interface Readers {
  /** Does a step that is about readers; false where it is about something else. */
  take(step: Step): boolean
  /** Does something like an event of a user, in a transition if the step has one. */
  act(step: Step, run: () => void): void
  /** The paths of the calls whose readers have neither data nor an error. */
  waiting(): readonly string[]
  shown(): Iterable<Shown>
  presented(): Iterable<Presented>
  used(): Iterable<Used>
  /** The paths of what was fetched again by hand since the last call. */
  takeRetried(): readonly string[]
  /** Fetches again what failed, like a user with a retry button. */
  retry(): void
  /** What went wrong in the readers themselves. */
  problems(): readonly string[]
  release(): void
  /** Leave a page, and come to the one that is loaded in its place. */
  reload(load: () => void): void
  /** What is left of them that should not be, after their release. */
  remains(): Readonly<Record<string, number>>
}

/** What a reader of a call uses. */
export function usedBy({ endpoint, args, path }: Call): Used {
  return {
    label: path,
    read: ({ selectData }, root) => selectData(root, endpoint, ...(args as never[])),
  }
}
