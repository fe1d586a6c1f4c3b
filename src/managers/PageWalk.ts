import type { FindNext, NextPage, Pagination } from '../endpoint/pagination'
import { isNothing, isObject } from '../util/checks'
import { lastOf } from '../util/collections'
import { codedMessage, describeValue } from '../util/messages'
import { getOwn, pick } from '../util/record'
import { type Clues, commonPlaces, searchOf, type Source } from './cursors'

export type Args = readonly unknown[]

/** Where the cursor of a page came from, by parameter. */
export type From = Readonly<Record<string, Source>>

/** A further page of a list, as it is stored: its first argument, which has the cursor, and where that came from. */
export type Page = readonly [params: unknown, from?: From, isInFront?: true]

/** A response of a walk, and the arguments that it was requested with. */
interface Visited {
  readonly response: unknown
  readonly args: Args
  readonly clues: (isInFront: boolean) => Clues
}

/** The arguments of a page; `end` where there is none any more, `unknown` where its cursor cannot be told. */
export type Step = { readonly args: Args } | 'end' | 'unknown'

interface PagedCall {
  readonly endpoint: { readonly name: string; readonly paginationField?: Pagination | undefined }
  readonly args: Args
}

/** A walk along the pages of a list: which page comes next is in the responses before it. */
export class PageWalk {
  readonly #call: PagedCall
  readonly #pages: readonly Page[]
  /** The last response in each direction, with the first page in both. */
  readonly #ends: { front?: Visited; back?: Visited } = {}
  /** How many members there are up to the end of the last page behind. */
  #count = 0

  constructor(call: PagedCall, pages: readonly Page[]) {
    this.#call = call
    // Numbers have an order of their own, in whatever order their pages came.
    this.#pages = [...pages].sort((one, other) => numberOf(one) - numberOf(other))
  }

  get pages(): readonly Page[] {
    return this.#pages
  }

  /** The parameter of which nothing was seen, if any. */
  get unseen(): string | undefined {
    if (this.#findNext !== undefined) return undefined
    for (const [, from = {}] of this.#pages) {
      const names = Object.keys(from)
      if (names.length === 0) return 'cursor'
      const isUnseen = (name: string): boolean =>
        typeof from[name] === 'object' && this.#placesOf(name).length === 0
      const unseen = names.find(isUnseen)
      if (unseen !== undefined) return unseen
    }
    return undefined
  }

  /** Goes on from a response. @param page it is that of. Default: the first one */
  visit(visited: Visited, page?: Page): void {
    const [, , isInFront = false] = page ?? []
    if (isInFront || page === undefined) this.#ends.front = visited
    if (isInFront) return
    this.#ends.back = visited
    const start = page === undefined ? 0 : (startOf(page, visited.args) ?? this.#count)
    this.#count = start + visited.clues(false).length
  }

  /** Finds a page behind, or in front of, the last response of its direction. */
  next(page: Page): Step {
    const [, from = {}, isInFront = false] = page
    const last = (isInFront ? this.#ends.front : this.#ends.back) as Visited
    const findNext = this.#findNext
    if (findNext === undefined) return this.#follow(from, last.clues(isInFront))
    const found = findNext(last.response, ...last.args)
    return this.#argsOf(found, Object.keys(from))
  }

  get #findNext(): FindNext | undefined {
    return this.#call.endpoint.paginationField?.[2]
  }

  #placesOf(name: string): readonly string[] {
    return commonPlaces(this.#pages.map(([, from]) => from?.[name]))
  }

  #follow(from: From, clues: Clues): Step {
    // Behind a page without members there is none.
    const count = clues.length === 0 ? undefined : this.#count
    const params: Record<string, unknown> = {}
    for (const [name, source] of Object.entries(from)) {
      const values =
        typeof source === 'number' ? [source] : clues.valuesAt(name, this.#placesOf(name), count)
      if (values.length === 0) return 'end'
      if (values.length > 1) return 'unknown'
      params[name] = values[0]
    }
    return this.#with(params)
  }

  /** What a function of the user's says of the next page. */
  #argsOf(found: NextPage, names: readonly string[]): Step {
    if (isNothing(found) || found === '' || found === false) return 'end'
    if (Array.isArray(found)) return { args: found as Args }
    const [, cursor] = this.#call.endpoint.paginationField as Pagination
    const ofAddress = typeof found === 'string' ? searchOf(found) : undefined
    const isAddress = typeof cursor !== 'string' || getOwn(ofAddress, cursor) !== undefined
    const params = isObject(found) ? found : isAddress ? ofAddress : undefined
    if (params === undefined) return this.#with(this.#named(found, names))
    if (typeof params['then'] === 'function') throw this.#refuse('a promise')
    const known = typeof cursor === 'object' ? (pick(params, names) as typeof params) : params
    return Object.values(known).every((it) => isNothing(it) || it === '')
      ? 'end'
      : this.#with(known)
  }

  #named(found: NextPage, names: readonly string[]): Record<string, unknown> {
    const isValue = typeof found === 'string' || typeof found === 'number'
    if (!isValue) throw this.#refuse(describeValue(found))
    const name = lastOf(names)
    if (name === undefined || names.length > 1) {
      throw this.#refuse(`${describeValue(found)} for a page that ${names.length} parameters name`)
    }
    return { [name]: found }
  }

  #refuse(found: string): TypeError {
    const { name } = this.#call.endpoint
    const text =
      process.env.NODE_ENV === 'production' ||
      `${name}: the function in \`paginationField\` gave ${found}. It gives the value of the parameter, parameters as an object, all arguments as a list, or an address with search parameters; nothing where there is no next page.`
    return new TypeError(codedMessage('next-page', text, `${name}, ${found}`))
  }

  #with(params: object): Step {
    const [first, ...rest] = this.#call.args
    return { args: [{ ...(first as object), ...params }, ...rest] }
  }
}

const NUMBERS = ['page', 'offset', 'skip']

function numberOf([params]: Page): number {
  const name = NUMBERS.find((it) => isObject(params) && !Number.isNaN(Number(params[it])))
  return name === undefined ? 0 : Number((params as Record<string, unknown>)[name])
}

/** The number of members in front of a page, where its parameter is that. */
function startOf([, from]: Page, [params]: Args): number | undefined {
  const name = NUMBERS.slice(1).find((it) => from?.[it] !== undefined)
  const start = name === undefined || !isObject(params) ? NaN : Number(params[name])
  return Number.isNaN(start) ? undefined : start
}
