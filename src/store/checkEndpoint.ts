import type { EndpointContract } from '../endpoint/contract'
import { ADDRESS } from '../schema/listName'
import { getOrCreate } from '../util/collections'
import { describeValue } from '../util/messages'

/**
 * In development alone.
 * @throws TypeError where something is no endpoint
 */
export function checkEndpoint(endpoint: EndpointContract | undefined): void {
  if (process.env.NODE_ENV === 'production') return
  if (typeof endpoint?.key === 'function' && typeof endpoint.run === 'function') return
  throw new TypeError(
    `An endpoint is needed, such as UserResource.get; found ${describeValue(endpoint)}.`,
  )
}

/**
 * In development alone: whether an endpoint can be read repeatedly: a mutation would be sent repeatedly, and the responses of a
 * sensitive endpoint are not stored.
 * @throws TypeError where it cannot
 */
export function checkReadable({ name, sensitive, sideEffect }: EndpointContract): void {
  if (sideEffect === true) {
    throw new TypeError(
      `${name} changes data, so no hook, retain or subscribe sends it; call controller.fetch where it is to happen.`,
    )
  }
  if (sensitive !== true) return
  throw new TypeError(
    `${name} is sensitive, so its responses are not kept; call controller.fetch instead of a hook or retain.`,
  )
}

/** A reader of a call, as far as it is checked. */
interface Observed {
  readonly endpoint: EndpointContract
  readonly key: string
  /** It requests what is missing. */
  readonly fetches: boolean
}

/**
 * In development alone: checks the endpoint of a reader, which may request nothing as another one has.
 * @throws TypeError where it cannot be read repeatedly
 */
export function checkReader(store: object, { endpoint, key, fetches }: Observed): void {
  if (fetches) checkReadable(endpoint)
  warnDuplicateName(store, endpoint, key)
}

/** The endpoint that was first called by each name, in each store. */
const namedIn = new WeakMap<object, Map<string, EndpointContract | undefined>>()

/** Warns once where two different endpoints have one name: nothing distinguishes their actions, or even their data. */
export function warnDuplicateName(store: object, endpoint: EndpointContract, key: string): void {
  const { name } = endpoint
  const named = getOrCreate(namedIn, store, () => new Map<string, EndpointContract | undefined>())
  const first = named.get(name)
  if (!named.has(name)) named.set(name, endpoint)
  if (first === undefined || first === endpoint) return
  const isOther = first.testKey?.(key) === false
  if (!isOther && !sharesData(first, endpoint)) return
  named.set(name, undefined)
  const problem = name === '' ? 'Two endpoints have no name' : `Two endpoints are called "${name}"`
  console.warn(
    isOther
      ? `${problem}; give one of them another \`name\`, so that their actions differ in type.`
      : `${problem}, so each shows what the other has fetched; give one of them another \`name\`.`,
  )
}

/** An endpoint that is made of a function. */
interface FunctionEndpoint extends EndpointContract {
  readonly fetch?: (...args: never[]) => unknown
  readonly [ADDRESS]?: string
}

/** Whether two endpoints read by different functions, where their name is all that keys and lists have of them. */
function sharesData(one: FunctionEndpoint, other: FunctionEndpoint): boolean {
  const isNamed = [one, other].every((it) => it[ADDRESS] === it.name && it.sideEffect !== true)
  return isNamed && rootOf(one) !== rootOf(other) && String(one.fetch) !== String(other.fetch)
}

/** The endpoint that another one comes from by `extend` and `bind`. */
function rootOf(endpoint: EndpointContract): object {
  const { prototype } = endpoint.constructor
  const parent = Object.getPrototypeOf(endpoint) as object
  return parent === prototype ? endpoint : rootOf(parent as EndpointContract)
}

const SECRET = /(?:password|token|secret|authorization)$/i
/** What lists are paged by is no secret. */
const CURSOR = /(?:page|next|prev|previous|continuation|cursor|sync)_?token$/i
const DEEPEST = 4
/** Of a list, as many members are looked at. */
const MEMBERS = 100

const warned = new Set<string>()

/** Warns once for each endpoint whose arguments have a secret in them: actions, which are logged and shown in DevTools, hold them. */
export function warnSecretArguments(
  { name, sensitive }: { readonly name: string; readonly sensitive?: boolean | undefined },
  args: readonly unknown[],
): void {
  if (sensitive !== undefined || warned.has(name)) return
  const field = secretIn(args, 0)
  if (field === undefined) return
  warned.add(name)
  console.warn(
    `${name}: the field \`${field}\` of its arguments looks like a secret, and is shown in actions and logs; give the endpoint \`sensitive: true\`, or \`sensitive: false\` if it is none.`,
  )
}

/** The first field that is called like a secret and is set, in nested objects and lists too. */
function secretIn(plain: unknown, depth: number): string | undefined {
  if (typeof plain !== 'object' || plain === null || depth > DEEPEST) return undefined
  const fields = Array.isArray(plain) ? plain.slice(0, MEMBERS).entries() : Object.entries(plain)
  for (const [name, value] of fields as Iterable<[string | number, unknown]>) {
    if (isSet(value) && SECRET.test(`${name}`) && !CURSOR.test(`${name}`)) return `${name}`
    const nested = secretIn(value, depth + 1)
    if (nested !== undefined) return nested
  }
  return undefined
}

/** A number is where a list goes on, or how many there are; a one-time code is text where it may begin with 0. */
function isSet(value: unknown): boolean {
  return typeof value === 'object' ? value !== null : typeof value === 'string' && value !== ''
}
