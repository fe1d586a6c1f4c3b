import { type Database, type Fields, ME, textOf, type TaskRow, type UserRow } from './Database'
import type { ModelResponse, ServerRequest } from './reads'

/** What a mutation has done, as messages tell of it. */
export interface Change {
  readonly kind: 'create' | 'update' | 'delete'
  readonly table: 'task' | 'user'
  /** As it is now; of what was deleted, as it was. */
  readonly data: Fields
  /** The key before, where another client has renamed a task. */
  readonly oldKey?: string
}

export interface Written {
  readonly response: ModelResponse
  readonly change?: Change
}

type Write = (db: Database, body: Fields, name: string) => Written

const NOT_FOUND: Written = { response: { status: 404, body: { message: 'not found' } } }

/** What the server does with mutations. */
const WRITES: readonly (readonly [string, RegExp, Write])[] = [
  ['POST', /^\/tasks$/, (db, body) => create(db, body)],
  ['POST', /^\/projects\/([^/]+)\/tasks$/, (db, body, project) => create(db, { ...body, project })],
  ['POST', /^\/tasks\/([^/]+)\/replies$/, (db, body, parent) => create(db, { ...body, parent })],
  ['POST', /^\/tasks\/([^/]+)\/close$/, task((row) => (row.status = 'done'))],
  ['POST', /^\/tasks\/([^/]+)\/like$/, task((row) => like(row, true))],
  ['DELETE', /^\/tasks\/([^/]+)\/like$/, task((row) => like(row, false))],
  ['PUT', /^\/tasks\/([^/]+)\/pin$/, task((row) => (row.pinned = true))],
  ['DELETE', /^\/tasks\/([^/]+)\/pin$/, task((row) => (row.pinned = false))],
  ['POST', /^\/tasks\/([^/]+)\/vote$/, task((row) => (row.votes += 1))],
  ['DELETE', /^\/tasks\/([^/]+)\/vote$/, task((row) => (row.votes -= 1))],
  ['POST', /^\/tasks\/([^/]+)\/star$/, task((row) => star(row, true))],
  ['DELETE', /^\/tasks\/([^/]+)\/star$/, task((row) => star(row, false))],
  ['PUT', /^\/tasks\/([^/]+)$/, task(assign)],
  ['PATCH', /^\/tasks\/([^/]+)$/, task(assign)],
  ['DELETE', /^\/tasks\/([^/]+)$/, (db, _, key) => remove(db, key)],
  ['POST', /^\/users$/, (db, body) => createUser(db, body)],
  ['PATCH', /^\/users\/([^/]+)$/, user((row, { name }) => (row.name = textOf(name)))],
  ['POST', /^\/users\/([^/]+)\/follow$/, user((row) => (row.following = true))],
  ['DELETE', /^\/users\/([^/]+)\/follow$/, user((row) => (row.following = false))],
  ['POST', /^\/users\/([^/]+)\/block$/, user((row) => (row.blocked = true))],
  ['DELETE', /^\/users\/([^/]+)\/block$/, user((row) => (row.blocked = false))],
]

/** Does what a mutation asks for, and answers it. */
export function respondToWrite(db: Database, { method, path, body }: ServerRequest): Written {
  const address = path.replace(/\?.*$/, '').replace(/\/$/, '')
  for (const [verb, pattern, write] of WRITES) {
    const match = verb === method ? pattern.exec(address) : null
    if (match) return write(db, (body ?? {}) as Fields, decodeURIComponent(match[1] ?? ''))
  }
  return NOT_FOUND
}

function create(db: Database, body: Fields): Written {
  const row = db.create({})
  assign(row, body)
  const data = db.wholeOf(row)
  const response = db.features.createsWithoutBody ? { status: 201 } : { status: 201, body: data }
  return { response, change: { kind: 'create', table: 'task', data } }
}

function remove(db: Database, key: string): Written {
  const row = db.find(key)
  if (row === undefined) return NOT_FOUND
  const data = db.wholeOf(row)
  db.delete(row)
  return { response: { status: 204 }, change: { kind: 'delete', table: 'task', data } }
}

function task(change: (row: TaskRow, body: Fields) => unknown): Write {
  return (db, body, key) => {
    const row = db.find(key)
    if (row === undefined) return NOT_FOUND
    change(row, body)
    return updated(db, 'task', db.wholeOf(row))
  }
}

function user(change: (row: UserRow, body: Fields) => unknown): Write {
  return (db, body, id) => {
    const row = db.findUser(id)
    if (row === undefined) return NOT_FOUND
    change(row, body)
    return updated(db, 'user', db.userOf(row))
  }
}

function createUser(db: Database, { login }: Fields): Written {
  const row = db.createUser(textOf(login))
  const data = db.userOf(row)
  return { response: { status: 201, body: data }, change: { kind: 'create', table: 'user', data } }
}

function updated(db: Database, table: Change['table'], data: Fields): Written {
  const response = db.features.updatesWithoutBody ? { status: 204 } : { status: 200, body: data }
  return { response, change: { kind: 'update', table, data } }
}

function assign(row: TaskRow, body: Fields): void {
  const fields = Object.entries(body).filter(([name]) => name in row)
  Object.assign(row, Object.fromEntries(fields))
}

function like(row: TaskRow, on: boolean): void {
  if (row.liked === on) return
  row.liked = on
  row.likes += on ? 1 : -1
}

function star(row: TaskRow, on: boolean): void {
  const others = row.starredBy.filter((it) => it !== ME)
  row.starredBy = on ? [...others, ME] : others
}
