import type { Id, Item, Shape } from './data'

/** A mutation that shows at once: an issue on the end of the list, a title by the patch of a resource, or one comment more. */
export type PendingCall =
  | { readonly do: 'push'; readonly item: Item }
  | { readonly do: 'patch'; readonly id: Id; readonly title: string }
  | { readonly do: 'comment'; readonly id: Id }

/** One store of one library, with one list of issues. Every verb ends with what readers see being up to date. */
export interface World {
  write(list: readonly Item[]): unknown
  read(): readonly Item[]
  /** Gives an issue another title, whether it is on the list or not. */
  update(id: Id, title: string): unknown
  updateUser(id: Id, login: string): unknown
  /** Stores an issue that is not on the list. */
  addOutside(item: Item): unknown
  /** Puts an issue on the end of the list. */
  push(item: Item): unknown
  /** What a component that shows one issue reads; made once for each. Absent: the library has no such read. */
  readOne?(id: Id): () => Item | undefined
  /** Makes the next read a first one, where `write` has read already. */
  cool?(): void
  /** Another title that shows at once, a look at it, its end without a response. Absent: the library has none. */
  optimistic?(id: Id, title: string, look: () => void): unknown
  /** Another title that shows at once, of a mutation whose response never comes. Absent: the library keeps none in flight. */
  startUpdate?(id: Id, title: string): unknown
  /** Calls mutations. What is returned responds to all of them at once, and waits until they have landed. Absent: the library keeps none. */
  start?(calls: readonly PendingCall[]): () => Promise<void>
  /** Stores a list of each issue, with its title as an argument of this name. Absent: the library has no lists that follow. */
  fillLists?(items: readonly Item[], argument: string): unknown
  /** Gives an issue another title by the patch of a resource, whose response is at hand. */
  rename?(id: Id, title: string): unknown
  /** Requests the list anew, and the response never comes. Absent: the library makes no requests. */
  hang?(): unknown
  /** Makes a request of this key, which gets its response at once. Absent: the library makes no requests. */
  request?(key: string): unknown
}

/** A library that takes part. */
export interface Library {
  readonly name: string
  /** The package that its version is read from. */
  readonly package: string
  /** Says why it does not take part in a row of this size, where it does not. */
  skips?(size: number): string | undefined
  /** The largest list to weigh its memory with, where 100,000 are out of reach. */
  readonly largest?: number
  /** Whether it supports a shape; absent: all of them. */
  supports?(shape: Shape): boolean
  /** What a server would send to a client of this library; not part of what is measured. */
  prepare?(list: Item[], shape: Shape): Item[]
  start(shape: Shape): World
}
