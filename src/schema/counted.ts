import { isContainer, isObject } from '../util/checks'
import { toStored } from '../util/toPlain'
import type { AnyType } from '../util/anyType'
import { type Members, refsOf } from './collectionLayout'
import type { EntityRow, NormalizeDelegate, RowSchema, SchemaKind } from './contract'
import { entityOf } from './Discriminator'
import { pkOfRef } from './entityRef'
import { isSchemaObject } from './schemaObject'
import type { Shape } from './types'

/** What a result has in place of a number that follows a list. */
interface Counted {
  /** The number in the response. */
  readonly count: number
  /** The fields that lead to the list, and the row of it. */
  readonly list: readonly string[]
  readonly pk: string
  /** How many members the list had with this response. */
  readonly length: number
  /** The list changed while the response was on its way, which may count the change or not. */
  readonly isUnsure?: true
}

interface ListSchema extends RowSchema {
  readonly member: unknown
  pk(parent: unknown, key: string, args: readonly unknown[]): string
}

interface Wrapper {
  readonly schema?: unknown
  readonly fields?: unknown
  over?(inner: unknown): unknown
}

/**
 * Describes a number that counts a list beside it, also where a page or a limit brings but a part of that: a member that joins
 * the list adds one, and one that leaves it, or is deleted, takes one. So no response is needed for it after a mutation. Of several
 * lists in a response it counts the nearest.
 *
 * @throws SchemaError where the response has no number, or its schema no list, or several as near
 * @example
 * const getMembers = new RestEndpoint({
 *   path: '/members',
 *   schema: { members: new Collection([User]), total: counted },
 * })
 */
export const counted: SchemaKind & {
  readonly shape?: Shape<number, readonly AnyType[], unknown, number>
} = {
  normalize(value, _parent, _key, delegate) {
    if (typeof value !== 'number') return delegate.fail('a number', value)
    const { path, list } = nearestList(delegate)
    const pk = list.pk(undefined, '', delegate.args)
    const stored: { -readonly [Name in keyof Counted]: Counted[Name] } = {
      // What is computed may be NaN.
      count: toStored(value) as number,
      list: path,
      pk,
      length: 0,
    }
    delegate.afterwards(() => {
      const row = delegate.rowAfter(list.key, pk) ?? delegate.storedRow(list.key, pk)
      const { fetchedAt } = delegate.meta
      // A list that was not stored may have changed by then, too.
      if ((row?.meta.changed ?? 0) > fetchedAt) stored.isUnsure = true
      for (const ref of refsOf((row?.data ?? []) as Members)) {
        const { key = '' } = entityOf(list.member, ref) ?? {}
        const hidden = hiddenRow(key, pkOfRef(ref), delegate)
        if (hidden === undefined) stored.length += 1
        else if (hidden.meta.landed > fetchedAt) stored.isUnsure = true
      }
    })
    return stored
  },
  denormalize(input, delegate) {
    if (!isObject(input)) return input
    const { count, list: path, pk, length } = input as unknown as Counted
    const list = path.reduce((schema, field) => fieldsOf(schema)?.[field], delegate.root)
    const members = delegate.row(unwrap(list) as RowSchema, pk)
    return isContainer(members) ? count + Object.keys(members).length - length : count
  },
  holds: (value) => (value as Counted).isUnsure !== true,
}

/** A member that readers do not see, as it was deleted. */
function hiddenRow(
  schemaKey: string,
  pk: string,
  delegate: NormalizeDelegate,
): EntityRow | undefined {
  const stored = delegate.storedRow(schemaKey, pk)
  if (stored?.invalid !== true) return undefined
  const row = delegate.rowAfter(schemaKey, pk) ?? stored
  return row.invalid ? row : undefined
}

interface Found {
  readonly path: readonly string[]
  readonly list: ListSchema
}

/** The list that shares most of the way from the response. */
function nearestList(delegate: NormalizeDelegate): Found {
  const { root, path } = delegate
  const lists = listsIn(root)
  const shared = lists.map((it) => it.path.findIndex((field, at) => field !== path[at]))
  const [nearest, other] = lists.filter((_, at) => shared[at] === Math.max(...shared))
  if (nearest !== undefined && other === undefined) return nearest
  const problem = nearest ? 'several that are as near' : 'none'
  return delegate.fail('one list that `counted` can count', undefined, problem)
}

/** The lists of a schema; not those within lists and entities. */
function listsIn(schema: unknown, path: readonly string[] = []): readonly Found[] {
  const inner = unwrap(schema)
  if (isObject(inner) && 'moveWith' in inner) return [{ path, list: inner as never }]
  return Object.entries(fieldsOf(inner) ?? {}).flatMap(([field, it]) =>
    listsIn(it, [...path, field]),
  )
}

/** The schema within a query, or an object that is made by its class. */
function unwrap(schema: unknown): unknown {
  const { over, schema: inner, fields = inner } = (isSchemaObject(schema) ? schema : {}) as Wrapper
  return over === undefined ? schema : unwrap(fields)
}

function fieldsOf(schema: unknown): Readonly<Record<string, unknown>> | undefined {
  const inner = unwrap(schema)
  return isObject(inner) && !isSchemaObject(inner) ? inner : undefined
}
