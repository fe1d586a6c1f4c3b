import type { Seam } from '../util/seam'
import { isObject } from '../util/isObject'
import { buildPath, isPathOf, pathNames } from './buildPath'
import type { ErrorPolicy, RunContext } from './contract'
import { encodeBody } from './encodeBody'
import { EndpointBase } from './Endpoint'
import { headersFor } from './headersFor'
import { identifyInvalidated } from './identifyInvalidated'
import { listMembers } from './listMembers'
import type {
  AddGenerics,
  AssignGenerics,
  CursorGenerics,
  MoveGenerics,
  PageGenerics,
  RemoveGenerics,
} from './listTypes'
import { NetworkError } from './NetworkError'
import { type Content, readAs, readBody } from './parseResponse'
import type {
  Extended,
  ExtendOptions,
  IsAny,
  RestArgs,
  RestGenerics,
  RestInstance,
  RestOptions,
} from './restTypes'
import { anySignal, sendRequest } from './sendRequest'
import { splitArgs } from './splitArgs'
import { warnOfOverruledOptions } from './overruledOptions'
import { searchToString } from './searchToString'

/** The run-time side of `RestEndpoint`; the precise types are those of `RestEndpointConstructor`. */
class RestEndpointBase extends EndpointBase {
  declare readonly path: string
  declare readonly urlPrefix: string | undefined
  declare readonly method: string
  declare readonly sideEffect: boolean | undefined
  declare readonly body: unknown
  declare readonly schema: unknown
  declare readonly content: Content | undefined
  declare readonly requestInit: RequestInit | undefined
  declare readonly signal: AbortSignal | undefined
  /** The context of the call; set while `fetch` runs. */
  declare readonly context: RunContext | undefined

  constructor(options: { readonly path: string }) {
    super(undefined, options)
    if (typeof (options as { path?: unknown } | undefined)?.path !== 'string') {
      throw new TypeError("A RestEndpoint needs a `path`, such as '/users/:id'.")
    }
  }

  /** The URL of a call: the path with its parameters, and all others as search parameters. */
  url(params: Readonly<Record<string, unknown>> = {}): string {
    const names = pathNames(this.path)
    const url = (this.urlPrefix ?? '') + buildPath(this.path, params)
    const rest = Object.entries(params).filter(([name]) => !names.has(name))
    const search = rest.length === 0 ? '' : this.searchToString(Object.fromEntries(rest))
    return search === '' ? url : `${url}${url.includes('?') ? '&' : '?'}${search}`
  }

  searchToString(params: Record<string, unknown>): string {
    return searchToString(params)
  }

  override key(...args: readonly unknown[]): string {
    if (process.env.NODE_ENV !== 'production') warnOfOverruledOptions(this)
    return `${this.method} ${this.url(splitArgs(this, args).params)}`
  }

  override testKey(key: string): boolean {
    const prefix = `${this.method} ${this.urlPrefix ?? ''}`
    if (!key.startsWith(prefix)) return false
    const path = key.slice(prefix.length)
    return isPathOf(this.path, this.path.includes('?') ? path : path.replace(/\?.*$/s, ''))
  }

  /** The whole pipeline of one call. */
  override async fetch(...args: readonly unknown[]): Promise<unknown> {
    const { params, body } = splitArgs(this, args)
    const url = this.url(params)
    const init = await this.getRequestInit(body, this.context ?? {})
    const response = await this.fetchResponse(url, init)
    return this.process(await this.parseResponse(response), ...args)
  }

  /** What `fetch` is called with besides the URL. JSON values are encoded, everything else is passed through. */
  async getRequestInit(body: unknown, context: RunContext): Promise<RequestInit> {
    const encoded = encodeBody(body)
    const headers = await this.getHeaders(headersFor(this, encoded.isJson), context)
    const init: RequestInit = { ...this.requestInit, method: this.method, headers }
    if (encoded.body !== undefined) init.body = encoded.body
    const signal = anySignal(this.signal, context.signal)
    if (signal !== undefined) init.signal = signal
    return init
  }

  /** The headers of a call; override it to add your own. */
  getHeaders(
    headers: Record<string, string>,
    _context: RunContext,
  ): Record<string, string> | Promise<Record<string, string>> {
    return headers
  }

  /**
   * Sends the request.
   * @throws NetworkError where the status is not ok
   */
  async fetchResponse(input: string, init: RequestInit): Promise<Response> {
    const response = await sendRequest(this.context?.fetchFn ?? fetch, input, init)
    if (!response.ok) throw new NetworkError(response)
    return response
  }

  /** Reads the body of a response. */
  async parseResponse(response: Response): Promise<unknown> {
    if (this.content !== undefined) return readAs(response, this.content)
    return readBody(response, this.schema, this.method === 'DELETE')
  }

  /** Changes what was read before it is stored. Default: as it is; for `Invalidate`, a value with a primary key. */
  process(value: unknown, ...args: readonly unknown[]): unknown {
    return identifyInvalidated(this.schema, value, splitArgs(this, args))
  }

  /** `soft` for errors of the server, so that a failed refetch keeps the data that is shown. */
  errorPolicy(error: unknown): ErrorPolicy {
    return isObject(error) && Number(error['status']) >= 500 ? 'soft' : undefined
  }
}

