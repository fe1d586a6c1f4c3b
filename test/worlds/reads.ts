import {
  type Database,
  type Fields,
  type Json,
  ME,
  PROJECTS,
  type TaskRow,
  type UserRow,
} from './Database'
import type { Paging } from './Features'

export interface ServerRequest {
  readonly method: string
  /** With the query, without the prefix of the world. */
  readonly path: string
  readonly body?: Json | undefined
}

export interface ModelResponse {
  readonly status: number
  readonly body?: Json | undefined
  readonly headers?: Readonly<Record<string, string>>
}

export const PAGE_SIZE = 3

const NOT_FOUND: ModelResponse = { status: 404, body: { message: 'not found' } }

type Read = (db: Database, query: Query, ...names: readonly string[]) => ModelResponse

type Query = Readonly<Record<string, string>>

/** What the server answers to reads, the first that fits. */
const READS: readonly (readonly [RegExp, Read])[] = [
  [/^\/tasks$/, (db, query) => ok(enveloped(db, selectTasks(db, query)))],
  [/^\/tasks\/search$/, (db, query) => ok(enveloped(db, selectTasks(db, query)))],
  [
    /^\/tasks\/feed$/,
    (db) =>
      ok(
        enveloped(
          db,
          ordered(db).filter(({ project }) => project === '1'),
        ),
      ),
  ],
  [
    /^\/projects\/([^/]+)\/tasks$/,
    (db, _, project = '') => listOf(db, (row) => row.project === project),
  ],
  [/^\/tasks\/([^/]+)\/replies$/, (db, _, parent) => listOf(db, (row) => row.parent === parent)],
  [/^\/tasks\/([^/]+)$/, (db, _, key = '') => oneOf(db.find(key), (row) => db.wholeOf(row))],
  [/^\/stream\/([^/]+)$/, (db, query, paging) => pageOf(db, query, paging as Paging)],
  [
    /^\/projects\/([^/]+)$/,
    (db, _, id = '') =>
      oneOf(
        PROJECTS.find((it) => it === id),
        (it) => projectOf(db, it),
      ),
  ],
  [/^\/stats$/, (db) => ok({ stats: { open: openIn(db.tasks) } })],
  [/^\/users$/, (db) => people(db, () => true)],
  [
    /^\/blocked$/,
    (db, { q = '' }) => people(db, ({ blocked, login }) => blocked && login.includes(q)),
  ],
  [/^\/users\/me\/following$/, (db) => people(db, ({ following }) => following)],
  [
    /^\/users\/([^/]+)\/followers$/,
    (db, _, id = '') => people(db, (user) => user.id === ME && db.findUser(id)?.following === true),
  ],
  [/^\/users\/([^/]+)$/, (db, _, id = '') => oneOf(db.findUser(id), (user) => db.userOf(user))],
]

/** What the server answers to a read now, which changes nothing. */
export function respondToRead(db: Database, { path, body }: ServerRequest): ModelResponse {
  const { pathname, searchParams } = new URL(path, 'http://world.test')
  const query = { ...Object.fromEntries(searchParams), ...(body as Query | undefined) }
  const address = pathname.replace(/(.)\/$/, '$1')
  for (const [pattern, read] of READS) {
    const match = pattern.exec(address)
    if (match) return read(db, query, ...match.slice(1).map(decodeURIComponent))
  }
  return NOT_FOUND
}

function ok(body: Json, headers = {}): ModelResponse {
  return { status: 200, body, headers }
}

function oneOf<Row>(row: Row | undefined, show: (row: Row) => Fields): ModelResponse {
  return row === undefined ? NOT_FOUND : ok(show(row))
}

function listOf(db: Database, test: (row: TaskRow) => boolean): ModelResponse {
  return ok(
    ordered(db)
      .filter(test)
      .map((row) => db.summaryOf(row)),
  )
}

function people(db: Database, test: (user: UserRow) => boolean): ModelResponse {
  return ok(db.users.filter(test).map((user) => db.userOf(user)))
}

