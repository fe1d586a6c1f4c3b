import { emptyList } from '../schema/emptyList'
import type { Invalidate, Invalidated } from '../schema/Invalidate'
import { ADDRESS, type CallListName } from '../schema/listName'
import type { AnyType } from '../util/anyType'
import { isNothing } from '../util/checks'
import { codedMessage } from '../util/messages'
import type { Retry, RetryRefused } from './backoff'
import {
  bodyFields,
  bodyKey,
  countArgs,
  encodeBody,
  hasBody,
  type SplitArgs,
  splitArgs,
} from './body'
import { adoptSchema } from './givenSchema'
import { checkArgsCount } from './checkCall'
import { checkOptions, warnUnheardProgress } from './checkOptions'
import { checkStatus } from './checkStatus'
import type { Progress, RunContext } from './contract'
import { EndpointBase } from './Endpoint'
import { executeRequest } from './executeRequest'
import { mergeHeaders } from './headers'
import { editOf, EDITS } from './listMembers'
import { asNetworkFailure } from './NetworkError'
import type { Pagination } from './pagination'
import { lastParamOf, type PathParams, shortenPath, templateOf } from './pathTemplate'
import { type Content, isBinary, readResponse } from './parseResponse'
import { buildUrl, prefixOf, searchToString } from './url'
import { type StandardSchema, validate } from './validation'

type InvalidateSchema = Invalidate<Invalidated>

/** The class behind `RestEndpoint`, whose precise types are those of `RestEndpointConstructor`. */
export class RestEndpointBase extends EndpointBase {
  declare readonly path: string
  declare readonly urlPrefix: string | undefined
  declare readonly body: unknown
  declare readonly searchParams: unknown
  declare readonly content: Content | undefined
  declare readonly requestInit: RequestInit | undefined
  declare readonly signal: AbortSignal | (() => AbortSignal | undefined) | undefined
  declare readonly timeout: number | undefined
  declare readonly retry: Retry | RetryRefused | undefined
  declare readonly responseSchema: StandardSchema | undefined
  declare readonly bodySchema: StandardSchema | undefined
  declare readonly errorSchema: StandardSchema | undefined
  declare readonly sensitive: boolean | undefined
  declare readonly movePath: string | undefined
  declare readonly paginationField: Pagination | undefined
  declare onDownloadProgress?: (progress: Progress) => void
  declare onUploadProgress?: (progress: Progress) => void
  /** The context of the call; set while `fetch` runs. */
  declare readonly context: RunContext | undefined

  constructor(options: { readonly path: string }) {
    super(undefined, options)
    if (process.env.NODE_ENV !== 'production') checkOptions(this)
  }

  override extend(options: object): this {
    const { content } = options as { readonly content?: Content }
    // Bytes are not to be made into the entities of the parent.
    const isWithoutSchema = isBinary(content) && !('schema' in options)
    const child = super.extend(isWithoutSchema ? { ...options, schema: undefined } : options)
    if (process.env.NODE_ENV !== 'production') checkOptions(child)
    return child
  }

  // Computed where they are read, so that class fields and `extend` count as much as constructor options.

  override get name(): string {
    return `${this.method} ${this.path}`
  }

  get method(): string {
    // A getter of the endpoint's own for `sideEffect` may read it, and sees a GET. This is a fifth of the time of
    // `Object.create`; from a literal with `__proto__` Rollup removes the method.
    const asGet = Object.setPrototypeOf({ method: 'GET' }, this) as this
    return this.body !== undefined || asGet.sideEffect === true ? 'POST' : 'GET'
  }

  override get sideEffect(): boolean | undefined {
    return this.method === 'GET' ? undefined : true
  }

  /** The path template behind the path of the prefix. The origin is another one on a server. */
  override get [ADDRESS](): string {
    const prefix = prefixOf(this).replace(/^([a-z][a-z\d+.-]*:)?\/\/[^/]*/i, '')
    return `${prefix}${this.path}` || '/'
  }

  get getPage(): AnyType {
    const { paginationField: [pages, cursor] = [] } = this
    return cursor && pages?.pageOf(this, cursor)
  }

  /** Matches the paths of this endpoint. */
  get pathRegex(): RegExp {
    return templateOf(this.path).pattern
  }

  get lastParam(): string | undefined {
    const isOwnPath = /^(PUT|PATCH)$/.test(this.method) && !hasOwn(this, 'url')
    return isOwnPath ? lastParamOf(this.path) : undefined
  }

  /** The URL of a call: the path with its parameters, and all others as search parameters. */
  url(params: PathParams = {}): string {
    return buildUrl(this, params)
  }

  searchToString(params: Record<string, unknown>): string {
    return searchToString(params)
  }

  override key(...args: readonly unknown[]): string {
    adoptSchema(this)
    const { urlArgs, body } = split(this, args)
    const key = `${this.method} ${this.url(...urlArgs)}`
    // The body of a read is part of what it reads; calls of a mutation share nothing.
    return this.sideEffect === true || body === undefined ? key : `${key} ${bodyKey(body)}`
  }

  /** The fields that the body of a mutation names. */
  writtenFields(...args: readonly unknown[]): readonly string[] | undefined {
    return bodyFields(split(this, args).body)
  }

  /** The body of a read is a part of what it reads. A mutation of one entity is about the list that its path is in. */
  override listName(...args: readonly unknown[]): CallListName {
    if (this.sideEffect !== true) return super.listName(...args)
    const list = lastParamOf(this.path) !== undefined ? shortenPath(this[ADDRESS]) : undefined
    return { address: list, args: split(this, args).urlArgs }
  }

