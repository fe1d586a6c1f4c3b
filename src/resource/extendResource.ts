import { similarTo } from '../endpoint/checkOptions'
import type { EndpointContract, RunContext } from '../endpoint/contract'
import type { OptionsOf } from '../endpoint/Endpoint'
import type { RestEndpoint } from '../endpoint/RestEndpoint'
import type {
  CallOptions,
  ResponseRule,
  ExtendOptionName,
  Extended,
  ExtendOptions,
  RestGenerics,
  RestOptions,
} from '../endpoint/restTypes'
import { isObject } from '../util/checks'
import type { ListFollowers } from './followList'

/** The endpoints of a resource, by the names of its members. */
export type Members = Readonly<Record<string, EndpointContract>>

/** A resource whose endpoints are those of `M`, some of them replaced or joined by those of `Added`. */
export type ExtendedResource<M, Added = object> = With<M, Added> & {
  readonly extend: Extender<With<M, Added>>
}

/** The three ways to extend a resource, whose endpoints are those of `M`. */
export interface Extender<M> {
  /** One endpoint with other options; under a new name it is `get` with these options. */
  <const Name extends string, const E extends ExtendOptions = object>(
    member: Name,
    options: MemberOptions<M, Name, E>,
  ): ExtendedResource<M, { readonly [It in Name]: ExtendedMember<M, It, E> }>
  /** Any endpoints, from those that there are. */
  <Added extends Members>(build: (base: ExtendedResource<M>) => Added): ExtendedResource<M, Added>
  // Last, as the compiler tells of the last one what is wrong.
  /** Several endpoints with other options, by their names. */
  <
    const Many extends { readonly [Name in keyof M]?: ExtendOptions } = {
      readonly [Name in keyof M]?: object
    },
  >(
    options: Many & {
      readonly [Name in keyof Many]: Name extends keyof M
        ? MemberOptions<M, Name, Many[Name]>
        : never
    },
  ): ExtendedResource<
    M,
    { readonly [Name in keyof Many & keyof M]: ExtendedMember<M, Name, Many[Name]> }
  >
}

/** A resource of hooks: each endpoint as a hook that gives it. */
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
export type MemberOptions<M, Name, E> = OptionsOf<E, ExtendOptionName> &
  RestOptions &
  CallOptions<ExtendedGenerics<M, Name, E>> &
  ResponseRule<ExtendedGenerics<M, Name, E>> &
  ThisType<RestEndpoint<ExtendedGenerics<M, Name, E>> & { readonly context: RunContext }>

type ExtendedMember<M, Name, E> = RestEndpoint<ExtendedGenerics<M, Name, E>>

type ExtendedGenerics<M, Name, E> = Extended<
  GenericsOf<M, Name extends keyof M ? Name : 'get' & keyof M>,
  Given<E>
>

type GenericsOf<M, Name extends keyof M> =
  M[Name] extends RestEndpoint<infer O extends RestGenerics> ? O : RestGenerics

/** The options that are given; those that the compiler could not infer are functions, which types do not depend on. */
type Given<E> = ExtendOptions extends E ? object : E

/** An endpoint that a resource can extend. */
interface Extendable {
  readonly name: string
  extend(options: object): Extendable
}

type Endpoints = Readonly<Record<string, Extendable>>

/** The arguments of `extend`: a name and options, options by name, or a function of the endpoints. */
type ExtendArgs = readonly [
  what: string | Readonly<Record<string, object>> | ((base: object) => object),
  options?: object,
]

/**
 * A resource of these endpoints, whose `extend` makes another one.
 * @param key the first part of the names of new endpoints
 */
export function withExtend(key: string, followers: ListFollowers): object {
  const members = followers.endpoints as Endpoints
  const extend = (...args: ExtendArgs): object => {
    const added = changes(key, members, args, base)
    return withExtend(key, followers.replaced({ ...members, ...added }))
  }
  const base = { ...members, extend }
  return base
}

/** The endpoints that `extend` adds or replaces. */
function changes(
  key: string,
  members: Endpoints,
  [what, options]: ExtendArgs,
  base: object,
): Endpoints {
  if (typeof what === 'function') return renamed(key, members, what(base))
  const all = typeof what === 'string' ? { [what]: options } : what
  if (process.env.NODE_ENV !== 'production') checkOptions(key, members, what, all)
  return mapEntries(all, (name, own) =>
    Object.hasOwn(members, name)
      ? (members[name] as Extendable).extend(own as object)
      : (members['get'] as Extendable).extend({ name: `${key}.${name}`, ...own }),
  )
}

/** The endpoints of a function. An extended one under a new name gets a name of its own in the actions. */
function renamed(key: string, members: Endpoints, made: object): Endpoints {
  if (process.env.NODE_ENV !== 'production') checkEndpoints(key, made)
  const inherited = Object.values(members)
  return mapEntries(made as Endpoints, (member, endpoint) => {
    const isNew = !Object.hasOwn(members, member) && !inherited.includes(endpoint)
    return isNew && inherited.some(({ name }) => name === endpoint.name)
      ? endpoint.extend({ name: `${key}.${member}` })
      : endpoint
  })
}

function mapEntries<Value>(
  entries: { readonly [name: string]: Value },
  change: (name: string, value: Value) => Extendable,
): Endpoints {
  return Object.fromEntries(
    Object.entries(entries).map(([name, value]) => [name, change(name, value)]),
  )
}

function checkOptions(
  key: string,
  members: Endpoints,
  what: ExtendArgs[0],
  options: Readonly<Record<string, object | undefined>>,
): void {
  if (!isObject(what) && typeof what !== 'string') throw misuse(key)
  for (const [name, own] of Object.entries(options)) {
    if (typeof what !== 'string' && !Object.hasOwn(members, name)) {
      throw new TypeError(
        `The ${key} resource has no member \`${name}\` to extend: it has ${Object.keys(members).join(', ')}. To add one, write extend('${name}', { … }).`,
      )
    }
    if (!isObject(own) || name === 'extend') throw misuse(key)
    if (!Object.hasOwn(members, name)) warnSimilar(key, name, Object.keys(members))
  }
}

const warned = new Set<string>()

/** Warns once of a new endpoint that is nearly called like another one: what was meant goes on without these options. */
function warnSimilar(key: string, name: string, members: readonly string[]): void {
  const similar = similarTo(name, members)
  if (similar === undefined || warned.has(`${key}.${name}`)) return
  warned.add(`${key}.${name}`)
  console.warn(
    `extend('${name}', …) adds an endpoint to the ${key} resource, and changes none; did you mean '${similar}'?`,
  )
}

function checkEndpoints(key: string, made: object): void {
  for (const [name, endpoint] of Object.entries(made)) {
    if (typeof endpoint !== 'function' || name === 'extend') throw misuse(key)
  }
}

function misuse(key: string): TypeError {
  return new TypeError(
    `extend of the ${key} resource takes a name and options: extend('archive', { path: '/…' }), options by name: extend({ get: { … } }), or a function that returns endpoints: extend((base) => ({ … })).`,
  )
}
