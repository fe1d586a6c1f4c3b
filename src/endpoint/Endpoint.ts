import type { Seam } from '../util/seam'
import { defineMembers, makeCallable } from './Callable'
import type {
  EndpointMembers,
  ErrorPolicy,
  ResultUpdates,
  RunContext,
  SnapshotReader,
} from './contract'
import { keyText } from './keyText'
import { warnOfMisspelt } from './misspelt'
import type { OptionsOf } from './OptionsOf'
import { rememberOptions, warnOfOverruledOptions } from './overruledOptions'

type AsyncFunction = (...args: Seam[]) => Promise<Seam>

/** What can be said of any endpoint, however it reaches its data. */
export interface EndpointOptions<F extends AsyncFunction = AsyncFunction> {
  /** Shown in action types and part of the default key. Default: the function's name. */
  readonly name?: string
  readonly schema?: unknown
  /** True for what changes data on the server: hooks that fetch refuse it, and each call is a request of its own. */
  readonly sideEffect?: boolean | undefined
  /** How long data is fresh, in ms. Default: the store's, 60 s. */
  readonly dataExpiryLength?: number
  /** How long an error keeps new mounts from trying again, in ms. Default: the store's, 1 s. */
  readonly errorExpiryLength?: number
  /** Stale data must not be shown. Default: false. */
  readonly invalidIfStale?: boolean
  /** How often to ask again while somebody holds it live, in ms. Default: never. */
  readonly pollFrequency?: number | undefined
  /** Nothing of a call is kept or told: no arguments, no result, no error detail. Default: false. */
  readonly sensitive?: boolean | undefined
  /** Anything of your own. */
  readonly extra?: unknown
  key?(...args: Parameters<F>): string
  testKey?(key: string): boolean
  /** The fields that the body of a mutation writes. Default: any. */
  writtenFields?(...args: Parameters<F>): readonly string[] | undefined
  errorPolicy?(error: Seam): ErrorPolicy
  /** What a mutation will probably answer, shown until it does. */
  getOptimisticResponse?(snap: SnapshotReader, ...args: Parameters<F>): unknown
  /** Changes the results of other calls, by their keys, with the answer of this one. */
  update?(result: Seam, ...args: Parameters<F>): ResultUpdates
}

/** The names of all options of an endpoint; a function of its own is one for `extend`. */
type EndpointOptionName = keyof EndpointOptions | 'fetch'

/** The members of an endpoint, by its function `F` and its options `O`. */
export interface EndpointInstance<F extends AsyncFunction, O> extends EndpointMembers {
  (...args: Parameters<F>): ReturnType<F>
  readonly name: string
  readonly fetch: F
  readonly schema: O extends { readonly schema: infer S } ? S : undefined
  readonly sideEffect: O extends { readonly sideEffect: infer M extends boolean } ? M : undefined
  readonly dataExpiryLength?: number | undefined
  readonly errorExpiryLength?: number | undefined
  readonly invalidIfStale?: boolean | undefined
  key(...args: Parameters<F>): string
  testKey(key: string): boolean
  run(args: readonly unknown[], context: RunContext): Promise<unknown>
  /** This endpoint with its arguments already given: the same key, the same data. */
  bind(thisArg: unknown, ...args: Parameters<F>): EndpointInstance<() => ReturnType<F>, O>
  /** A new endpoint with other options, which always win; the original stays as it is. */
  extend<const E extends object = object>(
    options: OptionsOf<E, EndpointOptionName> & EndpointOptions<F> & { readonly fetch?: F },
  ): EndpointInstance<F, Omit<O, keyof E> & E>
}

/** Makes an endpoint of an async function. */
export interface EndpointConstructor {
  new <F extends AsyncFunction, const O extends object = object>(
    fetchFunction: F,
    options?: EndpointConstructorOptions<F, O>,
  ): EndpointInstance<F, O>
  readonly prototype: EndpointInstance<AsyncFunction, Seam>
}

/** What `new Endpoint()` takes besides its function. */
export type EndpointConstructorOptions<F extends AsyncFunction, O extends object> = OptionsOf<
  O,
  EndpointOptionName
> &
  EndpointOptions<F> &
  ThisType<EndpointInstance<F, O> & { readonly context: RunContext }>

/** The run-time side; its precise types are those of `EndpointConstructor`. */
export class EndpointBase {
  declare readonly sideEffect?: boolean | undefined

  constructor(fetchFunction: AsyncFunction | undefined, options: object = {}) {
    const self = makeCallable(new.target.prototype)
    defineMembers(self, { fetch: fetchFunction })
    defineMembers(self, options)
    if (process.env.NODE_ENV !== 'production') {
      rememberOptions(self, options)
      warnOfMisspelt(self as this, options)
    }
    return self as this
  }

  get name(): string {
    return this.fetch.name
  }

  /** The function that the endpoint was made of. */
  async fetch(..._args: readonly unknown[]): Promise<unknown> {
    throw new TypeError(
      process.env.NODE_ENV === 'production'
        ? 'rtk-rest: no function'
        : 'new Endpoint() needs an async function: new Endpoint(async (id) => …).',
    )
  }

  key(...args: readonly unknown[]): string {
    const given = args.slice(0, args.findLastIndex((arg) => arg !== undefined) + 1)
    const isShared = this.sideEffect !== true
    // An `undefined` between others is an empty text, which no JSON is.
    return `${this.name} [${given.map((arg, at) => keyText(arg, at, isShared)).join()}]`
  }

  /** Whether a key is one of this endpoint's. */
  testKey(key: string): boolean {
    return key.startsWith(`${this.name} `)
  }

  /** Calls `fetch`; there `this` is this endpoint with the `context` of the call. */
  async run(args: readonly unknown[], context: RunContext): Promise<unknown> {
    if (process.env.NODE_ENV !== 'production') warnOfOverruledOptions(this)
    const scope = Object.create(this, { context: { value: context } }) as this
    return await scope.fetch(...args)
  }

  /** This endpoint with its arguments already given: the same key, the same data. */
  bind(thisArg: unknown, ...args: readonly unknown[]): this {
    const { fetch, key } = this
    const other = thisArg === this ? undefined : thisArg
    return this.extend({
      name: this.name,
      fetch(this: EndpointBase) {
        return fetch.call((other ?? this) as EndpointBase, ...args)
      },
      key(this: EndpointBase) {
        return key.call(this, ...args)
      },
    })
  }

  extend(options: object): this {
    // The parent is the prototype, so that its class fields are not initialized again over the new options.
    const child = makeCallable(this)
    defineMembers(child, options)
    if (process.env.NODE_ENV !== 'production') {
      rememberOptions(child, {})
      warnOfMisspelt(child as this, options)
    }
    return child as this
  }
}

Object.setPrototypeOf(EndpointBase.prototype, Function.prototype)

/**
 * A callable object: an async function with a key, a schema and a policy. Anything that gives a promise can be one.
 *
 * @example
 * const getTime = new Endpoint(async (zone: string) => readClock(zone), { name: 'getTime' })
 * await getTime('UTC')
 */
export const Endpoint: EndpointConstructor = EndpointBase as unknown as EndpointConstructor

/** @deprecated use `Endpoint` */
export const ExtendableEndpoint: EndpointConstructor = Endpoint
