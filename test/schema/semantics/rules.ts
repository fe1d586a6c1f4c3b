import { denormalize, Entity, normalize, type Schema } from 'rtk-rest'
import type { PlainRows } from 'rtk-rest/types'
import { row } from '../rows'

/** A row of the table: the subject, its behaviour ("differs" from data-client), and the check. */
export type Rule = readonly [section: string, says: string, test: () => unknown]

export class User extends Entity {
  id = ''
  name = ''
  static override key = 'User'
}

export class Group extends Entity {
  id = ''
  title = ''
  static override key = 'Group'
}

export class Post extends Entity {
  id = ''
  author = User.fromJS({})
  reviewer: User | undefined = undefined
  static override key = 'Post'
  static override schema: Record<string, Schema> = { author: User, reviewer: User }
}

export const ada = { id: '1', name: 'Ada' }
export const bob = { id: '2', name: 'Bob' }

/** User 1 is there, 2 must not be shown, 3 is missing. */
export const stored: PlainRows = {
  User: { 1: row(ada), 2: row(bob, true) },
  Group: { g: row({ id: 'g', title: 'G' }) },
  Post: {
    p: row({ id: 'p', author: '1', reviewer: '2' }),
    q: row({ id: 'q', author: '2' }),
    r: row({ id: 'r', author: '3' }),
  },
}

/** The rows that a response stores, by table and primary key, without times. */
export function dataOf(schema: Schema, response: unknown, args: readonly unknown[] = []): object {
  return plainRows(normalize(schema, response, args).entities)
}

export function plainRows(tables: PlainRows): Record<string, Record<string, unknown>> {
  const data = ([pk, { invalid, data: it }]: [string, { invalid: boolean; data: object }]) =>
    [pk, invalid ? 'INVALID' : it] as const
  return Object.fromEntries(
    Object.entries(tables).map(([key, table]) => [
      key,
      Object.fromEntries(Object.entries(table).map(data)),
    ]),
  )
}

export function resultOf(
  schema: Schema,
  response: unknown,
  args: readonly unknown[] = [],
): unknown {
  return normalize(schema, response, args).result
}

/** What a reader sees of some rows. */
export function readOf(
  schema: Schema,
  input: unknown,
  tables: PlainRows = stored,
  args: readonly unknown[] = [],
): unknown {
  return denormalize(schema, input, tables, args)
}

/** The response, merged with stored rows, and all rows afterwards. */
export function after(
  tables: PlainRows,
  schema: Schema,
  response: unknown,
  args: readonly unknown[] = [],
  fetchedAt = 1,
): PlainRows {
  const meta = { fetchedAt, date: fetchedAt, expiresAt: 9e9 }
  const { entities, touched } = normalize(schema, response, args, tables, meta)
  const next: Record<string, PlainRows[string]> = { ...tables }
  for (const [key, table] of Object.entries(entities)) next[key] = { ...next[key], ...table }
  for (const [key, groups] of Object.entries(touched)) {
    const again = groups.flatMap(({ pks }) => pks).map((pk) => [pk, { ...next[key]?.[pk], meta }])
    next[key] = { ...next[key], ...(Object.fromEntries(again) as PlainRows[string]) }
  }
  return next
}

/** Hands on whatever `make` throws, so that tests can look at it. */
export function errorOf(make: () => unknown): unknown {
  try {
    return make()
  } catch (error) {
    return error
  }
}
