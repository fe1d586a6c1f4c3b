import type { Schema } from '../schema/contract'
import type { Denormalize, EntityClass, ExpectedOf } from '../schema/types'
import type { AnyType } from '../util/anyType'
import type { Retry, RetryRefused } from './backoff'
import type {
  ChangeOptions,
  EndpointMembers,
  IsUnion,
  Progress,
  RequestKey,
  RunContext,
  StoreOptions,
} from './contract'
import type { Content } from './parseResponse'
import type { Hint } from './brought'
import type { Pagination } from './pagination'
import type { Flatten, PathArgs } from './pathTypes'
import type { StandardInput, StandardOutput, StandardSchema } from './validation'

/** Lists the options from which the types of a REST endpoint are derived. */
export interface RestGenerics {
  /** `/users/:id`, `/files/*path`, `/x{/:optional}`; a backslash makes the next character plain text. */
  readonly path: string
  /** The schema of the response: an entity, a list of it, an object of both, … Default: stored as it comes. */
  readonly schema?: Schema
  /** In capitals. Default: GET; POST where a body or a side effect is declared. */
  readonly method?: string
  /** True if it changes data: such a call is never shared, kept, or made by a hook. Default: true unless it is a GET. */
  readonly sideEffect?: boolean | undefined
  /** The type of the body, given as a value: `body: {} as Partial<User>`. `undefined`: no body argument. */
  readonly body?: AnyType
  /** The type of the search parameters, given as a value. */
  readonly searchParams?: AnyType
  /**
   * The form in which the response is read. Default: JSON; without a schema, by its `content-type`, and then a text is JSON if
   * it is an object or a list.
   */
  readonly content?: Content
  /** Checks, and may change, the response; one that does not fit rejects with all `issues`. */
  readonly responseSchema?: StandardSchema<AnyType, unknown> | undefined
  /** Checks, and may change, the body before it is sent; one that does not fit rejects with all `issues`. */
  readonly bodySchema?: StandardSchema<AnyType, unknown> | undefined
  /** Checks, and may change, `error.data`; an error whose body does not fit has none, and stays what it is otherwise. */
  readonly errorSchema?: StandardSchema<AnyType, unknown> | undefined
  /** Anything of your own, for the steps of a request: `this.extra`. Default: nothing. */
  readonly extra?: unknown
  /** The parameter that names a page of the list, such as `[pages, 'cursor']`; it makes `getPage`. */
  readonly paginationField?:
    Pagination | Hint<"write [pages, 'cursor'], with import { pages } from 'rtk-rest'"> | undefined
  /** The path that `move` sends to. Default: the list's own; in a resource, that of one entity. */
  readonly movePath?: string
  /** Changes what was read before it is stored; may be async. What it gives is what a direct call resolves to. */
  process?(value: AnyType, ...args: AnyType[]): unknown
}

/** Options of a REST endpoint that it has as members, too. */
export interface RequestOptions {
  /** In front of every path: an origin, a path, or both, with or without a slash at its end. Default: none. */
  readonly urlPrefix?: string | undefined
  /** Spread into every request. */
  readonly requestInit?: RequestInit | undefined
  /** Aborts every call, or, as a function, gives each call a signal of its own. */
  readonly signal?: AbortSignal | (() => AbortSignal | undefined) | undefined
  /**
   * The time that a request may take, its body included, in ms; each try of `retry` has as much. Default: for ever.
   * Too long is a `NetworkError` with the code `TIMEOUT`.
   */
  readonly timeout?: number | undefined
  /** Decides if and when to try again, such as `backoff({ retries: 3 })`. Default: never. */
  readonly retry?: Retry | RetryRefused | undefined
  /** Called as a response comes in, with its bytes so far. `fetch` does not report them; `progressFetch` of `rtk-rest/xhr` does. */
  onDownloadProgress?(progress: Progress): void
  /** Called as the body of a request is sent, with its bytes so far. `fetch` does not report them; `xhrFetch` of `rtk-rest/xhr` does. */
  onUploadProgress?(progress: Progress): void
}

/** The steps of a request that an endpoint can have of its own. */
export interface RequestSteps {
  /** The search parameters as text, without `?`. Default: sorted; lists repeat their name, `undefined` is left out, a `Date` is in ISO 8601. */
  searchToString(params: Record<string, unknown>): string
  /** The `init` that `fetch` is called with. Default: method, headers, body and `requestInit`. */
  getRequestInit(body: unknown, context: RunContext): RequestInit | Promise<RequestInit>
  /** The headers of a call, from those that it would have; may be async. Default: as they are. */
  getHeaders(
    headers: Record<string, string>,
    context: RunContext,
  ): Record<string, string> | Promise<Record<string, string>>
  /** Sends the request. Default: `fetch`; throws a `NetworkError` where `validateStatus` rejects the response. */
  fetchResponse(input: string, init: RequestInit): Promise<Response>
  /**
   * Tells whether a response is a result, and no error; may be async. Default: `response.ok`.
   * @param body parsed JSON, or text; `undefined` for HTML, for binary data, and where `content` is binary and the status ok
   */
  validateStatus(response: Response, body: AnyType): boolean | Promise<boolean>
  /** Reads a response. Default: by `content`; `null` for 204 and for an empty body. */
  parseResponse(response: Response): unknown
}

