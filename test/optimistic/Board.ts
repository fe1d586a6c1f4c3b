import { isDeepStrictEqual } from 'node:util'
import { configureStore } from '@reduxjs/toolkit'
import { createRest, Entity, resource } from 'rtk-rest'
import { optimistic } from 'rtk-rest/optimistic'
import { VirtualTime } from '../simulator/VirtualTime'
import { serverRow } from '../support/serverRow'
import { API } from '../support/server'
import type { BoardStep } from './boardSteps'
import {
  BoardServer,
  byId,
  type CardRow,
  COLUMNS,
  type Ending,
  type Exchange,
  IDS,
} from './BoardServer'

class Card extends Entity {
  id = ''
  title = ''
  column = ''
  votes = 0
  static override key = 'Card'
}

// The types of what calls may have.
const anySearch = (): { readonly column?: string } => ({})
const anyBody = (): Partial<CardRow> => ({})

const { get, getList, partialUpdate, vote } = resource({
  path: '/cards/:id',
  urlPrefix: API,
  schema: Card,
  // An empty column shows nothing of its argument.
  filters: (card: Card, { column = card.column }) => card.column === column,
  searchParams: anySearch(),
  body: anyBody(),
  optimistic,
}).extend((base) => ({
  vote: base.partialUpdate.extend({
    path: '/cards/:id/votes',
    method: 'POST',
    body: undefined,
    getOptimisticResponse: [
      optimistic,
      (snap, { id }) => {
        const card = snap.get(Card, { id })
        if (card === undefined) throw snap.abort
        return { id, votes: card.votes + 1 }
      },
    ],
  }),
}))

/** A change of a card by the user, or one by somebody else that the server tells of at once. */
interface Change {
  readonly id: string
  readonly fields: Partial<CardRow>
  readonly by: 'patch' | 'vote' | 'others'
  readonly start: number
  end: number
  outcome: 'pending' | 'confirmed' | 'refused' | 'lost'
  /** Its response had no body. */
  isEmpty: boolean
  /** Its request; absent for changes of others. */
  exchange?: Exchange
  /** The number of the server's changes when it had done this one. */
  revision: number
}

