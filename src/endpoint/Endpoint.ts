import type { AnyType } from '../util/anyType'
import type {
  ChangeOptions,
  EndpointMembers,
  RequestKey,
  RunContext,
  StoreOptions,
} from './contract'
import { ADDRESS, type CallListName } from '../schema/listName'
import { adoptSchema, giveSchema, noteReader, SCHEMA } from './givenSchema'
import { countArgs, keyText } from './body'
import { warnUnknownOption } from './checkOptions'

type AsyncFunction = (...args: AnyType[]) => Promise<AnyType>

/**
 * The options `O` as a parameter: the compiler infers `O` from those options that exist, and refuses any other name.
 * What belongs to an endpoint without being an option goes into `extra`.
 */
export type OptionsOf<O, Known extends string> = Chosen<O, keyof O & Exclude<Known, Made>>

/** Options whose value another import makes: with its inferred type, the compiler's message for any other would be lost. */
type Made = 'retry' | keyof ChangeOptions

/** Like `Pick`: an optional option stays optional, since the names are a type parameter. */
type Chosen<O, Names extends keyof O> = { readonly [Name in Names]: O[Name] }

/** The options of any endpoint, however it reaches its data. */
export interface EndpointOptions<F extends AsyncFunction = AsyncFunction>
  extends StoreOptions, ChangeOptions<Parameters<F>> {
  /** Shown in action types and part of the default key. Default: the function's name. */
  readonly name?: string
  /** The schema of the response. Default: the response is stored as it comes. */
  readonly schema?: unknown
  /** True where a call changes data on the server: hooks that fetch refuse it, and each call is a request of its own. */
  readonly sideEffect?: boolean | undefined
  /** Anything of your own. */
  readonly extra?: unknown
  /** Identifies a call: calls with the same key are the same data. Default: the name and the arguments as JSON. */
  key?(...args: Parameters<F>): string
  /** Tells whether a key is one of this endpoint. Default: whether it starts with its name. */
  testKey?(key: string): boolean
  /** The fields that the body of a mutation writes. Default: any. */
  writtenFields?(...args: Parameters<F>): readonly string[] | undefined
}

/** The names of all options of an endpoint; a function of its own is one for `extend`. */
type EndpointOptionName = keyof EndpointOptions | 'fetch'

/** The members of an endpoint, by its function `F` and its options `O`. */
export interface EndpointInstance<F extends AsyncFunction, O> extends EndpointMembers {
  (...args: Parameters<F>): ReturnType<F>
  readonly name: string
  /** The function that the endpoint was made of. */
  readonly fetch: F
  readonly schema: O extends { readonly schema: infer S } ? S : undefined
  readonly sideEffect: O extends { readonly sideEffect: infer M extends boolean } ? M : undefined
  key(...args: Parameters<F>): RequestKey
  testKey(key: string): boolean
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
  readonly prototype: EndpointInstance<AsyncFunction, AnyType>
}

/** The options of `new Endpoint()`, besides its function. */
export type EndpointConstructorOptions<F extends AsyncFunction, O extends object> = OptionsOf<
  O,
  EndpointOptionName
> &
  EndpointOptions<F> &
  ThisType<EndpointInstance<F, O> & { readonly context: RunContext }>

/** The class behind `Endpoint`, whose precise types are those of `EndpointConstructor`. */
export class EndpointBase {
  declare readonly schema: unknown

  constructor(fetchFunction: AsyncFunction | undefined, options: object = {}) {
    const self = makeCallable(new.target.prototype)
    defineMembers(self, { fetch: fetchFunction })
    defineMembers(self, options)
    if (process.env.NODE_ENV !== 'production') warnUnknownOption(self as this, options)
    return self as this
  }

  get name(): string {
    return this.fetch.name
  }

  get sideEffect(): boolean | undefined {
    return undefined
  }

  get [ADDRESS](): string {
    return this.name
  }

  /** The function that the endpoint was made of. */
  async fetch(..._args: readonly unknown[]): Promise<unknown> {
    throw new TypeError(
      process.env.NODE_ENV === 'production'
        ? this.name
        : 'new Endpoint() needs an async function: new Endpoint(async (id) => …).',
    )
  }

  key(...args: readonly unknown[]): string {
    adoptSchema(this)
    const given = args.slice(0, countArgs(args))
    const isShared = this.sideEffect !== true
    // An `undefined` between others becomes an empty text, which is no JSON.
    return `${this.name} [${given.map((arg, at) => keyText(arg, at, isShared)).join()}]`
  }

  /** Tells whether a key is one of this endpoint's. */
  testKey(key: string): boolean {
    return key.startsWith(`${this.name} `)
  }

  listName(...args: readonly unknown[]): CallListName {
    return { address: this[ADDRESS], args }
  }

  /** Calls `fetch`; there `this` is this endpoint with the `context` of the call. */
  async run(args: readonly unknown[], context: RunContext): Promise<unknown> {
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
    adoptSchema(this)
    // The parent is the prototype, so that its class fields are not initialized again over the new options.
    const child = makeCallable(this)
    defineMembers(child, options)
    if (!Object.hasOwn(options, 'schema')) noteReader(child as this)
    if (process.env.NODE_ENV !== 'production') warnUnknownOption(child as this, options)
    return child as this
  }
}

Object.setPrototypeOf(EndpointBase.prototype, Function.prototype)
Object.defineProperty(EndpointBase.prototype, 'schema', SCHEMA)

/** A function that calls its own `run`, with the given prototype instead of a plain function's. */
function makeCallable(prototype: object): object {
  const callable = (...args: unknown[]): unknown =>
    (callable as unknown as EndpointBase).run(args, {})
  // Both would hide the `name` of the prototype chain, which endpoints compute.
  Reflect.deleteProperty(callable, 'name')
  Reflect.deleteProperty(callable, 'length')
  return Object.setPrototypeOf(callable, prototype) as object
}

/**
 * Gives an endpoint its own members, whatever accessors its class has for them. What the class has itself (the name, the method,
 * a step) stays where `undefined` is given, as in `getHeaders: isApp ? addToken : undefined`.
 */
function defineMembers(endpoint: object, members: object): void {
  const { prototype } = endpoint.constructor
  const given = Object.entries(members).filter(
    ([name, value]) => value !== undefined || !(name in prototype),
  )
  const { schema, ...others } = Object.getOwnPropertyDescriptors(Object.fromEntries(given))
  Object.defineProperties(endpoint, others)
  if (Object.hasOwn(members, 'schema')) giveSchema(endpoint as EndpointBase, schema?.value)
}

/**
 * A callable object: an async function with a key, a schema and a policy. Anything that gives a promise can be one.
 *
 * @example
 * const getTime = new Endpoint(async (zone: string) => readClock(zone), { name: 'getTime' })
 * await getTime('UTC')
 */
export const Endpoint: EndpointConstructor = EndpointBase as unknown as EndpointConstructor