/** The options of a REST endpoint that its types do not depend on. Every method can be overridden in a subclass too. */
export interface RestOptions extends StoreOptions, RequestOptions, Partial<RequestSteps> {
  /** Shown in action types. Default: method and path. */
  readonly name?: string
  /** The whole call. Default: all of the steps below, one after the other. */
  fetch?(...args: AnyType[]): Promise<unknown>
  /** The identity of a call: the same key is the same data. Default: method and URL, and the body of a read. */
  key?(...args: AnyType[]): string
  /** Tells whether a key is one of this endpoint's. Default: by method, prefix and path. */
  testKey?(key: string): boolean
  /** The fields that the body of a mutation writes; `undefined` stands for any. Default: the names in the body. */
  writtenFields?(...args: AnyType[]): readonly string[] | undefined
  /** The URL of a call, from the arguments that it declares. Default: prefix and path, filled in, and all other parameters as search parameters. */
  url?(...args: AnyType[]): string
}

/**
 * What a function is given for the arguments of a call. Of several lists of arguments it is one, as TypeScript takes no function
 * with fewer parameters for a union of them.
 */
type CallbackArgs<Args extends readonly unknown[]> =
  IsUnion<Args> extends true
    ? [first: Args[0], second?: Args extends readonly [unknown, infer Second] ? Second : never]
    : Args

/** The options whose types follow from those before: what they are given are the arguments of a call. */
export type CallOptions<O extends RestGenerics> = ChangeOptions<
  CallbackArgs<RestArgs<O>>,
  ExpectedOf<SchemaOption<O>>
>

/** The names of all options of a REST endpoint. */
export type RestOptionName = keyof RestGenerics | keyof RestOptions

/** The options of `extend` that types depend on. With more names, the compiler could not tell what \`this.extra\` is. */
export type ExtendOptionName = keyof RestGenerics | 'url'

/**
 * The responses that a schema can take: no bytes, and of `process` nothing that is neither an object nor a list. The compiler shows the text
 * where it cannot.
 */
export type ResponseRule<O> =
  Mistake<O> extends 'bytes'
    ? { readonly schema: 'bytes have no entities: leave out the schema, or the content' }
    : Mistake<O> extends 'result'
      ? { process(...args: AnyType[]): 'the schema cannot take this result' }
      : unknown

// Each in two steps, so that the compiler finds no mistake where a type parameter is in place of the options.
type Mistake<O> = [O] extends [{ readonly content: 'blob' | 'arrayBuffer' | 'stream' }]
  ? [O] extends [{ readonly path: string; readonly schema?: string | null | undefined }]
    ? 'none'
    : 'bytes'
  : [O] extends [NoObject | ListOfOne]
    ? [O] extends [Processing<unknown, { readonly anything: never }>]
      ? 'none'
      : 'result'
    : 'none'

type NoObject = Processing<
  EntityClass | readonly [unknown, ...unknown[]] | { readonly member: unknown },
  string | number | boolean | null | void
>
type ListOfOne = Processing<EntityClass, readonly unknown[]>

interface Processing<S, Result> {
  readonly schema: S
  process(...args: AnyType[]): Result | Promise<Result>
}

/** The options of `extend`: any of those of the endpoint again. */
export interface ExtendOptions
  extends
    Partial<RestGenerics>,
    RestOptions,
    Partial<Record<keyof CallOptions<RestGenerics>, unknown>> {}

/** The parameters of a call's URL: those of the path, and the search parameters. */
export type UrlParams<O extends RestGenerics> =
  IsAny<O> extends true ? AnyType : Flatten<PathArgs<O['path']> & SearchOf<O>>

/** The arguments of a call. */
export type RestArgs<O extends RestGenerics> =
  IsAny<O> extends true
    ? AnyType[]
    : DeclaresUrl<O> extends true
      ? HasBody<O> extends true
        ? [...args: OwnUrlArgs<O>, body: BodyArg<O>]
        : OwnUrlArgs<O>
      : HasBody<O> extends true
        ? ArgsWithBody<O>
        : ArgsWithoutBody<O>

/** Whether a `url` of the endpoint's own has arguments with types: the call then takes these. */
type DeclaresUrl<O> =
  OwnUrlArgs<O> extends [infer First, ...unknown[]]
    ? IsAny<First> extends true
      ? false
      : true
    : false

