import type { Call, ListName } from './world'
import type { Step } from './steps'

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

/** Whoever reads the store in a run: held calls, or components on a page. */
export interface Readers {
  /** Does a step that is about readers; false where it is about something else. */
  take(step: Step): boolean
  /** Does something as a user's event does, in a transition where the step says so. */
  act(step: Step, run: () => void): void
  /** The paths of the calls whose readers have neither data nor an error. */
  waiting(): readonly string[]
  shown(): Iterable<Shown>
  presented(): Iterable<Presented>
  /** Asks again for what failed, as a user does by a button. */
  retry(): void
  /** What went wrong in the readers themselves. */
  problems(): readonly string[]
  release(): void
  /** What is left of them that should not be, after their release. */
  remains(): Readonly<Record<string, number>>
}
