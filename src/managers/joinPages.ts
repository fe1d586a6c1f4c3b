import type { CollectionLayout } from '../schema/collectionLayout'
import type { RowSchema } from '../schema/contract'
import { isSchemaObject } from '../schema/schemaObject'
import { confirmedRow } from '../store/state/confirmed'
import type { RestState } from '../store/state/state'
import { isObject } from '../util/checks'
import { lastOf } from '../util/collections'
import { setOwn } from '../util/record'

/** What a store has of a list. */
interface Stored {
  readonly state: RestState
  /** The normalized result, with primary keys in place of entities. */
  readonly result: unknown
}

interface ListSchema extends RowSchema {
  readonly layout: CollectionLayout
}

/** An object with its fields, or a query. */
interface Wrapper {
  readonly schema?: unknown
  readonly fields?: unknown
}

/**
 * The responses of several pages as one: the members of all, and what the last one says beside them.
 * @param stored goes on behind the pages, with what is beside its members
 */
export function joinPages(schema: unknown, pages: readonly unknown[], stored?: Stored): unknown {
  const last = lastOf(pages)
  const beside = stored ? stored.result : last
  if (!isObject(schema)) return beside
  if ('moveWith' in schema) return joinLists(schema as unknown as ListSchema, pages, stored)
  if (isSchemaObject(schema)) {
    const { schema: inner, fields = inner } = schema as Wrapper
    return joinPages(fields, pages, stored)
  }
  if (!isObject(last)) return last
  const joined: Record<string, unknown> = { ...(isObject(beside) ? beside : last) }
  for (const [field, member] of Object.entries(schema)) {
    if (!Object.hasOwn(last, field)) continue
    const within = stored && { ...stored, result: memberOf(stored.result, field) }
    const values = pages.map((page) => memberOf(page, field))
    setOwn(joined, field, joinPages(member, values, within))
  }
  return joined
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
  return wrong < 0 ? pages.flat().concat(rest ?? []) : pages[wrong]
}
