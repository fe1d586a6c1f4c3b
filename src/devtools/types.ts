import type { ReactNode } from 'react'
import type { Store } from 'redux'
import type { RestAction } from '../store/state/actions'
import type { RestState } from '../store/state/state'

/** One request, from its start to its end. */
export interface DevtoolsRequest {
  /** The id that its actions have. */
  readonly id: string
  /** `''` of a call whose key does not start with a method. */
  readonly method: string
  /** Without origin; of a sensitive call the name of its endpoint. */
  readonly path: string
  /** In flight, or the way it ended. */
  readonly status: 'pending' | 'done' | 'failed' | 'aborted'
  /** Why it failed: the status of the response, or the name of the error. */
  readonly reason: string | undefined
  /** The time that it took. */
  readonly ms: number | undefined
}

/** What an action did to a row. */
export interface ChangedRow {
  readonly table: string
  readonly key: string
  /** `expected`: it is shown before the server responds; the field of a deletion is `deleted`. */
  readonly kind: 'added' | 'changed' | 'removed' | 'stale' | 'expected'
  /** The names of the fields that changed. */
  readonly fields: readonly string[]
}

/** The states around an action. */
export interface AroundStates {
  readonly before: RestState
  readonly after: RestState
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
  /** Of the newest actions that changed the state. */
  readonly states: AroundStates | undefined
}

/** All that followed from one thing that the user did. */
export interface DevtoolsGroup {
  /** Grows from group to group. */
  readonly id: number
  /** `Click: Rename` */
  readonly cause: string
  /** False of polls and of all else that follows from no event. */
  readonly isByUser: boolean
  /** The address of the page changed. */
  readonly isNavigation: boolean
  /** The latest ones, oldest first. */
  readonly requests: readonly DevtoolsRequest[]
  /** The latest ones, oldest first. */
  readonly actions: readonly ActionView[]
  /** The numbers of all there was, also of what is no longer listed. */
  readonly counts: Counts
}

/** The numbers of all there was in a group, also of what is no longer listed. */
export interface Counts {
  readonly requests: number
  readonly actions: number
  /** Distinct ones; one more than `LIMITS.rows` stands for any number above that. */
  readonly rows: number
  /** `undefined` where no observer counted them from the start. */
  readonly places: number | undefined
  /** `undefined` where no observer counted them from the start. */
  readonly components: number | undefined
}

/** The rows of a table that changed last, newest first. */
export interface RecentRow {
  readonly key: string
  readonly kind: ChangedRow['kind']
  readonly fields: readonly string[]
  /** Another one for each change. */
  readonly version: number
}

/** Places of a page that changed. */
export interface PlaceSet {
  /** Adds what a `MutationObserver` saw. */
  take(records: readonly MutationRecord[]): void
  /** The elements that look different now. */
  places(): ReadonlySet<Element>
}

/** The log of a panel, as far as an observer adds to it and reads it. */
export interface DevtoolsLog {
  /** Tells whether a node is of the panel, and not of the page. */
  isOwn(node: Node): boolean
  /** Counts components that rendered: one object for each, the same however often it renders. */
  addRendered(components: readonly object[]): void
  /** Has the places of a page counted, in sets that are made by this function: of all that changed since an earlier set as well. */
  countPlaces(create: (earlier?: PlaceSet) => PlaceSet): void
  /** Counts what changed on a page with this address; returns the elements that look different now, as far as they are counted. */
  addPlaces(records: readonly MutationRecord[], address: string): ReadonlySet<Element>
  /** Returns the groups, newest first; the same array until something was added. */
  getGroups(): readonly DevtoolsGroup[]
  /** Calls the listener at most once in a frame; returns the function that ends it. */
  subscribe(listener: () => void): () => void
}

/** Adds to a panel what the library does not see by itself, such as how many components rendered. */
export interface DevtoolsObserver {
  /** Returns the name of an element for which an event is reported; `undefined` where the element is not a part of the page. */
  nameOf?(element: Element): string | undefined
  /** Called as the panel opens its log; returns the function that ends it. */
  observe?(log: DevtoolsLog): () => void
}

/** The props of `RestDevtools`. All but `rest`, `store` and `position` are read when it mounts. */
export interface RestDevtoolsProps {
  /** The instance, as `createRest` returns it. Default: the only one of the store. */
  readonly rest?: { readonly reducerPath: string }
  /** The store. Default: that of the nearest `Provider`. */
  readonly store?: Store
  /**
   * `floating`: over the page, with a button in the corner. `docked`: beside the page from 1,200 px on, and below it in a narrower
   * window; the page gets narrower or longer by as much. `page`: where the component stands. Default: `floating`.
   */
  readonly position?: 'floating' | 'docked' | 'page'
  /** True for a panel that is open until the user decides, whose choice stays. Default: where it is beside the page or in it. */
  readonly initialIsOpen?: boolean
  /** Add what the library does not see by itself. Default: none. */
  readonly observers?: readonly DevtoolsObserver[]
  /** Tells which actions are left out of the log, such as those of a poll that is always there. Default: none. */
  readonly ignores?: (action: RestAction) => boolean
  /** Shown at the top of the panel, with the styles of the page. */
  readonly children?: ReactNode
}
