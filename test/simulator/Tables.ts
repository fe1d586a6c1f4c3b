import { type EntityRow, getRow, type RestState, rows } from 'rtk-rest'
import { confirmedState } from '../../src/store/state/confirmed'
import type { Ledger } from './Ledger'
import { isWaiting, tableOf, temporaryKeyOf, type Write } from './Write'
import type { Row } from './ModelServer'
import { type Api, Post, User } from './world'

/** The rows and lists of a store, without the library's ways of reading them. */
export interface Tables {
  readonly users: Map<string, Row>
  readonly posts: Map<string, Row>
  /** The primary keys in each list, by the name of its table and its arguments as JSON. */
  readonly lists: Map<string, readonly string[]>
  /** The list that is no collection; `undefined` where there is no response. */
  readonly latest: readonly string[] | undefined
  /** The rows by the temporary keys that they were created by. */
  readonly created: ReadonlyMap<string, string>
}

/** The defaults of the fields that no request body has. */
const DEFAULTS = { users: { visits: 0, version: 0 }, posts: { version: 0 } } as const

/** What a state has without the mutations in flight. */
export function committedTables(state: RestState, { latest }: Api): Tables {
  const { entities, requests } = confirmedState(state)
  const created = new Map<string, string>()
  const valid = (schemaKey: string): [string, object][] =>
    rowsOf(entities[schemaKey]).flatMap(([pk, { data, invalid, meta }]) => {
      for (const temporary of meta.createdAs ?? []) created.set(temporary, pk)
      return invalid ? [] : [[pk, data]]
    })
  const lists = (['users', 'posts'] as const).flatMap((table) =>
    valid(table === 'users' ? '[User]' : '[Post]').map(
      ([pk, members]) => [`${table} ${pk}`, members as readonly string[]] as const,
    ),
  )
  return {
    users: new Map(valid(User.key) as [string, Row][]),
    posts: new Map(valid(Post.key) as [string, Row][]),
    lists: new Map(lists),
    latest: getRow(requests, latest.key())?.result as Tables['latest'],
    created,
  }
}

/**
 * Applies the mutations in flight to what is committed, in order of their calls. A field that a mutation has confirmed which
 * started later stays as it is, and so does a row that another deletion has removed.
 */
export function applyPending(tables: Tables, ledger: Ledger): Tables {
  for (const write of ledger.shown) apply(tables, write, ledger)
  return tables
}

function apply(tables: Tables, write: Write, ledger: Ledger): void {
  if (write.kind === 'create') return create(tables, write)
  const table = tableOf(write)
  const id = keyOf(tables, write)
  const row = tables[table].get(id)
  if (row === undefined) return
  if (write.kind === 'delete') {
    tables[table].delete(id)
    return
  }
  const fields = write.kind === 'visit' ? { visits: Number(row['visits']) + 1 } : write.fields
  const own = Object.entries(fields).filter(([field]) => !ledger.isOverruled(write, field))
  const changed = { ...row, ...Object.fromEntries(own) }
  tables[table].set(id, changed)
  if (write.kind === 'move') move(tables, id, changed)
}

/** The key of the row that a mutation writes: one that waits may name a temporary key, and is sent with the real one. */
function keyOf({ created }: Tables, write: Write): string {
  const { creation, row } = write
  if (creation === undefined || !isWaiting(write))
    return (row as string).slice((row as string).indexOf('/') + 1)
  const temporary = temporaryKeyOf(creation)
  return created.get(temporary) ?? temporary
}

/** A moved post is taken out of every list that it does not match, and is on every list that it does. */
function move({ lists }: Tables, id: string, row: Row): void {
  for (const [name, members] of lists) {
    // The feed is not about a field of posts.
    const isOfField = Object.keys(argsOf(name)).every((field) => field in row)
    if (!name.startsWith('posts ') || !isOfField) continue
    const rest = members.filter((it) => it !== id)
    if (!isListed(name, row)) lists.set(name, rest)
    else if (rest.length === members.length) lists.set(name, [...members, id])
  }
}

/** Whether a row has what the arguments of a list ask for. */
function isListed(name: string, row: Row): boolean {
  return Object.entries(argsOf(name)).every(([field, value]) => row[field] === value)
}

function argsOf(name: string): Row {
  const at = name.indexOf(' {')
  return at < 0 ? {} : (JSON.parse(name.slice(at)) as Row)
}

function create(tables: Tables, write: Write): void {
  const { fields } = write
  const table = tableOf(write)
  const pk = temporaryKeyOf(write)
  tables[table].set(pk, { ...DEFAULTS[table], ...fields, id: pk })
  for (const [name, members] of tables.lists) {
    const isMember = name.startsWith(`${table} `) && isListed(name, fields)
    if (isMember) tables.lists.set(name, [...members, pk])
  }
}

function rowsOf(
  table: RestState['entities'][string] | undefined,
): readonly (readonly [string, EntityRow])[] {
  return table === undefined ? [] : rows(table)
}
