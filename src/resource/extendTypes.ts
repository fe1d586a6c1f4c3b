import type { EndpointContract, RunContext } from '../endpoint/contract'
import type { OptionsOf } from '../endpoint/Endpoint'
import type { RestEndpoint } from '../endpoint/RestEndpoint'
import type {
  CallOptions,
  ContentRule,
  Extended,
  ExtendOptions,
  RestGenerics,
  RestOptionName,
  RestOptions,
} from '../endpoint/restTypes'

/** The endpoints of a resource, by the names of its members. */
export type Members = Readonly<Record<string, EndpointContract>>

/** A resource whose endpoints are those of `M`, some of them replaced or joined by those of `Added`. */
export type ExtendedResource<M, Added = object> = With<M, Added> & {
  readonly extend: Extender<With<M, Added>>
}

/** The three ways to extend a resource, whose endpoints are those of `M`. */
export interface Extender<M> {
  /** One endpoint with other options; under a new name it is `get` with these options. */
  <const Name extends string, const E extends ExtendOptions>(
    member: Name,
    options: MemberOptions<M, Name, E>,
  ): ExtendedResource<M, { readonly [It in Name]: ExtendedMember<M, It, E> }>
  /** Several endpoints with other options, by their names. */
  <const Many extends { readonly [Name in keyof M]?: ExtendOptions }>(
    options: Many & {
      readonly [Name in keyof Many]: Name extends keyof M
        ? MemberOptions<M, Name, Many[Name]>
        : never
    },
  ): ExtendedResource<
    M,
    { readonly [Name in keyof Many & keyof M]: ExtendedMember<M, Name, Many[Name]> }
  >
  /** Any endpoints, from those that there are. */
  <Added extends Members>(build: (base: ExtendedResource<M>) => Added): ExtendedResource<M, Added>
}

/** What a hook is made of: each endpoint of a resource as a hook that gives it. */
export type HookResource<R> = {
  readonly [Name in Exclude<keyof R, 'extend'> as `use${Capitalize<Name & string>}`]: () => R[Name]
}

type With<M, Added> = {
  readonly [Name in Exclude<keyof M | keyof Added, 'extend'>]: Name extends keyof Added
    ? Added[Name]
    : Name extends keyof M
      ? M[Name]
      : never
}

/** What `extend` of a resource takes for one of its endpoints. */
export type MemberOptions<M, Name, E> = OptionsOf<E, RestOptionName> &
  RestOptions &
  CallOptions<ExtendedGenerics<M, Name, E>> &
  ContentRule<E> &
  ThisType<RestEndpoint<ExtendedGenerics<M, Name, E>> & { readonly context: RunContext }>

type ExtendedMember<M, Name, E> = RestEndpoint<ExtendedGenerics<M, Name, E>>

type ExtendedGenerics<M, Name, E> = Extended<
  GenericsOf<M, Name extends keyof M ? Name : 'get' & keyof M>,
  E
>

type GenericsOf<M, Name extends keyof M> =
  M[Name] extends RestEndpoint<infer O extends RestGenerics> ? O : RestGenerics
