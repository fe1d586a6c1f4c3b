import { isObject } from '../util/isObject'
import type { Members } from './extendTypes'

/** What every endpoint has that a resource can extend. */
interface Extendable {
  readonly name: string
  extend(options: object): Extendable
}

type AnyMembers = Readonly<Record<string, Extendable>>

/** What `extend` may be called with: a name and options, options by name, or a function of the endpoints. */
type ExtendArgs = readonly [
  what: string | Readonly<Record<string, object>> | ((base: object) => object),
  options?: object,
]

/**
 * A resource of these endpoints, whose `extend` makes another one.
 * @param key what the names of new endpoints begin with
 */
export function withExtend<M extends object>(key: string, members: M): M & { extend: unknown } {
  const extend = (...args: ExtendArgs): object =>
    withExtend(key, { ...members, ...additions(key, members as AnyMembers, args, extend) })
  return { ...members, extend }
}

function additions(
  key: string,
  members: AnyMembers,
  [what, options]: ExtendArgs,
  extend: unknown,
): Members | AnyMembers {
  if (typeof what === 'string') return { [what]: extendOne(key, members, what, options) }
  if (typeof what === 'function') return built(key, members, what({ ...members, extend }))
  check(isObject(what), key)
  return Object.fromEntries(
    Object.entries(what).map(([name, own]) => {
      if (process.env.NODE_ENV === 'production' || Object.hasOwn(members, name)) {
        return [name, extendOne(key, members, name, own)]
      }
      throw new TypeError(
        `The ${key} resource has no member \`${name}\` to extend: it has ${Object.keys(members).join(', ')}. To add one, write extend('${name}', { … }).`,
      )
    }),
  )
}

function extendOne(
  key: string,
  members: AnyMembers,
  name: string,
  options: object | undefined,
): Extendable {
  check(isObject(options) && name !== 'extend', key)
  const existing = Object.hasOwn(members, name) ? members[name] : undefined
  if (existing !== undefined) return existing.extend(options as object)
  const base = members['get'] as Extendable
  return base.extend({ name: `${key}.${name}`, ...options })
}

/** What a function made of the endpoints; what it extended under a new name gets a name of its own in the actions. */
function built(key: string, members: AnyMembers, made: object): AnyMembers {
  const inherited = new Set(Object.values(members).map(({ name }) => name))
  const known = new Set(Object.values(members))
  return Object.fromEntries(
    Object.entries(made).map(([member, endpoint]: [string, Partial<Extendable>]) => {
      check(typeof endpoint === 'function' && member !== 'extend', key)
      const it = endpoint as Extendable
      const name = `${key}.${member}`
      const isNamesake = !known.has(it) && !Object.hasOwn(members, member) && inherited.has(it.name)
      return [member, isNamesake ? it.extend({ name }) : it]
    }),
  )
}

/** Checks in development how `extend` is called. */
function check(isRight: boolean, key: string): void {
  if (process.env.NODE_ENV === 'production' || isRight) return
  throw new TypeError(
    `extend of the ${key} resource takes a name and options: extend('archive', { path: '/…' }), options by name: extend({ get: { … } }), or a function that returns endpoints: extend((base) => ({ … })).`,
  )
}
