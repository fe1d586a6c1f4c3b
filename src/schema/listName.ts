import { getOrCreate } from '../util/collections'
import { isObject } from '../util/checks'
import type { CollectionKey } from './collectionKey'

/** What the primary key of a stored list says. */
export interface ListName {
  /** The path template that responds with it; `undefined` for a list in an entity, or one that no endpoint reads. */
  readonly address: string | undefined
  /** The arguments by name; those without a name by their place. */
  readonly args: CollectionKey
}

/** The primary key of a list: `/users`, or `/projects/:id/tasks {"id":"1"}`. @param json the arguments as text */
export function listPk(address: string | undefined, json: string): string {
  if (address === undefined) return json
  const name = address.replace(/ |^\[|^\{(?=["}])/g, (it) => encodeURIComponent(it))
  return json === '{}' ? name : `${name} ${json}`
}

/** The lists that a call is about. */
export interface CallListName {
  /** The beginning of their keys; `undefined` where there is none. */
  readonly address: string | undefined
  /** The arguments that name one: those of a mutation without its body. */
  readonly args: readonly unknown[]
}

const names = new Map<string, ListName>()
/** How many names are remembered; each is read again after that. */
const MAX_NAMES = 20_000

/** Reads what `listPk` wrote. */
export function readListPk(pk: string): ListName {
  if (names.size > MAX_NAMES) names.clear()
  return getOrCreate(names, pk, () => {
    const at = /^(\[|\{["}])/.test(pk) ? 0 : pk.indexOf(' ')
    if (at < 0) return { address: pk, args: {} }
    const address = at === 0 ? undefined : pk.slice(0, at)
    return { address, args: namedArgs(JSON.parse(pk.slice(at)) as unknown) }
  })
}

function namedArgs(key: unknown): CollectionKey {
  if (!Array.isArray(key)) return key as CollectionKey
  return Object.assign(
    {},
    ...key.map((arg, at) => (isObject(arg) ? arg : { [at]: arg })),
  ) as CollectionKey
}

/** The member of an endpoint that has the beginning of the primary keys of its lists. */
export const ADDRESS: unique symbol = Symbol('address')

/** An endpoint that a collection was given to. */
export interface Addressed {
  readonly name: string
  readonly [ADDRESS]: string
  readonly sideEffect?: unknown
}

/** The endpoints that collections were given to; class fields of an endpoint are there later than the endpoint. */
const given = new WeakMap<object, Map<string, Addressed>>()
const waiting = new WeakMap<object, Addressed[]>()

/** Notes an endpoint that a collection was given to. */
export function noteEndpoint(collection: object, endpoint: Addressed): void {
  const endpoints = getOrCreate(waiting, collection, (): Addressed[] => [])
  if (endpoints.push(endpoint) > 10) readersOf(collection)
}

/** The endpoints that read a collection, one for each address. */
export function readersOf(collection: object): readonly Addressed[] {
  const readers = getOrCreate(given, collection, () => new Map<string, Addressed>())
  for (const it of waiting.get(collection) ?? []) {
    if (it.sideEffect !== true && !readers.has(it[ADDRESS])) readers.set(it[ADDRESS], it)
  }
  waiting.delete(collection)
  return [...readers.values()]
}

const warned = new WeakSet<object>()

interface Unread {
  readonly key: string
  readonly address: string | undefined
}

/** Warns once of a collection that no endpoint reads, where endpoints have lists of the same members. */
export function warnUnread(collection: Unread, pks: readonly string[]): void {
  const { key, address } = collection
  const found = pks.find((pk) => readListPk(pk).address !== undefined)
  if (address !== undefined || found === undefined || warned.has(collection)) return
  warned.add(collection)
  console.warn(
    `No endpoint reads this Collection ${key}, so it finds none of the lists of endpoints, such as ${found}. Use the schema of the endpoint that is meant: getUsers.schema in place of new Collection([User]).`,
  )
}

/** A collection, as far as it is found by its address. */
interface Found {
  readonly member: object
  readonly layout: { readonly isMap: boolean }
  readonly options: { readonly filters?: unknown }
  readonly isPaged?: boolean
}

/** By member, then by layout and address: a list is described by its own collection, whoever changes it. */
const collections = new WeakMap<object, Map<string, object>>()

/** Notes a collection of an address. One that says what arguments do, or has pages, is not replaced by one that does not. */
export function noteAddress(collection: Found, address: string): void {
  const { member, options, isPaged } = collection
  const known = getOrCreate(collections, member, () => new Map<string, object>())
  const name = nameOf(collection, address)
  if (options.filters !== undefined || isPaged === true || !known.has(name))
    known.set(name, collection)
}

/** The collection of the lists at an address, also one of summaries of the members. Of lists that no endpoint reads, nothing is said. */
export function collectionAt<C extends Found>(of: C, address: string | undefined): C {
  if (address === undefined) return of
  const found = noted(of.member, nameOf(of, address))
  if (found !== undefined) return found as C
  const isSilent = of.options.filters === undefined
  return isSilent ? of : (Object.create(of, { options: { value: {} } }) as C)
}

function noted(member: object | null, name: string): object | undefined {
  if (member === null) return undefined
  const parent = Object.getPrototypeOf(member) as object | null
  return collections.get(member)?.get(name) ?? noted(parent, name)
}

function nameOf({ layout }: Pick<Found, 'layout'>, address: string): string {
  return `${layout.isMap} ${address}`
}
