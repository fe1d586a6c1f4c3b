import type { AnyType } from '../util/anyType'
import type { Hint } from './brought'
import type { RunContext } from './contract'
import type { EndpointInstance } from './Endpoint'
import type {
  AddGenerics,
  AssignGenerics,
  EditIn,
  KeptGenerics,
  MoveGenerics,
  PageGenerics,
  RemoveGenerics,
} from './listTypes'
import type { OptionsOf } from './Endpoint'
import type { Content } from './parseResponse'
import { RestEndpointBase } from './RestEndpointBase'
import type {
  CallOptions,
  ResponseRule,
  Extended,
  ExtendOptionName,
  ExtendOptions,
  IsAny,
  RequestOptions,
  RequestSteps,
  RestArgs,
  RestCall,
  RestGenerics,
  RestOptionName,
  RestOptions,
  RestResponse,
  SchemaOption,
  SideEffectOf,
} from './restTypes'
import type { StandardSchema } from './validation'

/** Makes REST endpoints; see `RestGenerics` and `RestOptions` for what it takes. */
export interface RestEndpointConstructor {
  new <const O extends RestGenerics = RestGenerics>(
    options: RestEndpointOptions<O>,
  ): RestEndpoint<O>
  readonly prototype: RestEndpoint
}

/** What `new RestEndpoint()` takes. */
export type RestEndpointOptions<O extends RestGenerics> = OptionsOf<O, RestOptionName> &
  RestOptions &
  CallOptions<O> &
  ResponseRule<O> &
  ThisType<RestEndpoint<O> & { readonly context: RunContext }>

/** What `extend` of an endpoint takes. */
export type RestExtendOptions<O extends RestGenerics, E> = OptionsOf<E, ExtendOptionName> &
  RestOptions &
  CallOptions<Extended<O, E>> &
  ResponseRule<Extended<O, E>> &
  ThisType<RestEndpoint<Extended<O, E>> & { readonly context: RunContext }>

/** A REST endpoint whose arguments are given already. */
export type BoundEndpoint<O extends RestGenerics> = EndpointInstance<
  () => Promise<RestResponse<O>>,
  { readonly schema: SchemaOption<O>; readonly sideEffect: SideEffectOf<O> }
> &
  KeptGenerics<O>

/** A REST endpoint; `O` is what its types are derived from. */
export interface RestEndpoint<O extends RestGenerics = AnyType>
  extends RestCall<O>, RequestOptions, RequestSteps {
  readonly content?: Content | undefined
  readonly bodySchema?: StandardSchema<AnyType, unknown> | undefined
  readonly responseSchema?: StandardSchema<AnyType, unknown> | undefined
  /** The pattern of the paths of this endpoint. */
  readonly pathRegex: RegExp
  /** Tells whether a key is one of this endpoint's. */
  testKey(key: string): boolean
  /** The whole call: all of the steps, one after the other. It resolves to what a direct call does. */
  fetch(...args: RestArgs<O>): Promise<unknown>
  /** Changes what was read before it is stored; may be async. Default: as it is. */
  process(value: AnyType, ...args: AnyType[]): AnyType
  /** The endpoint that creates a member of this list, added at the end of every list it belongs to. */
  readonly push: ListMember<O, 'push', AddGenerics<O, 'push'>>
  /** Like `push`, in front of the lists. */
  readonly unshift: ListMember<O, 'unshift', AddGenerics<O, 'unshift'>>
  /** The endpoint that puts members into this map, by their keys. */
  readonly assign: ListMember<O, 'assign', AssignGenerics<O>>
  /** The endpoint that takes a member out of the lists that the arguments name, and changes it (`PATCH`). */
  readonly remove: ListMember<O, 'remove', RemoveGenerics<O>>
  /** The endpoint that changes a member (`PATCH`), so that it leaves some lists and joins others. */
  readonly move: ListMember<O, 'move', MoveGenerics<O>>
  /** The endpoint for further pages, added to this list; it needs `paginationField`. */
  readonly getPage: IsAny<O> extends true
    ? AnyType
    : O extends { readonly paginationField: readonly [unknown, infer Named, ...unknown[]] }
      ? RestEndpoint<PageGenerics<O, Named>>
      : undefined
  /** This endpoint with its arguments already given: the same key, the same data. */
  bind(thisArg: unknown, ...args: RestArgs<O>): BoundEndpoint<O>
  /** A new endpoint with other options, which always win; the original stays as it is. */
  extend<const E extends ExtendOptions = object>(
    options: RestExtendOptions<O, E>,
  ): RestEndpoint<Extended<O, E>>
}

/** An endpoint that changes the list in a schema; where there is no such list, the compiler shows what the schema needs. */
export type ListMember<
  O extends RestGenerics,
  Member extends EditName,
  Generics extends RestGenerics,
> =
  IsAny<O> extends true
    ? AnyType
    : EditIn<O, Member> extends undefined
      ? Hint<NoList[Member]>
      : RestEndpoint<Generics & KeptGenerics<O>>

interface NoList {
  readonly push: 'push needs a list that can change, such as schema: new Collection([User])'
  readonly unshift: 'unshift needs a list that can change, such as schema: new Collection([User])'
  readonly assign: 'assign needs a map that can change: schema: new Collection(new Values(User))'
  readonly remove: 'remove needs a list that can change, such as schema: new Collection([User])'
  readonly move: 'move needs a list that can change, such as schema: new Collection([User])'
}

type EditName = keyof NoList

/**
 * Describes a request of a REST API. It is callable, and infers its arguments from `path`, `searchParams` and `body`.
 *
 * @example
 * const getUser = new RestEndpoint({ path: '/users/:id', schema: User })
 * await getUser({ id: '5' })
 */
export const RestEndpoint: RestEndpointConstructor =
  RestEndpointBase as unknown as RestEndpointConstructor