  override testKey(key: string): boolean {
    const prefix = `${this.method} ${prefixOf(this)}`
    if (!key.startsWith(prefix)) return false
    // Behind the path are search parameters, and the body of a read.
    const ends = `${this.path.includes('?') ? '' : '?'}${hasBody(this) ? ' ' : ''}`
    const path = key.slice(prefix.length).replace(new RegExp(`[${ends}].*`, 's'), '')
    // Behind those of the path there may be others.
    return this.pathRegex.test(path.split('&', this.path.split('&').length).join('&'))
  }

  /** The whole pipeline of one call. */
  override async fetch(...args: readonly unknown[]): Promise<unknown> {
    // A `fetch` of the endpoint's own may have sent something before it calls this one.
    if (!hasOwn(this, 'fetch')) this.context?.onStage?.('preparing')
    const call = split(this, args)
    const url = this.url(...call.urlArgs)
    const sent = hasBody(this) ? await validate(this, 'body', call.body) : undefined
    const received = await executeRequest(this, url, sent)
    const valid = await validate(this, 'response', received.value)
    const value = await this.process(valid, ...args)
    if (value === undefined && !isNothing(valid)) checkForgotten(this)
    const isEmptyRead = received.isEmpty && isNothing(value) && this.sideEffect !== true
    // After `process`, so that one of a base class need not handle the responses to a DELETE, nor empty lists.
    return (isEmptyRead && emptyList(this.schema)) || invalidatedBy(this, value, call)
  }

  /** The options of `fetch` for a call. JSON values are encoded, everything else is passed through. */
  async getRequestInit(
    body: unknown,
    context: RunContext = this.context ?? {},
  ): Promise<RequestInit> {
    const { headers: type, ...encoded } = encodeBody(this.name, body)
    const { body: _, headers: own, ...init } = this.requestInit ?? {}
    const accept = (this.content ?? 'json') === 'json' ? { accept: 'application/json' } : undefined
    const headers = await this.getHeaders(mergeHeaders(accept, type, own), context)
    return { ...init, method: this.method, headers: mergeHeaders(headers), ...encoded }
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
   * @throws NetworkError where `validateStatus` rejects the response
   */
  async fetchResponse(input: string, init: RequestInit): Promise<Response> {
    const { fetchFn } = this.context ?? {}
    if (process.env.NODE_ENV !== 'production' && !fetchFn) warnUnheardProgress(this)
    const response = await (fetchFn ?? fetch)(input, init).catch((error: unknown) => {
      throw asNetworkFailure(error)
    })
    return this.checkResponse(response)
  }

  /** Tells whether a response is a result, and no error. Default: whether its status is ok. */
  validateStatus({ ok }: Response, _body: unknown): boolean | Promise<boolean> {
    return ok
  }

  /** For the library: the response, if `validateStatus` accepts it. */
  checkResponse(response: Response): Promise<Response> {
    return checkStatus(this, response, hasOwn(this, 'validateStatus'))
  }

  /** Reads the body of a response. */
  async parseResponse(response: Response): Promise<unknown> {
    return readResponse(this, response)
  }

  /** Changes what was read before it is stored. Default: as it is. */
  process(value: unknown, ..._args: readonly unknown[]): unknown {
    return value
  }
}

for (const edit of EDITS) {
  Object.defineProperty(RestEndpointBase.prototype, edit, {
    get(this: RestEndpointBase) {
      adoptSchema(this)
      return editOf(this, edit)
    },
  })
}

/**
 * Of a deletion the parameters are enough. All others would take a response that `process` has lost for an empty one.
 * @throws TypeError that names the endpoint
 */
function checkForgotten({ name, method, schema }: RestEndpointBase): void {
  if (method === 'DELETE' || invalidating(schema)) return
  throw new TypeError(
    codedMessage(
      'process-without-result',
      process.env.NODE_ENV === 'production' ||
        `${name}: \`process\` returned nothing for a response with a body. Return what is to be stored, or null if there is nothing.`,
      name,
    ),
  )
}

/** What a response invalidates, where that is its schema; else the value as it is. */
function invalidatedBy(
  { name, method, schema }: RestEndpointBase,
  value: unknown,
  { urlArgs, body }: SplitArgs,
): unknown {
  const found = invalidating(schema)
  if (found === undefined) return value
  if (Array.isArray(schema)) return found.inferList(value, body, name)
  return found.inferOne(value, body, urlArgs[0], method === 'DELETE' && name)
}

/** The `Invalidate` that a schema is, or a list of. */
function invalidating(schema: unknown): InvalidateSchema | undefined {
  const found = (Array.isArray(schema) ? schema[0] : schema) as InvalidateSchema | null | undefined
  // By its member: an endpoint that deletes nothing does not bring the class to an app.
  return found && 'inferOne' in Object(found) ? found : undefined
}

const STEPS_WITH_ARGS = ['url', 'process', 'fetch'] as const

function split(endpoint: RestEndpointBase, args: readonly unknown[]): SplitArgs {
  if (args.length > 1 && process.env.NODE_ENV !== 'production') {
    const takesMore = STEPS_WITH_ARGS.some((step) => hasOwn(endpoint, step))
    if (!takesMore) checkArgsCount(endpoint.name, hasBody(endpoint), countArgs(args))
  }
  return splitArgs(endpoint, args, hasOwn(endpoint, 'url'))
}

/** Whether a step is the endpoint's own. */
function hasOwn(
  endpoint: RestEndpointBase,
  step: 'fetch' | 'process' | 'url' | 'validateStatus',
): boolean {
  return endpoint[step] !== RestEndpointBase.prototype[step]
}
