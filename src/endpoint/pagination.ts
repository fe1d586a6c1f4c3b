import type { AnyType } from '../util/anyType'
import type { Machinery } from './brought'

/** The endpoint of a list, as far as its pages depend on it. */
export interface PagedEndpoint {
  readonly name: string
  readonly schema: unknown
  key(...args: readonly unknown[]): string
  extend(options: object): AnyType
}

/**
 * Where the pages go that a parameter names: `forwards` behind the list, `backwards` in front of it, as older messages of a chat do.
 */
export interface Directions {
  readonly [parameter: string]: 'forwards' | 'backwards'
}

/**
 * What names a page: the parameter, several of them with their directions, or a function that takes it out of the arguments of a
 * call. What is left are the arguments of the whole list.
 */
export type Cursor = string | Directions | ((...args: AnyType[]) => readonly unknown[])

/**
 * What a response says of the page behind it: the value of the parameter, an address whose search parameters name the page, the
 * parameters as an object, or all arguments as a list. `''`, `null`, `undefined` and `false`: there is no such page.
 */
export type NextPage = string | number | false | null | undefined | object | readonly unknown[]

/**
 * Gives the page behind a response, or in front of it where that is the direction.
 * @param args of the request that brought the response
 */
export type FindNext = (response: AnyType, ...args: AnyType[]) => NextPage

/** The maker of the endpoint of the pages of a list: `pages`. */
export interface Paging extends Machinery<'pages'> {
  /** The endpoint of the pages of another endpoint's list. */
  pageOf(endpoint: PagedEndpoint, cursor: Cursor): AnyType
}

/**
 * The value of the option `paginationField`. Without `next`, a cursor is looked for beside the list and at its edge when its page is
 * requested.
 */
export type Pagination = readonly [manager: Paging, cursor: Cursor, next?: FindNext]