/** The page of a board with a column for each list of cards. The server tells it what other users do. */
export class Board {
  readonly #time = new VirtualTime().install()
  readonly #server = new BoardServer()
  readonly #changes: Change[] = []
  /** Those of cards are of no column. */
  readonly #reads: {
    readonly column: string | null
    readonly start: number
    readonly end: number
  }[] = []
  readonly #rest = createRest({ fetchFn: this.#server.fetchFn })
  readonly #store = configureStore({
    reducer: { rest: this.#rest.reducer },
    middleware: (defaults) =>
      defaults({ serializableCheck: false, immutableCheck: false }).concat(this.#rest.middleware),
    devTools: false,
  })
  #titles = 0
  /** How often a card was looked at, and how often it was in doubt then. */
  readonly looks = { all: 0, inDoubt: 0 }

  async open(): Promise<void> {
    for (const it of COLUMNS) this.#store.dispatch(this.#rest.retain(getList, { column: it }))
    for (const it of IDS) this.#store.dispatch(this.#rest.retain(get, { id: it }))
    await this.#respondToAll()
    this.check()
  }

  async run(step: BoardStep): Promise<void> {
    switch (step.do) {
      case 'move':
        return await this.#change(step.id, { column: step.column }, 'patch')
      case 'rename':
        return await this.#change(step.id, { title: this.#newTitle() }, 'patch')
      case 'vote':
        return await this.#change(step.id, {}, 'vote')
      case 'moved elsewhere':
        return await this.#tell(step.id, { column: step.column })
      case 'renamed elsewhere':
        return await this.#tell(step.id, { title: this.#newTitle() })
      case 'look':
        void this.#store.dispatch(this.#rest.fetch(get, { id: step.id }))
        return await this.#time.advance(0)
      case 'poll':
        void this.#store.dispatch(this.#rest.fetch(getList, { column: step.column }))
        return await this.#time.advance(0)
      case 'wait':
        return await this.#time.advance(step.ms)
      default:
        return await this.#proceed(step.do, step.which)
    }
  }

  /** All requests get responses, also those that the page makes by itself; then it shows what the server has. */
  async settle(): Promise<void> {
    for (let quiet = 0, turn = 0; quiet < 3; turn++) {
      quiet = this.#server.exchanges.length === 0 ? quiet + 1 : 0
      await this.#respondToAll()
      this.check()
      await this.#time.advance(1_000)
      if (turn > 40) throw new Error('the page asks without end')
    }
    expectSame(
      'the board',
      this.#shownColumns(),
      COLUMNS.map((it) => this.#server.list(it)),
    )
    expectSame('what is only expected', this.#state.confirmed, {})
  }

  close(): void {
    this.#rest.dispose(this.#store)
    this.#time.uninstall()
  }

  /** What holds of every card at any time. */
  check(): void {
    const columns = this.#shownColumns()
    const areListsInDoubt = COLUMNS.some((it) =>
      this.#isInDoubt('[Card]', `/cards ${JSON.stringify({ column: it })}`),
    )
    for (const key of IDS) {
      const card = this.#shown(key)
      const isCardInDoubt = this.#isInDoubt('Card', key)
      const isInDoubt = isCardInDoubt || areListsInDoubt
      this.looks.all += 1
      if (isInDoubt) this.looks.inDoubt += 1
      const places = COLUMNS.filter((_, at) => columns[at]?.some((it) => it.id === key))
      const isBetweenReads = areListsInDoubt && this.#isBetweenReads(key)
      if (places.length !== 1 && !isBetweenReads) {
        throw new Error(`card ${key} is in ${places.length} columns`)
      }
      if (!isInDoubt || this.#pending(key, 'column') !== undefined) {
        expectSame(`the columns of card ${key}`, places, [card.column])
      }
      this.#checkPending(card)
      if (!isCardInDoubt) this.#checkConfirmed(card)
      else if (!this.#isUnclear(key)) throw new Error(`card ${key} is in doubt without a reason`)
    }
    const hasReason = IDS.some((it) => this.#isUnclear(it))
    if (areListsInDoubt && !hasReason) throw new Error('a column is in doubt without a reason')
  }

  /** What the user changed is shown until its own request has ended. */
  #checkPending(card: Card): void {
    for (const field of ['title', 'column'] as const) {
      const last = this.#pending(card.id, field)
      if (last === undefined) continue
      expectSame(`the pending ${field} of card ${card.id}`, card[field], last.fields[field])
    }
  }

  /** What is shown was true when the last change that was confirmed had been made, or later. */
  #checkConfirmed(card: Card): void {
    const own = this.#changes.filter(({ id: it }) => it === card.id)
    const confirmed = own.filter(({ outcome }) => outcome === 'confirmed')
    const floor = Math.max(0, ...confirmed.map(({ revision }) => revision))
    const landed = Math.max(0, ...confirmed.map(({ end }) => end))
    const pending = own.filter(({ outcome }) => outcome === 'pending')
    const versions = this.#server.historyOf(card.id)
    for (const field of ['title', 'column'] as const) {
      if (pending.some((it) => field in it.fields)) continue
      const last = versions.findLastIndex(({ row }) => row[field] === card[field])
      const end = last < 0 ? 0 : (versions[last + 1]?.revision ?? Infinity)
      if (end > floor) continue
      throw new Error(`card ${card.id} shows ${card[field]}, and a change after it was confirmed`)
    }
    // Votes that were sent after the last landing are in none of what landed.
    const later = pending.filter((it) => it.by === 'vote' && it.start > landed).length
    const known = versions.findLast(({ revision }) => revision <= floor)?.row.votes ?? 0
    if (card.votes >= known + later) return
    throw new Error(`card ${card.id} shows ${card.votes} votes of ${known} and ${later} more`)
  }

  /** The change of a field that is shown while it is under way, unless a later one was confirmed. */
  #pending(key: string, field: keyof CardRow): Change | undefined {
    const named = this.#changes.filter((it) => it.id === key && field in it.fields)
    const last = named.findLast(({ outcome }) => outcome === 'pending')
    const isOverruled = named.some(
      (it) => it.outcome === 'confirmed' && it.by === 'patch' && it.start > (last?.start ?? 0),
    )
    return isOverruled ? undefined : last
  }

  /** Whether changes of a card overlapped, a read passed one, or the page does not know what one has done. */
  #isUnclear(key: string): boolean {
    const own = this.#changes.filter(({ id: it }) => it === key)
    return own.some(
      (it) =>
        it.isEmpty ||
        it.outcome === 'lost' ||
        overlaps(it, own) ||
        this.#reads.some(({ start, end }) => it.start < start && end < it.end),
    )
  }

  /** Whether some columns, and not all, have said what they have since a move of which the page does not know what it did. */
  #isBetweenReads(key: string): boolean {
    const moves = this.#changes.filter((it) => it.id === key && 'column' in it.fields)
    return moves.some(
      (it) =>
        this.#reads.some(({ column, end }) => column !== null && it.start < end) &&
        !COLUMNS.every((each) =>
          this.#reads.some(({ column, start }) => column === each && it.end < start),
        ) &&
        (it.isEmpty || it.outcome === 'lost' || overlaps(it, moves)),
    )
  }

  /** Whether the store says of a row that the server may have another one. */
  #isInDoubt(schemaKey: string, pk: string): boolean {
    return serverRow(this.#state, schemaKey, pk)?.meta.doubtful !== undefined
  }

  get #state() {
    return this.#store.getState().rest
  }

  #shown(key: string): Card {
    const card = this.#rest.selectors.selectData(this.#store.getState(), get, { id: key })
    if (card === undefined) throw new Error(`card ${key} is not shown`)
    return card
  }

  #shownColumns(): readonly (readonly CardRow[])[] {
    const { selectData } = this.#rest.selectors
    return COLUMNS.map((it) => {
      const cards = selectData(this.#store.getState(), getList, { column: it })
      if (cards === undefined) throw new Error(`column ${it} is not shown`)
      return cards.map((card) => ({ ...card })).toSorted(byId)
    })
  }

  async #change(key: string, fields: Partial<CardRow>, by: Change['by']): Promise<void> {
    const change = this.#note(key, fields, by)
    const one = { id: key }
    const endpoint = 'column' in fields ? getList.move : partialUpdate
    const sent =
      by === 'vote'
        ? this.#store.dispatch(this.#rest.fetch(vote, one))
        : this.#store.dispatch(this.#rest.fetch(endpoint, one, fields))
    const end = (outcome: Change['outcome']): void => {
      change.end = this.#server.tick()
      change.outcome = outcome
      change.revision = change.exchange?.revision ?? 0
    }
    sent.unwrap().then(
      () => end('confirmed'),
      ({ status }: { readonly status?: number }) => end(status === 400 ? 'refused' : 'lost'),
    )
    await this.#time.advance(0)
    change.exchange = this.#server.exchanges.findLast(({ method }) => method !== 'GET') as Exchange
  }

  /** Another user changes a card, and the server sends a message. */
  async #tell(key: string, fields: Partial<CardRow>): Promise<void> {
    const change = this.#note(key, fields, 'others')
    const row = this.#server.write(key, fields)
    const one = { id: key }
    if ('column' in fields) {
      this.#store.dispatch(this.#rest.setResponse(getList.move, one, fields, row))
    } else this.#store.dispatch(this.#rest.set(Card, one, row))
    Object.assign(change, {
      end: change.start,
      outcome: 'confirmed',
      revision: this.#server.revision,
    })
    await this.#time.advance(0)
  }

  #note(key: string, fields: Partial<CardRow>, by: Change['by']): Change {
    const change: Change = {
      id: key,
      fields,
      by,
      start: this.#server.tick(),
      end: Infinity,
      outcome: 'pending',
      isEmpty: false,
      revision: 0,
    }
    this.#changes.push(change)
    return change
  }

  /** A request goes on: it arrives at the server, or the page hears how it ended. */
  async #proceed(what: Ending | 'arrive', at: number): Promise<void> {
    const { exchanges } = this.#server
    const exchange = exchanges[at % Math.max(exchanges.length, 1)]
    if (exchange === undefined) return
    if (what === 'arrive') return this.#server.arrive(exchange)
    const isDone = exchange.method === 'GET' || (what === 'refuse' && exchange.revision > 0)
    await this.#end(exchange, isDone ? 'respond' : what)
  }

  async #respondToAll(): Promise<void> {
    await this.#time.advance(0)
    for (let it = this.#server.exchanges[0]; it; it = this.#server.exchanges[0]) {
      await this.#end(it, 'respond')
    }
  }

  async #end(exchange: Exchange, how: Ending): Promise<void> {
    const change = this.#changes.find((it) => it.exchange === exchange)
    if (change !== undefined) change.isEmpty = how === 'respond empty'
    else {
      const column = exchange.url.searchParams.get('column')
      this.#reads.push({ column, start: exchange.start, end: this.#server.tick() })
    }
    this.#server.end(exchange, how)
    await this.#time.advance(0)
  }

  #newTitle(): string {
    this.#titles += 1
    return `title ${this.#titles}`
  }
}

function overlaps(change: Change, others: readonly Change[]): boolean {
  const { start, end } = change
  return others.some((it) => it !== change && it.start < end && start < it.end)
}

function expectSame(what: string, found: unknown, expected: unknown): void {
  const [plain, wanted] = [found, expected].map((it) => JSON.parse(JSON.stringify(it)) as unknown)
  if (isDeepStrictEqual(plain, wanted)) return
  throw new Error(`${what}: ${JSON.stringify(found)}, expected: ${JSON.stringify(expected)}`)
}