Object.defineProperties(RestEndpointBase.prototype, {
  ...Object.getOwnPropertyDescriptors(listMembers),
  // Computed where they are read, so that class fields and `extend` count as much as constructor options.
  name: {
    configurable: true,
    get(this: RestEndpointBase) {
      return `${this.method} ${this.path}`
    },
  },
  method: {
    configurable: true,
    get(this: RestEndpointBase) {
      const sends = ownSideEffect(this) === true || declaredBody(this) !== undefined
      return sends ? 'POST' : 'GET'
    },
  },
  sideEffect: {
    configurable: true,
    get(this: RestEndpointBase) {
      return this.method === 'GET' ? undefined : true
    },
  },
})

/** Makes REST endpoints; see `RestGenerics` and `RestOptions` for what it takes. */
export interface RestEndpointConstructor {
  new <const O extends RestGenerics>(
    options: Readonly<O> &
      RestOptions &
      ThisType<RestEndpoint<O> & { readonly context: RunContext }>,
  ): RestEndpoint<O>
  readonly prototype: RestEndpoint
}

/** A REST endpoint; `O` is what its types are derived from. */
export interface RestEndpoint<O extends RestGenerics = Seam> extends RestInstance<O> {
  readonly urlPrefix?: string | undefined
  readonly content?: Content | undefined
  readonly dataExpiryLength?: number | undefined
  readonly errorExpiryLength?: number | undefined
  readonly invalidIfStale?: boolean | undefined
  /** The whole pipeline of one call. */
  fetch(...args: RestArgs<O>): Promise<Seam>
  searchToString(params: Record<string, unknown>): string
  /** What `fetch` is called with besides the URL. JSON values are encoded, everything else is passed through. */
  getRequestInit(body: unknown, context: RunContext): RequestInit | Promise<RequestInit>
  /** The headers of a call; override it to add your own. */
  getHeaders(
    headers: Record<string, string>,
    context: RunContext,
  ): Record<string, string> | Promise<Record<string, string>>
  /** Sends the request; throws a `NetworkError` where the status is not ok. */
  fetchResponse(input: string, init: RequestInit): Promise<Response>
  /** Reads the body of a response. */
  parseResponse(response: Response): unknown
  /** Changes what was read before it is stored. */
  process(value: Seam, ...args: Seam[]): Seam
  errorPolicy(error: Seam): ErrorPolicy
  /** Whether a key is one of this endpoint's. */
  testKey(key: string): boolean
  /** The endpoint that creates a member of this list, added at the end of every list it belongs to. */
  readonly push: RestEndpoint<AddGenerics<O, 'push'>>
  /** As `push`, in front of the lists. */
  readonly unshift: RestEndpoint<AddGenerics<O, 'unshift'>>
  /** The endpoint that puts members into this map, by their keys. */
  readonly assign: RestEndpoint<AssignGenerics<O>>
  /** The endpoint that takes a member out of the lists that the arguments name, and changes it (`PATCH`). */
  readonly remove: RestEndpoint<RemoveGenerics<O>>
  /** The endpoint that changes a member (`PATCH`), so that it leaves some lists and joins others. */
  readonly move: RestEndpoint<MoveGenerics<O>>
  /** The endpoint for further pages, added to this list; it needs `paginationField`. */
  readonly getPage: IsAny<O> extends true
    ? Seam
    : 'paginationField' extends keyof O
      ? RestEndpoint<PageGenerics<O, NonNullable<O['paginationField']>>>
      : undefined
  /** As `getPage`: `cursor` is the parameter that names a page, or takes that out of the arguments of a call. */
  paginated<const Field extends string>(cursor: Field): RestEndpoint<PageGenerics<O, Field>>
  paginated<Args extends readonly Seam[]>(
    cursor: (...args: Args) => readonly unknown[],
  ): RestEndpoint<CursorGenerics<O, Args>>
  /** A new endpoint with other options, which always win; the original stays as it is. */
  extend<const E extends ExtendOptions = object>(
    options: E & RestOptions & ThisType<RestEndpoint<O> & { readonly context: RunContext }>,
  ): RestEndpoint<Extended<O, E>>
}

/**
 * An endpoint of a REST API: callable, with arguments inferred from `path`, `searchParams` and `body`.
 *
 * @example
 * const getUser = new RestEndpoint({ path: '/users/:id', schema: User })
 * await getUser({ id: '5' })
 */
export const RestEndpoint: RestEndpointConstructor =
  RestEndpointBase as unknown as RestEndpointConstructor

function declaredBody(endpoint: RestEndpointBase): unknown {
  return Reflect.has(endpoint, 'body') ? endpoint.body : undefined
}

/** A `sideEffect` that was given by hand; the getter itself depends on the method. */
function ownSideEffect(endpoint: RestEndpointBase): boolean | undefined {
  for (let at: object = endpoint; at !== RestEndpointBase.prototype;) {
    const found = Object.getOwnPropertyDescriptor(at, 'sideEffect')
    if (found !== undefined) return found.value as boolean | undefined
    at = Object.getPrototypeOf(at) as object
  }
  return undefined
}
