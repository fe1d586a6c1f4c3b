export const COLUMNS = ['todo', 'doing', 'done'] as const
export const IDS = ['1', '2', '3'] as const

export interface CardRow {
  readonly id: string
  readonly title: string
  readonly column: string
  readonly votes: number
}

/** How a request ends. */
export type Ending = 'respond' | 'respond empty' | 'refuse' | 'lose'

/** A request that is under way. */
export interface Exchange {
  readonly start: number
  readonly method: string
  readonly url: URL
  readonly fields: Partial<CardRow>
  /** What the server responds; absent as long as it has not arrived. */
  response?: unknown
  /** The number of changes that the server had made then. */
  revision: number
  settle(response: Response | Error): void
}

/** The server of a board, whose responses the test lets through. */
export class BoardServer {
  readonly exchanges: Exchange[] = []
  /** The number of all changes. */
  revision = 0
  #moment = 0
  readonly #rows = new Map<string, CardRow>()
  readonly #history = new Map<string, { readonly revision: number; readonly row: CardRow }[]>()

  constructor() {
    for (const [at, id] of IDS.entries()) {
      this.write(id, { id, title: `card ${id}`, column: COLUMNS[at] as string, votes: 0 })
    }
  }

  readonly fetchFn: typeof fetch = (address, { method = 'GET', body } = {}) =>
    new Promise((resolve, reject) => {
      this.exchanges.push({
        start: this.tick(),
        method,
        url: new URL(address as string),
        fields: typeof body === 'string' ? (JSON.parse(body) as Partial<CardRow>) : {},
        revision: 0,
        settle: (it) => (it instanceof Error ? reject(it) : resolve(it)),
      })
    })

  /** The next moment: of all that happens, one is before the other. */
  tick(): number {
    this.#moment += 1
    return this.#moment
  }

  /** Everything that a card was, and after how many changes. */
  historyOf(id: string): readonly { readonly revision: number; readonly row: CardRow }[] {
    return this.#history.get(id) ?? []
  }

  /** The cards of a column. */
  list(column: string | null): readonly CardRow[] {
    return [...this.#rows.values()].filter((it) => it.column === column).toSorted(byId)
  }

  write(id: string, fields: Partial<CardRow>): CardRow {
    const row = { ...this.#rows.get(id), ...fields } as CardRow
    this.revision += 1
    this.#rows.set(id, row)
    this.#history.set(id, [...this.historyOf(id), { revision: this.revision, row }])
    return row
  }

  /** A request arrives: the server does what it says, once. */
  arrive(exchange: Exchange): void {
    if (exchange.response !== undefined) return
    const { method, url, fields } = exchange
    const [, , id = '', part] = url.pathname.split('/')
    const row = this.#rows.get(id)
    if (method !== 'GET') {
      const votes = (row?.votes ?? 0) + 1
      exchange.response = this.write(id, part === 'votes' ? { votes } : fields)
    } else exchange.response = row ?? this.list(url.searchParams.get('column'))
    exchange.revision = this.revision
  }

  /** The page hears how a request ended, and no more of it. */
  end(exchange: Exchange, how: Ending): void {
    this.exchanges.splice(this.exchanges.indexOf(exchange), 1)
    if (how === 'respond' || how === 'respond empty') this.arrive(exchange)
    if (how === 'lose') exchange.settle(new TypeError('fetch failed'))
    else if (how === 'refuse') exchange.settle(Response.json({}, { status: 400 }))
    else if (how === 'respond empty') exchange.settle(new Response(null, { status: 204 }))
    else exchange.settle(Response.json(exchange.response))
  }
}

export function byId(one: CardRow, other: CardRow): number {
  return one.id.localeCompare(other.id)
}
