import { advise } from '../util/advise'
import { isObject } from '../util/isObject'
import { publicUrl, refuseCredentials } from './address'
import { buildPath, isPathOf, pathNames, type PathParams, pathPattern } from './buildPath'
import { checkOptions, isBinary } from './checkOptions'
import type { ErrorPolicy, Progress, RunContext } from './contract'
import { bodyAsText, bodyFields, encodeBody } from './encodeBody'
import { EndpointBase } from './Endpoint'
import { headersFor } from './headersFor'
import { identifyInvalidated } from './identifyInvalidated'
import { listMembers } from './listMembers'
import { joinUrl } from './joinUrl'
import { NetworkError } from './NetworkError'
import { warnOfOverruledOptions } from './overruledOptions'
import { type Content, processed, readResponse, withoutDetail } from './parseResponse'
import { perform } from './perform'
import type { RetryOptions } from './retry'
import { nullsIn, searchToString } from './searchToString'
import { sendRequest } from './sendRequest'
import { anySignal } from './signals'
import { hasBody, type SplitArgs, splitArgs } from './splitArgs'
import type { StandardSchema } from './StandardSchema'
import { validate } from './validate'

/** The run-time side of `RestEndpoint`; the precise types are those of `RestEndpointConstructor`. */
export class RestEndpointBase extends EndpointBase {
  declare readonly path: string
  declare readonly urlPrefix: string | undefined
  declare readonly method: string
  declare readonly sideEffect: boolean | undefined
  declare readonly body: unknown
  declare readonly searchParams: unknown
  declare readonly schema: unknown
  declare readonly content: Content | undefined
  declare readonly requestInit: RequestInit | undefined
  declare readonly signal: AbortSignal | (() => AbortSignal | undefined) | undefined
  declare readonly timeout: number | undefined
  declare readonly retry: number | RetryOptions | undefined
  declare readonly responseSchema: StandardSchema | undefined
  declare readonly bodySchema: StandardSchema | undefined
  declare readonly sensitive: boolean | undefined
  declare onDownloadProgress?: (progress: Progress) => void
  /** The context of the call; set while `fetch` runs. */
  declare readonly context: RunContext | undefined

  constructor(options: { readonly path: string }) {
    super(undefined, options)
    if (typeof (options as { path?: unknown } | undefined)?.path !== 'string') {
      throw new TypeError(
        advise(
          'no path',
          process.env.NODE_ENV === 'production' ||
            "A RestEndpoint needs a `path`, such as '/users/:id'.",
        ),
      )
    }
    checkOptions(this)
  }

  override extend(options: object): this {
    const { content } = options as { readonly content?: Content }
    // Whoever asks for bytes does not want them made into what the parent gives.
    const isWithoutSchema = isBinary(content) && !('schema' in options)
    const child = super.extend(isWithoutSchema ? { ...options, schema: undefined } : options)
    checkOptions(child)
    return child
  }

  /** What the paths of this endpoint look like. */
  get pathRegex(): RegExp {
    return pathPattern(this.path)
  }

  /** The URL of a call: the path with its parameters, and all others as search parameters. */
  url(params: Readonly<Record<string, unknown>> = {}): string {
    const names = pathNames(this.path)
    const path = buildPath(this.path, params)
    const url = joinUrl({ prefix: this.urlPrefix ?? '', path, template: this.path, params })
    const rest = Object.entries(params).filter(([name]) => !names.includes(name))
    const search = rest.length === 0 ? '' : this.searchToString(Object.fromEntries(rest))
    return search === '' ? url : `${url}${url.includes('?') ? '&' : '?'}${search}`
  }

  searchToString(params: Record<string, unknown>): string {
    return searchToString(params)
  }

  override key(...args: readonly unknown[]): string {
    if (process.env.NODE_ENV !== 'production') warnOfOverruledOptions(this)
    const { params, urlArgs, body } = split(this, args)
    const key = `${this.method} ${urlOf(this, urlArgs)}${nullsIn(params)}`
    // A read is what it asks for, also where that is in its body; what a mutation sends is nobody's to share.
    return this.sideEffect === true || body === undefined
      ? key
      : `${key} ${bodyAsText(this.name, body)}`
  }

  /** The fields that the body of a mutation names. */
  writtenFields(...args: readonly unknown[]): readonly string[] | undefined {
    return bodyFields(split(this, args).body)
  }

