import type { CollectionLayout } from '../schema/collectionLayout'
import type { RowSchema } from '../schema/contract'
import { isSchemaObject } from '../schema/schemaObject'
import { confirmedRow } from '../store/state/confirmed'
import type { RestState } from '../store/state/state'
import { isObject } from '../util/checks'
import { getOwn, setOwn } from '../util/record'

/** What a store has of a list. */
interface Stored {
  readonly state: RestState
  /** The normalized result, with primary keys in place of entities. */
  readonly result: unknown
  /** Whether a place of the response names a page. */
  isCursor(place: string): boolean
  /** Of a list with pages in front: the members of its new first page, which stands among the others. */
  firstOf?(schemaKey: string): readonly string[]
}

interface ListSchema extends RowSchema {
  readonly layout: CollectionLayout
}

/** An object with its fields, or a query. */
interface Wrapper {
  readonly schema?: unknown
  readonly fields?: unknown
  over?(inner: unknown): unknown
}

/** The pages of a list. */
interface Pages {
  /** In the order of the list. */
  readonly all: readonly unknown[]
  /** The one that says what stands beside the list. */
  readonly last: unknown
  /** Goes on behind the pages, or around them, with what is beside its members. */
  readonly stored?: Stored | undefined
}

/** The responses of several pages as one: the members of all, and what the last one says beside them. */
export function joinPages(schema: unknown, { all, last, stored }: Pages, place = ''): unknown {
  if (isObject(schema) && 'moveWith' in schema) {
    return joinLists(schema as unknown as ListSchema, all, stored)
  }
  const { schema: inner, fields = inner, over } = (isSchemaObject(schema) ? schema : {}) as Wrapper
  if (over !== undefined) return joinPages(fields, { all, last, stored }, place)
  if (isSchemaObject(schema)) return last
  if (!isObject(last)) return stored === undefined ? last : besideOf(last, stored, place)
  if (stored !== undefined && !isObject(stored.result)) return last
  const joined: Record<string, unknown> = { ...(stored?.result as object | undefined) }
  for (const field of Object.keys(last)) {
    const within = stored && { ...stored, result: memberOf(stored.result, field) }
    const values = all.map((page) => memberOf(page, field))
    const of = { all: values, last: memberOf(last, field), stored: within }
    const member = isObject(schema) ? getOwn(schema, field) : undefined
    const value = joinPages(member, of, `${place}/${field}`)
    if (value !== undefined) setOwn(joined, field, value)
  }
  return joined
}

/**
 * What stands beside the members of a list, of which the first page alone came: numbers and lists count for all pages. Texts, such as
 * a cursor, are those of the last page, and so are numbers that name it.
 */
function besideOf(fresh: unknown, { result, isCursor }: Stored, place: string): unknown {
  const isOfAll = typeof fresh === 'number' || Array.isArray(fresh)
  return isOfAll && !isCursor(place) && !/\/(page|offset|skip)$/.test(place) ? fresh : result
}

function memberOf(value: unknown, field: string): unknown {
  return isObject(value) ? value[field] : undefined
}

/** A list that is none is refused where it is stored. */
function joinLists(
  { key, layout }: ListSchema,
  pages: readonly unknown[],
  stored: Stored | undefined,
): unknown {
  const rest = stored && confirmedRow(stored.state, key, String(stored.result))?.data
  if (layout.isMap) {
    return Object.fromEntries([rest, ...pages].flatMap((page) => Object.entries(page ?? {})))
  }
  const wrong = pages.findIndex((page) => !Array.isArray(page))
  if (wrong >= 0) return pages[wrong]
  const fresh = pages.flat()
  const members = (rest ?? []) as readonly string[]
  const names = stored?.firstOf?.(key)
  if (names === undefined) return fresh.concat(members)
  const known = members.map((it) => names.includes(it))
  const [first, last] = [known.indexOf(true), known.lastIndexOf(true)]
  if (first < 0) return [...members, ...fresh]
  return [...members.slice(0, first), ...fresh, ...members.slice(last + 1)]
}
