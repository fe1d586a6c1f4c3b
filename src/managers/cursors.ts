import { type Members, refsOf } from '../schema/collectionLayout'
import type { EntityRow, RowSchema } from '../schema/contract'
import { entityOf } from '../schema/Discriminator'
import { type MemberRef, pkOfRef } from '../schema/entityRef'
import { isSchemaObject } from '../schema/schemaObject'
import { attempt, isObject } from '../util/checks'
import { getOwn, setOwn } from '../util/record'

/** A response as it is stored: with primary keys in place of entities, and what these stand for. */
export interface Stored {
  readonly schema: unknown
  readonly result: unknown
  row(schemaKey: string, pk: string): EntityRow | undefined
}

/**
 * Where a parameter of a page comes from: the places that had its value when the page was requested, or the number itself. No place
 * is none that was seen.
 */
export type Source = readonly string[] | number

/** The texts and numbers of a response. */
type Value = string | number

/** Stands for the number of members so far. */
const COUNT = '+'

/** Stands for the member at the edge of a list. */
const EDGE = '#'

/** An object with its fields, or a query. */
interface Wrapper {
  readonly schema?: unknown
  readonly fields?: unknown
  over?(inner: unknown): unknown
}

/** What one response says of the page behind it, or in front of it. */
export class Clues {
  /** The members of its lists, by their tables. */
  readonly lists = new Map<string, readonly MemberRef[]>()
  readonly #values = new Map<string, Value>()
  readonly #stored: Stored
  readonly #isInFront: boolean
  /** The same without those that readers do not see. */
  readonly shown = new Map<string, readonly MemberRef[]>()

  constructor(stored: Stored, isInFront: boolean) {
    this.#stored = stored
    this.#isInFront = isInFront
    this.#collect(stored.schema, stored.result, '')
  }

  /** How many members its first list has. */
  get length(): number {
    const [members = []] = this.lists.values()
    return members.length
  }

  /** Where the value of a parameter may have come from. `page`, `offset` and `skip` are numbers by their names. */
  sourceOf(name: string, value: unknown): Source {
    const isNumber = /^\d+$/.test(String(value))
    const isOffset = isNumber && /^(offset|skip)$/.test(name)
    const [shown = []] = this.shown.values()
    if (isOffset && [this.length, shown.length].includes(Number(value))) return [COUNT]
    if (isNumber && name === 'page') return Number(value)
    const places = this.#placesOf(name, value)
    const beside = places.filter((place) => !place.includes(EDGE))
    if (beside.length > 0) return beside
    if (isOffset) return Number(value)
    // A number of members may be equal to a key by chance, unless the name says which of them is meant.
    const lists = /after|before|cursor|id$/i.test(name)
      ? []
      : [...this.lists.values(), ...this.shown.values()]
    return lists.some(({ length }) => length === Number(value)) ? [] : places
  }

  /**
   * The values that some places have now, each of them once.
   * @param count the number of members so far
   */
  valuesAt(name: string, places: readonly string[], count: number | undefined): readonly Value[] {
    const byText = new Map<string, Value>()
    for (const place of places) {
      const found = place === COUNT ? count : valueIn(this.#values.get(place), name)
      if (found !== undefined && found !== '') byText.set(String(found), found)
    }
    return [...byText.values()]
  }

  /** A number beside the list may be equal by chance, unless its name says that it is a cursor. */
  #placesOf(name: string, value: unknown): readonly string[] {
    const isCursor = ([place, found]: [string, Value]): boolean =>
      String(valueIn(found, name)) === String(value) &&
      (typeof found === 'string' || /next|prev|cursor/i.test(place) || place.endsWith(`/${name}`))
    return [...this.#values].filter(isCursor).map(([place]) => place)
  }

  #collect(schema: unknown, value: unknown, place: string): void {
    if (isObject(schema) && 'moveWith' in schema) {
      this.#collectList(schema as unknown as ListSchema, String(value), place)
    } else if (isSchemaObject(schema) && (schema as Wrapper).over !== undefined) {
      const { schema: inner, fields = inner } = schema as Wrapper
      this.#collect(fields, value, place)
    } else if (isObject(value)) {
      for (const [field, it] of Object.entries(value)) {
        const member = isObject(schema) ? getOwn(schema, field) : undefined
        this.#collect(member, it, `${place}/${field}`)
      }
    } else this.#add(place, value)
  }

  /** The key of the member at the edge. */
  #collectList({ key, member }: ListSchema, pk: string, place: string): void {
    const members = (this.#stored.row(key, pk)?.data ?? []) as Members
    const refs = refsOf(members)
    const shown = refs.filter((ref) => this.#memberOf(member, ref)?.invalid !== true)
    const edge = shown[this.#isInFront ? 0 : shown.length - 1]
    this.lists.set(key, refs)
    this.shown.set(key, shown)
    if (edge === undefined) return
    this.#add(`${place}${EDGE}`, pkOfRef(edge))
    if (!Array.isArray(members)) this.#add(`${place}${EDGE}${EDGE}`, nameOf(members, edge))
  }

  #memberOf(member: unknown, ref: MemberRef): EntityRow | undefined {
    const { key } = entityOf(member, ref) ?? {}
    return key === undefined ? undefined : this.#stored.row(key, pkOfRef(ref))
  }

  #add(place: string, value: unknown): void {
    if (typeof value === 'string' || typeof value === 'number') this.#values.set(place, value)
  }
}

interface ListSchema extends RowSchema {
  readonly member: unknown
}

/** The key of a member in a map. */
function nameOf(members: Members, ref: MemberRef): string | undefined {
  return Object.entries(members).find(([, it]) => it === ref)?.[0]
}

/** A value itself; of an address whose query has the parameter, that. */
function valueIn(value: Value | undefined, name: string): Value | undefined {
  const search = typeof value === 'string' ? searchOf(value) : undefined
  const found = getOwn(search, name)
  return typeof found === 'string' ? found : value
}

/**
 * The search parameters of an address; `undefined` for any other text. A list where one comes several times. By hand, as the
 * URLSearchParams of React Native reads nothing.
 */
export function searchOf(text: string): Readonly<Record<string, unknown>> | undefined {
  const at = text.indexOf('?')
  if (at < 0) return undefined
  const found: Record<string, unknown> = {}
  const search = text.slice(at + 1).replace(/#.*/, '')
  for (const pair of search.split('&')) {
    const [name = '', value = ''] = pair.split(/=(.*)/s).map(decode)
    const before = getOwn(found, name)
    setOwn(found, name, before === undefined ? value : [before, value].flat())
  }
  return found
}

function decode(text: string): string {
  return attempt(() => decodeURIComponent(text.replace(/\+/g, ' '))) ?? text
}

/** The places that the pages of a list have in common where any were seen. */
export function commonPlaces(sources: readonly (Source | undefined)[]): readonly string[] {
  const seen = sources.filter((it) => typeof it === 'object' && it.length > 0)
  const [first = [], ...others] = seen as readonly (readonly string[])[]
  return first.filter((place) => others.every((it) => it.includes(place)))
}
