/** A row as the server keeps it; a post names its author by id. */
export type Row = Readonly<Record<string, string | number>>
export type TableName = 'users' | 'posts'

/** What a row was from one revision of the server's data on; `undefined` where there was none. */
export interface Version {
  readonly revision: number
  readonly row: Row | undefined
  /** Whose request wrote it; `undefined` for initial data, and for a change of another client. */
  readonly by: string | undefined
}

export interface ModelResponse {
  readonly status: number
  readonly body: unknown
  /** The revision of the data that it was made of. */
  readonly revision: number
}

/** A request to the server. */
export interface ModelRequest {
  readonly method: string
  /** The path with its search parameters. */
  readonly path: string
  readonly body?: Row | undefined
  readonly requestId?: string
  /** Who sent it: the first user is 1. Default: who is signed in. */
  readonly user?: number
}

const PAGE = 2

type Tables = Readonly<Record<TableName, Map<string, Row>>>

function newTables(): Tables {
  return { users: new Map(), posts: new Map() }
}

/**
 * The truth. Every change makes a new revision of the data, and a new version of the row, so that the end of
 * the validity of any value is known.
 */
export class ModelServer {
  revision = 0
  /** Who is signed in; the history is that of what this user may see. */
  user: number
  /** The last revision of the user before. */
  signedIn = 0
  #lastId = 4
  #tables: Tables = newTables()
  /** Those of the users who left. */
  readonly #left = new Map<number, Tables>()
  /** A request of a user who left is being handled. */
  #isOfOther = false
  readonly #history = new Map<string, Version[]>()

  constructor(user = 1) {
    this.user = user
    this.#fill()
  }

  /** A text that only the user who is signed in has. */
  textOf(text: string): string {
    return this.user === 1 ? text : `${text} (user ${this.user})`
  }

  /** Whether a text is of the user who is signed in. */
  isOwn(text: string): boolean {
    return this.user === 1 ? !text.includes(' (user ') : text.endsWith(this.textOf(''))
  }

  /** Another user signs in, who has rows of the same names. */
  signIn(): void {
    this.#left.set(this.user, this.#tables)
    this.#tables = newTables()
    for (const [name, versions] of this.#history) {
      if (versions.at(-1)?.row !== undefined) this.#note(name, undefined, undefined)
    }
    this.signedIn = this.revision
    this.user += 1
    this.#fill()
  }

  /** The ids that a table has, or had. */
  idsOf(table: TableName): readonly string[] {
    const prefix = `${table}/`
    const names = [...this.#history.keys()].filter((name) => name.startsWith(prefix))
    return names.map((name) => name.slice(prefix.length))
  }

  /** Everything that a row ever was, in order. */
  historyOf(name: string): readonly Version[] {
    return this.#history.get(name) ?? []
  }

  get names(): readonly string[] {
    return [...this.#history.keys()]
  }

  /** Handles a request and responds in one instant. One of a user who left has their rows, and is no part of the history. */
  respond(request: ModelRequest): ModelResponse {
    const left = this.#left.get(request.user ?? this.user)
    if (left === undefined) return this.#handle(request)
    const tables = this.#tables
    this.#tables = left
    this.#isOfOther = true
    try {
      return this.#handle(request)
    } finally {
      this.#tables = tables
      this.#isOfOther = false
    }
  }

  #handle({ method, path, body = {}, requestId }: ModelRequest): ModelResponse {
    const url = new URL(path, 'http://server')
    const [, place = '', id, part] = url.pathname.split('/')
    if (method === 'GET') return this.#read(place, id, url.searchParams)
    const table = place as TableName
    if (id === undefined) return this.#create(table, body, requestId)
    const row = this.#tables[table].get(id)
    if (row === undefined) return this.#response(404, {})
    if (method === 'DELETE') this.#remove(table, id, requestId)
    else if (part === 'visits')
      this.#put(table, id, { visits: Number(row['visits']) + 1 }, requestId)
    else this.#put(table, id, body, requestId)
    return method === 'DELETE' ? this.#response(200, { id }) : this.#rowResponse(table, id)
  }

  #read(place: string, id: string | undefined, search: URLSearchParams): ModelResponse {
    switch (place) {
      case 'count':
        return this.#response(200, { users: this.#tables.users.size })
      case 'feed':
        return this.#page(Number(search.get('cursor') ?? 0))
      case 'latest':
        return this.#latest()
      case 'strict':
        return this.#rowResponse('users', id ?? '')
      default:
        return id === undefined
          ? this.#list(place as TableName, search.get('status'))
          : this.#rowResponse(place as TableName, id)
    }
  }

  #list(table: TableName, status: string | null): ModelResponse {
    const rows = [...this.#tables[table].values()]
    const listed = rows.filter((row) => status === null || row['status'] === status)
    return this.#response(
      200,
      listed.map((row) => this.#shown(table, row)),
    )
  }

  #latest(): ModelResponse {
    const rows = [...this.#tables.posts.values()].toReversed()
    return this.#response(
      200,
      rows.map((row) => this.#shown('posts', row)),
    )
  }

  /** A page begins after the post that the cursor names, so that it does not move when others are deleted. */
  #page(cursor: number): ModelResponse {
    const rest = [...this.#tables.posts.values()].filter((row) => Number(row['id']) > cursor)
    const page = rest.slice(0, PAGE)
    const next = rest.length > PAGE ? String(page.at(-1)?.['id']) : ''
    return this.#response(200, { next, posts: page.map((row) => this.#shown('posts', row)) })
  }

  #create(table: TableName, body: Row, requestId: string | undefined): ModelResponse {
    const id = String(++this.#lastId)
    this.#put(table, id, { ...(table === 'users' && { visits: 0 }), ...body }, requestId)
    return this.#rowResponse(table, id)
  }

  #rowResponse(table: TableName, id: string): ModelResponse {
    const row = this.#tables[table].get(id)
    return row === undefined
      ? this.#response(404, {})
      : this.#response(200, this.#shown(table, row))
  }

  #shown(table: TableName, row: Row): object {
    return table === 'users'
      ? row
      : { ...row, author: this.#tables.users.get(String(row['author'])) }
  }

  #response(status: number, body: unknown): ModelResponse {
    return { status, body, revision: this.revision }
  }

  #put(table: TableName, id: string, changes: Row, by?: string): void {
    const before = this.#tables[table].get(id)
    const version = Number(before?.['version'] ?? 0) + 1
    const row = { ...before, ...changes, id, version }
    this.#tables[table].set(id, row)
    this.#note(`${table}/${id}`, row, by)
  }

  #remove(table: TableName, id: string, by: string | undefined): void {
    this.#tables[table].delete(id)
    this.#note(`${table}/${id}`, undefined, by)
  }

  #fill(): void {
    const ids = ['1', '2', '3', '4']
    const text = (field: string, id: string): string => this.textOf(`${field} of ${id}`)
    for (const id of ids) {
      this.#put('users', id, { name: text('name', id), nick: text('nick', id), visits: 0 })
    }
    for (const id of ids) {
      const status = Number(id) % 2 === 0 ? 'live' : 'draft'
      const author = Number(id) < 3 ? '1' : '2'
      this.#put('posts', id, { title: text('title', id), body: text('body', id), status, author })
    }
  }

  #note(name: string, row: Row | undefined, by: string | undefined): void {
    if (this.#isOfOther) return
    this.revision += 1
    const versions = this.#history.get(name) ?? []
    this.#history.set(name, [...versions, { revision: this.revision, row, by }])
  }
}
