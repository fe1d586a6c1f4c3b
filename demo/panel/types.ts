/** One request, from its start to its end. */
export interface RequestView {
  readonly id: string
  /** `''` of a call whose key does not begin with a method. */
  readonly method: string
  /** Without origin; of a sensitive call the name of its endpoint. */
  readonly path: string
  readonly status: 'pending' | 'done' | 'failed' | 'aborted'
  /** Why it failed: the status of the response, or the name of the error. */
  readonly reason: string | undefined
  readonly ms: number | undefined
}

/** What an action did to a row. */
export interface ChangedRow {
  readonly table: string
  readonly key: string
  /** `expected`: it is shown before the server responds; the field of a deletion is `deleted`. */
  readonly kind: 'added' | 'changed' | 'removed' | 'stale' | 'expected'
  readonly fields: readonly string[]
}

/** An action that went through the store. */
export interface ActionView {
  readonly id: number
  readonly type: string
  /** False of an action of the app, of which only the type is kept. */
  readonly isRest: boolean
  readonly rows: readonly ChangedRow[]
  /** How many more rows it changed. */
  readonly more: number
}

/** All that followed from one thing that the user did. */
export interface GroupView {
  readonly id: number
  /** `Click: Rename` */
  readonly cause: string
  readonly isByUser: boolean
  /** The address of the page changed. */
  readonly isNavigation: boolean
  /** The latest ones, oldest first, as `actions`. */
  readonly requests: readonly RequestView[]
  readonly actions: readonly ActionView[]
  readonly counts: Counts
}

/** How much there was in a group, also of what is no longer listed. */
export interface Counts {
  readonly requests: number
  readonly actions: number
  /** Distinct ones; one more than `LIMITS.rows` stands for any number above that. */
  readonly rows: number
  readonly places: number
  /** `undefined` without a hook into React. */
  readonly components: number | undefined
}

/** The rows of a table that changed last, newest first. */
export interface RecentRow {
  readonly key: string
  readonly kind: ChangedRow['kind']
  readonly fields: readonly string[]
  /** Rises with each change, so that a cell lights up each time. */
  readonly version: number
}
