import type { RestEndpoint } from '../endpoint/RestEndpoint'
import type { Brought, Hint } from '../endpoint/brought'
import type { OptimisticResponse } from '../endpoint/contract'
import type { OptionsOf } from '../endpoint/Endpoint'
import type { AddGenerics, KeptGenerics } from '../endpoint/listTypes'
import type { Pagination } from '../endpoint/pagination'
import type {
  BodyOf,
  CallOptions,
  ResponseRule,
  RestOptionName,
  RestOptions,
} from '../endpoint/restTypes'
import type { ShortenPath } from '../endpoint/pathTypes'
import type { StandardSchema } from '../endpoint/validation'
import type { Collection, CollectionOptions } from '../schema/Collection'
import type { Entity } from '../schema/Entity'
import type { Invalidate } from '../schema/Invalidate'
import type { Union } from '../schema/Union'
import type { AnyType } from '../util/anyType'
import type { Extender } from './extendResource'

/** Any resource, whatever its endpoints take. */
export interface ResourceInterface {
  /** `GET` of one. */
  readonly get: RestEndpoint
  /** `GET` of a list. */
  readonly getList: RestEndpoint
  /** `POST` to the list. */
  readonly create: RestEndpoint
  /** `PUT` of one. */
  readonly update: RestEndpoint
  /** `PATCH` of one. */
  readonly partialUpdate: RestEndpoint
  /** `DELETE` of one. */
  readonly delete: RestEndpoint
}

/** The options from which the types of a resource are derived. */
export interface ResourceOptions {
  /** The path of one entity; the list's is this one without its last parameter, with a slash at its end if this has one. */
  readonly path: string
  /** The schema at the path: an entity, or one of several. */
  readonly schema: typeof Entity | Union<AnyType>
  /**
   * The class of the members of lists, where these have less of an entity: a class that the entity's class extends, with the same `static key`. A `get`
   * that only a list has brought is shown as it is there, and fetched. Default: lists have all fields.
   */
  readonly summary?: typeof Entity
  /** The type of what create and update send, given as a value. Default: any of the entity's fields; `undefined`: update sends none. */
  readonly body?: AnyType
  /** The type of the list's search parameters, given as a value. Default: any. */
  readonly searchParams?: AnyType
  /** The parameter that names a page of the list, such as `[pages, 'cursor']`; it makes `getList.getPage`. */
  readonly paginationField?:
    Pagination | Hint<"write [pages, 'cursor'], with import { pages } from 'rtk-rest'"> | undefined
  /**
   * Shows what mutations will probably change, before the server responds: `create` and the other members of `getList`,
   * `update`, `partialUpdate` and `delete`. Bodies that are no plain objects are shown when the server has responded. The
   * value is `optimistic` itself: `resource({ …, optimistic })`. Default: what the server has responded.
   */
  readonly optimistic?:
    | ResourceOptimism
    | "write `optimistic` alone, with import { optimistic } from 'rtk-rest/optimistic'"
  /** The path that `getList.move` sends to. Default: that of one entity. */
  readonly movePath?: string
  /** Checks, and may change, the `data` of errors, which the errors of all endpoints are typed by. */
  readonly errorSchema?: StandardSchema<AnyType, unknown> | undefined
  /** Anything of your own, for the steps of all endpoints: `this.extra`. Default: nothing. */
  readonly extra?: unknown
}

/** What makes the mutations of a resource optimistic: `optimistic` of `rtk-rest/optimistic`. */
export interface ResourceOptimism {
  /** The expected responses of the mutations, by what they do. */
  responses(
    schema: AnyType,
    movePath: string,
  ): Readonly<Record<'member' | 'update' | 'delete', Brought<'optimistic', OptimisticResponse>>>
}

/** The options of a resource besides those of `RestEndpoint`. */
export interface ResourceParts {
  /** The class of every endpoint. Default: `RestEndpoint`. */
  readonly Endpoint?: RestEndpointClass
  /** The class of the list. Default: `Collection`. */
  readonly Collection?: CollectionConstructor
  /** The place of what `create` adds to lists: in front of them, or at their end. Default: `back`. */
  readonly create?: 'front' | 'back'
  /** The entities that are on a list. Default: those whose fields equal its arguments, as far as its members show that. */
  readonly filters?: CollectionOptions['filters']
  /** Changes every response before it is stored, that of the list included. */
  process?(value: AnyType, ...args: AnyType[]): unknown
}