  override testKey(key: string): boolean {
    const prefix = `${this.method} ${this.urlPrefix ?? ''}`
    if (!key.startsWith(prefix)) return false
    const isWithBody = this.sideEffect !== true && hasBody(this)
    const [url = ''] = key.slice(prefix.length).split(isWithBody ? ' ' : ' [[', 1)
    const [path = ''] = this.path.includes('?') ? [url] : url.split('?', 1)
    return isPathOf(this.path, path) || (path === '/' && this.path === '' && !this.urlPrefix)
  }

  /** The whole pipeline of one call. */
  override async fetch(...args: readonly unknown[]): Promise<unknown> {
    // A `fetch` of its own may have sent something before it came here.
    if (this.fetch === RestEndpointBase.prototype.fetch) this.context?.onStage?.('preparing')
    const { urlArgs, body } = split(this, args)
    const url = urlOf(this, urlArgs)
    const bodySchema = hasBody(this) ? this.bodySchema : undefined
    const sent = await validate(this, bodySchema, 'INVALID_BODY', body)
    const answer = await perform(this, url, sent)
    const value = await validate(this, this.responseSchema, 'INVALID_RESPONSE', answer)
    const data = processed(this, await this.process(value, ...args))
    // After `process`, which in a base class knows nothing of the endpoints that invalidate.
    return identifyInvalidated(this, data, { urlArgs, body })
  }

  /** What `fetch` is called with besides the URL. JSON values are encoded, everything else is passed through. */
  async getRequestInit(
    body: unknown,
    context: RunContext = this.context ?? {},
  ): Promise<RequestInit> {
    const encoded = encodeBody(this.name, body)
    const headers = await this.getHeaders(headersFor(this, encoded.isJson), context)
    const { body: _, ...ours } = this.requestInit ?? {}
    const init: RequestInit = { ...ours, method: this.method, headers, ...encoded.init }
    const signal = anySignal(this.requestInit?.signal, context.signal)
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
    const fetchFn = this.context?.fetchFn ?? fetch
    const shown = this.sensitive === true ? this.name : publicUrl(input)
    const response = await sendRequest(fetchFn, input, init, shown)
    if (response.ok) return response
    throw this.sensitive === true
      ? withoutDetail(this, response, `status ${response.status} is not ok`)
      : new NetworkError(response)
  }

  /** Reads the body of a response. */
  async parseResponse(response: Response): Promise<unknown> {
    return readResponse(this, response, hasOwn(this, 'process'))
  }

  /** Changes what was read before it is stored. Default: as it is. */
  process(value: unknown, ..._args: readonly unknown[]): unknown {
    return value
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

/** Steps of the endpoint's own may make something of arguments that no other step uses. */
function split(endpoint: RestEndpointBase, args: readonly unknown[]): SplitArgs {
  return splitArgs(endpoint, args, {
    takesMore: hasOwn(endpoint, 'process') || hasOwn(endpoint, 'fetch'),
    readsUrlArgs: hasOwn(endpoint, 'url'),
  })
}

function hasOwn(endpoint: RestEndpointBase, step: 'fetch' | 'process' | 'url'): boolean {
  return endpoint[step] !== RestEndpointBase.prototype[step]
}

/** The URL that a call is sent to; a `url` of the endpoint's own is checked, too. */
function urlOf(endpoint: RestEndpointBase, urlArgs: readonly unknown[]): string {
  const url = endpoint.url.apply(endpoint, urlArgs as [PathParams?])
  refuseCredentials(url)
  return url
}

function declaredBody(endpoint: RestEndpointBase): unknown {
  return Reflect.has(endpoint, 'body') ? endpoint.body : undefined
}

/** A `sideEffect` that was given by hand; the getter itself depends on the method. */
function ownSideEffect(endpoint: RestEndpointBase): boolean | undefined {
  for (let at: object = endpoint; at !== RestEndpointBase.prototype;) {
    const found = Object.getOwnPropertyDescriptor(at, 'sideEffect')
    if (found?.get !== undefined) return askOnce(endpoint, found.get)
    if (found !== undefined) return found.value as boolean | undefined
    at = Object.getPrototypeOf(at) as object
  }
  return undefined
}

const asked = new WeakSet<RestEndpointBase>()

/** What a getter says; `undefined` where that asks for the method, which asks for it in turn. */
function askOnce(endpoint: RestEndpointBase, getter: () => unknown): boolean | undefined {
  if (asked.has(endpoint)) return undefined
  asked.add(endpoint)
  try {
    return getter.call(endpoint) as boolean | undefined
  } finally {
    asked.delete(endpoint)
  }
}
