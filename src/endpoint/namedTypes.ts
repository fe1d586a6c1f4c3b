import type { AnyType } from '../util/anyType'
import type { EndpointMembers, ResponseOf } from './contract'
import type { PathArgs } from './pathTypes'
import type { RestEndpoint } from './RestEndpoint'
import type { RestGenerics } from './restTypes'

type FetchFunction = (...args: AnyType[]) => Promise<AnyType>

/** Any endpoint, by its function, its schema, and whether it changes data. */
export interface EndpointInterface<
  F extends FetchFunction = FetchFunction,
  S = AnyType,
  M extends boolean | undefined = boolean | undefined,
> extends EndpointMembers {
  (...args: Parameters<F>): ReturnType<F>
  readonly name: string
  key(...args: Parameters<F>): string
  testKey(key: string): boolean
  readonly schema: S
  readonly sideEffect?: M | undefined
}

/** Any REST endpoint, by its function, its schema, whether it changes data, and what its other types derive from. */
export type RestInstance<
  F extends FetchFunction = FetchFunction,
  S = AnyType,
  M extends boolean | undefined = boolean | undefined,
  O extends RestGenerics = AnyType,
> = EndpointInterface<F, S, M> & Omit<RestEndpoint<O>, keyof EndpointInterface>

/** A REST endpoint that reads. */
export type GetEndpoint<
  O extends Omit<RestGenerics, 'method' | 'body' | 'sideEffect'> = { readonly path: string },
> = RestEndpoint<O>

/** A REST endpoint that changes data; `POST` where its method is not given. */
export type MutateEndpoint<
  O extends Omit<RestGenerics, 'sideEffect'> = { readonly path: string; readonly body: AnyType },
> = RestEndpoint<O & { readonly sideEffect: true }>

/** The value that a direct call of an endpoint resolves to. */
export type ResolveType<E extends FetchFunction> = ResponseOf<E>

/** The parameters that a path requires, with any search parameters. */
export type PathArgsAndSearch<Path extends string> = PathArgs<Path> &
  Readonly<Record<string, unknown>>

/** The instances of a class, abstract ones included. */
export type AbstractInstanceType<Class> = Class extends { readonly prototype: infer Instance }
  ? Instance
  : never
