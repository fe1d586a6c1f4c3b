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
}

const PAGE = 2

/**
 * The truth. Every change makes a new revision of the data, and a new version of the row, so that the end of
 * the validity of any value is known.
 */
export class ModelServer {
  revision = 0
  #lastId = 4
  readonly #tables = { users: new Map<string, Row>(), posts: new Map<string, Row>() }
  readonly #history = new Map<string, Version[]>()

  constructor() {
    for (const id of ['1', '2', '3', '4']) {
      this.#put('users', id, { name: `name of ${id}`, nick: `nick of ${id}`, visits: 0 })
    }
    for (const id of ['1', '2', '3', '4']) {
      const status = Number(id) % 2 === 0 ? 'live' : 'draft'
      const author = Number(id) < 3 ? '1' : '2'
      this.#put('posts', id, { title: `title of ${id}`, body: `body of ${id}`, status, author })
    }
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

  /** Handles a request and responds in one instant. */
  respond({ method, path, body = {}, requestId }: ModelRequest): ModelResponse {
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

  #note(name: string, row: Row | undefined, by: string | undefined): void {
    this.revision += 1
    const versions = this.#history.get(name) ?? []
    this.#history.set(name, [...versions, { revision: this.revision, row, by }])
  }
}
