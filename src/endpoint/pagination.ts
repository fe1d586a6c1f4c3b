import type { AnyType } from '../util/anyType'
import type { Hint, Machinery } from './brought'

/** The endpoint of a list, as far as its pages depend on it. */
export interface PagedEndpoint {
  readonly name: string
  readonly schema: unknown
  key(...args: readonly unknown[]): string
  extend(options: object): AnyType
}

/**
 * What names a page: the parameter, or a function that takes it out of the arguments of a call. What is left are the arguments of
 * the whole list.
 */
export type Cursor = string | ((...args: AnyType[]) => readonly unknown[])

/** The maker of the endpoint of the pages of a list: `pages`. */
export interface Paging extends Machinery<'pages'> {
  /** The endpoint of the pages of another endpoint's list. */
  pageOf(endpoint: PagedEndpoint, cursor: Cursor): AnyType
}

/** The value of the option `paginationField`. */
export type Pagination = readonly [manager: Paging, cursor: Cursor]

/** What the compiler shows for a plain text. */
export type PaginationHint = Hint<"write [pages, 'cursor'], with import { pages } from 'rtk-rest'">