/** What `resource()` takes. */
export type ResourceConfig<O extends ResourceOptions = ResourceOptions> = OptionsOf<
  O,
  ResourceOptionName
> &
  Omit<RestOptions, 'name'> &
  CallOptions<AnyType> &
  ResponseRule<O> &
  ResourceParts

/** The names of all options of a resource; its endpoints have names of their own. */
export type ResourceOptionName =
  keyof ResourceOptions | keyof ResourceParts | Exclude<RestOptionName, 'name'>

/** `RestEndpoint`, or a class on it, whatever its constructor takes. */
export type RestEndpointClass = new (options: AnyType) => RestEndpoint

/** A class of lists, such as one with another `merge`. */
export type CollectionConstructor = new (
  schema: AnyType,
  options?: AnyType,
) => Collection<AnyType, AnyType>

/** The usual endpoints of one kind of entity, and how to have more. */
export interface Resource<O extends ResourceOptions> extends ResourceMembers<O> {
  /** A new resource with other options for its endpoints, or with more of them; this one stays as it is. */
  readonly extend: Extender<ResourceMembers<O>>
}

/** The endpoints of one kind of entity. */
export interface ResourceMembers<O extends ResourceOptions> {
  /** `GET` of one. */
  readonly get: RestEndpoint<{ path: O['path']; schema: O['schema'] } & KeptGenerics<O>>
  /** `GET` of a list; its members `push`, `unshift`, `remove`, `move` and `getPage` are the endpoints that change it. */
  readonly getList: RestEndpoint<ListGenerics<O>>
  /** `POST` to the list: the same as `getList.push`. */
  readonly create: RestEndpoint<AddGenerics<WholeListGenerics<O>, 'push'> & KeptGenerics<O>>
  /** `PUT` of one. */
  readonly update: RestEndpoint<WriteGenerics<O, 'PUT'> & KeptGenerics<O>>
  /** `PATCH` of one. */
  readonly partialUpdate: RestEndpoint<WriteGenerics<O, 'PATCH'> & KeptGenerics<O>>
  /** `DELETE` of one: it vanishes from every list. */
  readonly delete: RestEndpoint<
    {
      path: O['path']
      schema: Invalidate<O['schema']>
      method: 'DELETE'
    } & KeptGenerics<O>
  >
}

/** The options that type the list of a resource. */
export type ListGenerics<O extends ResourceOptions> = ListBase<O> &
  KeptGenerics<O> &
  (O extends { readonly paginationField: infer Pages extends Pagination }
    ? { paginationField: Pages }
    : unknown)

/** The options that would type the list of a resource without summaries. */
export type WholeListGenerics<O extends ResourceOptions> = 'summary' extends keyof O
  ? Omit<ListGenerics<O>, 'schema'> & { schema: Collection<readonly [O['schema']]> }
  : ListGenerics<O>

/** The members of the list of a resource. */
export type SummaryOf<O extends ResourceOptions> = O extends {
  readonly summary: infer Summary extends typeof Entity
}
  ? Summary
  : O['schema']

/** The options that type the list of a resource, its pages aside. */
export interface ListBase<O extends ResourceOptions> {
  path: ShortenPath<O['path']>
  schema: Collection<readonly [SummaryOf<O>]>
  method: 'GET'
  /** The path that `move` sends to. */
  movePath: O extends { readonly movePath: infer Path extends string } ? Path : O['path']
  searchParams: SearchParamsOf<O>
  body: BodyOption<O>
}

/** The options that type the endpoints which change one entity. */
export interface WriteGenerics<O extends ResourceOptions, Method extends string> {
  path: O['path']
  /** With it an entity leaves and joins lists, as `update` of the list's collection says. */
  schema: O['schema']
  method: Method
  body: BodyOption<O>
}

type BodyOption<O extends ResourceOptions> = 'body' extends keyof O
  ? O['body']
  : BodyOf<O['schema']> | FormData

type SearchParamsOf<O extends ResourceOptions> = 'searchParams' extends keyof O
  ? O['searchParams']
  : Record<string, string | number | boolean | undefined> | undefined