type OwnUrlArgs<O> = O extends { url(...args: infer Args extends AnyType[]): string } ? Args : []

/** The value that a direct call resolves to. */
export type RestResponse<O extends RestGenerics> = O extends {
  process(value: AnyType, ...args: AnyType[]): infer Value
}
  ? Awaited<Value>
  : O extends { readonly responseSchema: infer S extends StandardSchema<AnyType, unknown> }
    ? StandardOutput<S>
    : O extends { readonly content: infer C extends Content }
      ? ContentValue[C]
      : unknown

/** Whether a call takes a body: POST, PUT and PATCH unless `body: undefined`; DELETE where `body` is declared. */
export type HasBody<O extends RestGenerics> =
  MethodOf<O> extends 'GET'
    ? false
    : 'body' extends keyof O
      ? IsUndefined<O['body']> extends true
        ? false
        : true
      : MethodOf<O> extends 'DELETE'
        ? false
        : true

export type MethodOf<O extends RestGenerics> = O extends { readonly method: infer M extends string }
  ? M
  : O extends { readonly sideEffect: true }
    ? 'POST'
    : 'body' extends keyof O
      ? IsUndefined<O['body']> extends true
        ? 'GET'
        : 'POST'
      : 'GET'

export type SideEffectOf<O extends RestGenerics> =
  IsAny<O> extends true
    ? AnyType
    : O extends { readonly sideEffect: infer M extends boolean }
      ? M
      : MethodOf<O> extends 'GET'
        ? undefined
        : true

/** The options of an endpoint after `extend`. */
export type Extended<O extends RestGenerics, E> = Omit<O, keyof E | Dropped<E>> &
  E & { readonly path: PathOf<O, E> }

/** Bytes are not to be made into the entities of the parent. */
type Dropped<E> = E extends { readonly content: 'blob' | 'arrayBuffer' | 'stream' }
  ? 'schema'
  : never

/** What a REST endpoint has whose types are its options'. Apart from `RestEndpoint`, as TypeScript then compares two by their members. */
export interface RestCall<O extends RestGenerics> extends EndpointMembers {
  (...args: RestArgs<O>): Promise<RestResponse<O>>
  readonly path: O['path']
  readonly schema: SchemaOption<O>
  readonly method: MethodOf<O>
  readonly sideEffect: SideEffectOf<O>
  readonly body?: O['body']
  readonly searchParams?: O['searchParams']
  readonly errorSchema?: O['errorSchema']
  readonly extra: ExtraOption<O>
  key(...args: RestArgs<O>): RequestKey
  url(params?: IsAny<O> extends true ? AnyType : UrlParams<O>): string
}

/** The option `extra` of an endpoint; `undefined` without one. */
export type ExtraOption<O> = O extends { readonly extra: infer Extra } ? Extra : undefined

export type SchemaOption<O> = O extends { readonly schema: infer S } ? S : undefined

/** The default type of a mutation's body: any of the entity's fields. */
export type BodyOf<S> = Partial<Denormalize<S>>

interface ContentValue {
  json: unknown
  text: string
  blob: Blob
  arrayBuffer: ArrayBuffer
  stream: ReadableStream<Uint8Array>
}

type PathOf<O extends RestGenerics, E> = E extends { readonly path: infer P extends string }
  ? P
  : O['path']
export type SearchOf<O> = O extends { readonly searchParams: infer Search }
  ? IsUndefined<Search> extends true
    ? unknown
    : undefined extends Search
      ? Partial<NonNullable<Search>>
      : Search
  : unknown

type ArgsWithBody<O extends RestGenerics> =
  NoKeys<UrlParams<O>> extends true
    ? [body: BodyArg<O>]
    : AllOptional<UrlParams<O>> extends true
      ? [params: UrlParams<O>, body: BodyArg<O>] | [body: BodyArg<O>]
      : [params: UrlParams<O>, body: BodyArg<O>]

/** What a body must be: what is declared, else what its schema takes. */
type BodyArg<O extends RestGenerics> = 'body' extends keyof O
  ? O['body']
  : O extends { readonly bodySchema: infer S extends StandardSchema<AnyType, unknown> }
    ? StandardInput<S>
    : unknown

type ArgsWithoutBody<O extends RestGenerics> =
  NoKeys<UrlParams<O>> extends true
    ? []
    : AllOptional<UrlParams<O>> extends true
      ? [params?: UrlParams<O>]
      : [params: UrlParams<O>]

type NoKeys<T> = keyof T extends never ? true : false
type AllOptional<T> = Partial<T> extends T ? true : false
export type IsAny<T> = 0 extends 1 & T ? true : false
export type IsUndefined<T> = IsAny<T> extends true ? false : [T] extends [undefined] ? true : false