function projectOf(db: Database, id: string): Fields {
  return { id, open: openIn(db.tasks.filter(({ project }) => project === id)) }
}

function openIn(rows: readonly TaskRow[]): number {
  return rows.filter(({ status }) => status !== 'done').length
}

function ordered(db: Database): readonly TaskRow[] {
  const sign = db.features.isNewestFirst ? -1 : 1
  return db.tasks.toSorted((one, other) => sign * (one.number - other.number))
}

function enveloped(db: Database, rows: readonly TaskRow[], found = rows): Json {
  const items = rows.map((row) => db.summaryOf(row))
  switch (db.features.envelope) {
    case 'none':
      return items
    case 'ok':
      return { ok: true, items }
    case 'total':
      return { items, total: found.length }
    case 'facets':
      return { items, meta: { facets: { open: openIn(found), all: found.length } } }
  }
}

type Test = (row: TaskRow, value: string) => boolean

/** What the arguments of the list of tasks mean to the server. */
const TESTS: Readonly<Record<string, Test>> = {
  status: (row, value) => value === 'all' || row.status === value.replace(/^eq\./, ''),
  project: (row, value) => row.project === value,
  size: (row, value) => String(row.size) === value,
  assignee: (row, value) => row.assignee === value,
  labels: (row, value) => value.split(',').every((label) => row.labels.includes(label)),
  q: (row, value) => row.title.toLowerCase().includes(value.toLowerCase()),
  minSize: (row, value) => row.size >= Number(value),
  createdAt: (row, value) => row.createdAt.startsWith(value),
  archived: (row, value) => row.archived === (value === '1'),
}

function selectTasks(db: Database, query: Query): readonly TaskRow[] {
  const isOpenOnly = db.features.isOpenOnly && query['status'] === undefined
  const found = ordered(db).filter(
    (row) =>
      !(isOpenOnly && row.status === 'done') &&
      Object.entries(query).every(([name, value]) => TESTS[name]?.(row, value) ?? true),
  )
  const sorted =
    query['sort'] === 'title'
      ? found.toSorted((one, other) => compare(one.title, other.title))
      : found
  return sorted.slice(0, Number(query['limit'] ?? Infinity))
}

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other)
}

/** All of a list that comes in pages. */
export function streamOf(db: Database): readonly Fields[] {
  return ordered(db).map((row) => db.summaryOf(row))
}

function pageOf(db: Database, query: Query, paging: Paging): ModelResponse {
  const all = ordered(db)
  const start = startOf(db, all, query)
  const rows = all.slice(start, start + PAGE_SIZE)
  const items = rows.map((row) => db.summaryOf(row))
  const isLast = start + rows.length >= all.length
  const cursor = isLast ? '' : btoa(String(rows.at(-1)?.number))
  const next = `/stream/${paging}?cursor=${encodeURIComponent(cursor)}`
  switch (paging) {
    case 'number':
    case 'offset':
      return ok({ items, total: all.length })
    case 'opaque':
      return ok({ items, next: cursor })
    case 'key':
      return ok({ items, hasMore: !isLast })
    case 'link':
      return ok(items, isLast ? {} : { link: `<${next}>; rel="next"` })
    case 'address':
      return ok({ items, next: isLast ? null : next })
  }
}

/** The place at which a page begins. A cursor names the last member of the page before it, by its number. */
export function startOf(db: Database, all: readonly TaskRow[], query: Query): number {
  const { page, offset, cursor, after } = query
  if (page !== undefined) return (Number(page) - 1) * PAGE_SIZE
  if (offset !== undefined) return Number(offset)
  const last = after === undefined ? undefined : db.find(after)?.number
  const number = cursor === undefined ? last : Number(atob(cursor))
  if (number === undefined) return 0
  const isBefore = (row: TaskRow): boolean =>
    db.features.isNewestFirst ? row.number >= number : row.number <= number
  return all.filter(isBefore).length
}
