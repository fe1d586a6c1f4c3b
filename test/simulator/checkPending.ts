import { isDeepStrictEqual } from 'node:util'
import { getRow, type RestState } from 'rtk-rest'
import { type Finding, rowOf } from './checkShown'
import type { Ledger } from './Ledger'
import type { Row, TableName } from './ModelServer'
import type { SimulatedStore } from './SimulatedStore'
import { applyPending, committedTables, type Tables } from './Tables'
import { type Api, type Call, Post, User } from './world'

/** What is shown is what is committed, with the mutations in flight applied in order of their calls. */
export function* findingsInPending(
  { rest, store, state }: SimulatedStore,
  ledger: Ledger,
  api: Api,
  calls: readonly Call[],
): Generator<Finding> {
  const tables = applyPending(committedTables(state, api), ledger)
  const { selectAll, selectData } = rest.selectors
  const root = store.getState()
  const [users, posts] = [selectAll(root, User), selectAll(root, Post)]
  yield* differences('all users', rowsIn(users, 'users'), Object.fromEntries(tables.users))
  yield* differences('all posts', rowsIn(posts, 'posts'), Object.fromEntries(postsOf(tables)))
  for (const call of calls) {
    const expected = expectedOf(call, tables, state, api)
    if (expected === undefined) continue
    const value: unknown = selectData(root, call.endpoint, ...(call.args as never[]))
    yield* differences(`selectors of ${call.path}`, keysIn(call, value), expected.value)
  }
}

function* differences(label: string, shown: unknown, expected: unknown): Generator<Finding> {
  if (isDeepStrictEqual(shown, expected)) return
  const detail = `${label} is ${JSON.stringify(shown)}, and expected is ${JSON.stringify(expected)}`
  yield { kind: 'other than pending', detail }
}

/** The primary keys that a call is to show; `undefined` where it is about something else. */
function expectedOf(
  { endpoint, args, path, list }: Call,
  tables: Tables,
  { requests }: RestState,
  { latest }: Api,
): { readonly value: unknown } | undefined {
  const row = getRow(requests, endpoint.key(...args))
  if (row?.invalid === true) return { value: undefined }
  const isShown = (table: TableName) => (pk: string) => tables[table].has(pk)
  // A response has a cursor beside the list, without which there is nothing to show.
  if (isFeed({ path }) && row?.result === undefined) return { value: undefined }
  if (endpoint === latest) return { value: tables.latest?.filter(isShown('posts')) }
  const name = isFeed({ path }) ? FEED : nameOf(list, args)
  if (name !== undefined) {
    const table = name.startsWith('users') ? 'users' : 'posts'
    return { value: tables.lists.get(name)?.filter(isShown(table)) }
  }
  const [table, id] = path.replace('/strict', '/users').slice(1).split('/')
  if (id === undefined) return undefined
  return { value: isShown(table as TableName)(id) ? id : undefined }
}

const FEED = 'posts /feed/:topic {"topic":"main"}'

function isFeed({ path }: Pick<Call, 'path'>): boolean {
  return path === '/feed/main'
}

/** The posts as they are shown, without an author that the store does not have. */
function postsOf({ posts, users }: Tables): ReadonlyMap<string, Row> {
  const authorOf = ({ author }: Row) => (users.has(String(author)) ? String(author) : 'nobody')
  return new Map([...posts].map(([pk, row]) => [pk, { ...row, author: authorOf(row) }]))
}

function nameOf(
  list: Call['list'] | undefined,
  [params = {}]: readonly unknown[],
): string | undefined {
  const args = Object.keys(params as object).length === 0 ? '' : ` ${JSON.stringify(params)}`
  return list && `${list.table} /${list.table}${args}`
}

function rowsIn(entities: readonly (User | Post)[], table: TableName): Record<string, Row> {
  return Object.fromEntries(entities.map((it) => [it.id, { id: it.id, ...rowOf(it, table) }]))
}

function keysIn({ path }: Call, value: unknown): unknown {
  const shown = isFeed({ path }) ? (value as { posts?: unknown } | undefined)?.posts : value
  if (Array.isArray(shown)) return (shown as readonly (User | Post)[]).map(({ id }) => id)
  return shown === undefined ? undefined : (shown as User | Post).id
}
