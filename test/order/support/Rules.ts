import type { Outcome } from './history'
import {
  type Call,
  calls,
  fieldsOf,
  type Instant,
  isMutation,
  type Mutation,
  type Operation,
  type Read,
  type Request,
} from './operations'
import { type Field, fields, type Id, ids, type ItemData } from './server'
import type { Ending, Shown, Subject } from './Subject'

/** A moment; nothing happens at the same one. */
type Moment = number

interface Row {
  readonly data: ItemData | undefined
  /** The start of the request that wrote it. */
  readonly started: Moment
  readonly isDoubtful: boolean
  readonly isStale: boolean
}

interface List {
  readonly ids: readonly Id[]
  readonly started: Moment
  readonly isDoubtful: boolean
  readonly isStale: boolean
}

interface RequestRow {
  /** The start of the request that wrote it. */
  readonly started: Moment
  /** The error that its last response was: a `hard` one hides the data, a `soft` one only where there is none. */
  readonly error: 'hard' | 'soft' | undefined
  readonly isStale: boolean
  readonly invalidated: Moment
  readonly expired: Moment
}

/** What landed while something was in flight. */
interface Logged {
  readonly what: 'patch' | 'delete' | 'push' | 'set' | 'lost' | 'all'
  readonly id?: Id
  readonly started: Moment
  readonly landed: Moment
  readonly names: readonly Field[]
  /** It would have changed the list, had it not been lost. */
  readonly isOfList: boolean
}

interface InFlight {
  readonly request: Request
  readonly started: Moment
}

const isWrite: ReadonlySet<Logged['what']> = new Set(['patch', 'push', 'set'])

const NEVER = -1
const NO_REQUEST: RequestRow = {
  started: NEVER,
  error: undefined,
  isStale: false,
  invalidated: NEVER,
  expired: NEVER,
}

/** The rules of docs/order.md as an executable model: short, and without any thought of speed. */
export class Rules implements Subject {
  #now: Moment = 0
  #lastReset: Moment = NEVER
  /** Rule 1, without pruning: nothing depends on entries that every request in flight is younger than. */
  readonly #log: Logged[] = []
  readonly #inFlight = new Map<number, InFlight>()
  readonly #rows = new Map<Id, Row>()
  readonly #requests = new Map<Call, RequestRow>()
  #list: List | undefined

  /** A page that has read all that there is. */
  constructor(items: readonly ItemData[]) {
    for (const item of items) {
      const read = { do: 'read', call: item.id } as const
      this.#land({ request: read, started: ++this.#now }, item)
    }
    this.#land({ request: { do: 'read', call: 'list' }, started: ++this.#now }, items)
  }

  start(op: number, operation: Operation, joins?: number): number | undefined {
    this.#now++
    if (joins !== undefined) return joins
    this.#inFlight.set(op, { request: operation as Request, started: this.#now })
    return undefined
  }

  end(op: number, { outcome, response }: Ending): void {
    this.#now++
    const flight = this.#inFlight.get(op)
    this.#inFlight.delete(op)
    if (flight === undefined) return
    const { request } = flight
    if (outcome === 'ok') this.#land(flight, response)
    else if (!isMutation(request)) this.#fail(request, flight.started, outcome)
    else if (outcome === 'lost') this.#lose(request, flight.started)
  }

  happen(_op: number, operation: Instant, response: unknown): void {
    const now = ++this.#now
    if (operation.do === 'set') {
      const { id } = operation
      this.#placeRead(id, response as ItemData, now)
      this.#note({ what: 'set', id, started: now, names: fields })
    } else if (operation.do === 'invalidate') {
      this.#requests.set(operation.call, { ...this.#request(operation.call), invalidated: now })
    } else if (operation.do === 'expire') this.#expire(operation.calls)
    else this.#reset()
  }

  show(): Shown {
    const [one, two] = ids.map((id) => this.#rows.get(id)?.data)
    const shown = (call: Call): readonly Id[] | undefined =>
      this.#isHidden(call) ? undefined : this.#membersOf(call)
    return {
      items: { 1: one, 2: two },
      calls: { 1: shown('1'), 2: shown('2'), list: shown('list') },
    }
  }

  /** A call is stale if its request or a row that it reads is stale or doubtful. */
  isStale(call: Call): boolean {
    if (this.#membersOf(call) === undefined || this.#isHidden(call)) return true
    const { started, isStale, expired, error } = this.#request(call)
    const rows = call === 'list' ? this.#list?.ids.map((id) => this.#rows.get(id)) : undefined
    const read = rows === undefined ? [this.#rows.get(call as Id)] : [this.#list, ...rows]
    const isExpired = started !== NEVER && expired > started
    if (isStale || isExpired || error !== undefined) return true
    return read.some((it) => it?.isDoubtful === true || it?.isStale === true)
  }

  #membersOf(call: Call): readonly Id[] | undefined {
    const isThere = (id: Id): boolean => this.#rows.get(id)?.data !== undefined
    if (call === 'list') return this.#list?.ids.filter(isThere)
    return isThere(call) ? [call] : undefined
  }

  #isHidden(call: Call): boolean {
    const { started, error, invalidated } = this.#request(call)
    return error === 'hard' || invalidated > started
  }

  #request(call: Call): RequestRow {
    return this.#requests.get(call) ?? NO_REQUEST
  }

  #note(entry: Pick<Logged, 'what' | 'started'> & Partial<Logged>): void {
    this.#log.push({ landed: this.#now, names: [], isOfList: false, ...entry })
  }

  #overlapping(started: Moment, id?: Id): Logged[] {
    return this.#log.filter((it) => it.landed > started && (id === undefined || it.id === id))
  }

  /** Rule 7: everything that started before the landing of such a mutation is stale. */
  #isStaleSince(started: Moment): boolean {
    return this.#overlapping(started).some(({ what }) => what === 'all')
  }

  /** Rules 2 to 4: a response is believed, except where something else landed meanwhile that counts more. */
  #land({ request, started }: InFlight, response: unknown): void {
    if (started <= this.#lastReset) {
      if (isMutation(request)) this.#logAll(started)
    } else if (request.do === 'read') this.#landRead(request, response, started)
    else if (request.do === 'delete') this.#landDeletion(request, started)
    else this.#landMutation(request, response as ItemData, started)
  }

  /** A response that an invalidation refuses is none of its call, and brings its rows all the same. */
  #landRead({ call }: Read, response: unknown, started: Moment): void {
    const before = this.#request(call)
    if (before.invalidated < started && before.started < started) {
      const isStale = this.#isStaleSince(started)
      const landed = { started, error: undefined, isStale }
      this.#requests.set(call, { ...before, ...landed })
    }
    const items = (call === 'list' ? response : [response]) as readonly ItemData[]
    for (const item of items) this.#placeRead(item.id, item, started)
    if (call === 'list') this.#placeList(items, started)
  }

  /** Read against read the later start wins; against a mutation only a read that started after its landing. */
  #placeRead(id: Id, data: ItemData, started: Moment): void {
    const overlapping = this.#overlapping(started, id)
    const isBeaten = overlapping.some(({ what }) => what !== 'lost')
    if (isBeaten || (this.#rows.get(id)?.started ?? NEVER) > started) return
    const isDoubtful = overlapping.length > 0
    this.#rows.set(id, { data, started, isDoubtful, isStale: this.#isStaleSince(started) })
  }

  /** Rule 5: a list goes through the changes that landed since it was requested. A deleted row stays in it, hidden. */
  #placeList(items: readonly ItemData[], started: Moment): void {
    if ((this.#list?.started ?? NEVER) > started) return
    const overlapping = this.#overlapping(started)
    const pushed = overlapping.filter(({ what }) => what === 'push')
    const members = pushed.reduce(
      (all, { id }) => withMember(all, id as Id),
      items.map(({ id }) => id),
    )
    const isDoubtful = overlapping.some((it) => it.what === 'lost' && it.isOfList)
    this.#list = { ids: members, started, isDoubtful, isStale: this.#isStaleSince(started) }
  }

  /** Rule 3: the whole row, or the fields that its body names where another write landed since it started. */
  #landMutation(mutation: Mutation, response: ItemData, started: Moment): void {
    const { id } = mutation
    const overlapping = this.#overlapping(started, id)
    const writes = overlapping.filter(({ what }) => what !== 'lost')
    const row = this.#rows.get(id)
    const names = fieldsOf(mutation)
    const isGone = writes.some(({ what }) => what === 'delete')
    if (isGone) {
      this.#rows.set(id, { ...(row as Row), isDoubtful: true })
    } else if (writes.length === 0 || row?.data === undefined) {
      const isDoubtful = overlapping.length > 0
      const isStale = this.#isStaleSince(started)
      this.#rows.set(id, { data: response, started, isDoubtful, isStale })
    } else {
      const later = writes.filter((it) => it.what !== 'set' && it.started > started)
      const own = names.filter((it) => !later.some((other) => other.names.includes(it)))
      const data = { ...row.data, ...Object.fromEntries(own.map((it) => [it, response[it]])) }
      const isDisputed = own.some(
        (it) => row.data?.[it] !== response[it] && writes.some(({ names }) => names.includes(it)),
      )
      const isDoubtful = row.isDoubtful || isDisputed || isDifferent(data, response)
      this.#rows.set(id, { ...row, data, started, isDoubtful })
    }
    this.#note({ what: mutation.do, id, started, names })
    if (mutation.do === 'push' && this.#list !== undefined) {
      this.#list = { ...this.#list, ids: withMember(this.#list.ids, id) }
    }
  }

  /** Rule 4: a deletion wins over all that overlaps it. */
  #landDeletion({ id }: Mutation, started: Moment): void {
    const isDoubtful = this.#overlapping(started, id).length > 0
    const isStale = this.#isStaleSince(started)
    this.#rows.set(id, { data: undefined, started, isDoubtful, isStale })
    this.#note({ what: 'delete', id, started })
  }

  #fail({ call }: Read, started: Moment, outcome: Outcome): void {
    const before = this.#request(call)
    if (started <= this.#lastReset || before.started > started) return
    // What a mutation has brought since is newer than the error, and is shown.
    const writes = call === 'list' ? [] : this.#overlapping(started, call)
    const isThere = this.#membersOf(call) !== undefined && before.invalidated <= before.started
    const isBrought = isThere && writes.some(({ what }) => isWrite.has(what))
    // What is hidden is not shown because of another error.
    const wasHidden = before.error === 'hard' || before.invalidated > before.started
    const error = (outcome === 'refused' || wasHidden) && !isBrought ? 'hard' : 'soft'
    this.#requests.set(call, { ...before, started, error })
  }

  /** Rule 7: nothing is known of a mutation that ended without a response. */
  #lose({ do: what, id }: Mutation, started: Moment): void {
    const isOfList = what === 'push'
    const row = this.#rows.get(id)
    if (row !== undefined) this.#rows.set(id, { ...row, isDoubtful: true })
    if (isOfList && this.#list !== undefined) this.#list = { ...this.#list, isDoubtful: true }
    this.#note({ what: 'lost', id, started, isOfList })
  }

  #expire(which: 'items' | 'list'): void {
    for (const call of calls) {
      const isMeant = (call === 'list') === (which === 'list')
      const isThere = this.#requests.has(call) || this.#isInFlight(call)
      if (isMeant && isThere) {
        this.#requests.set(call, { ...this.#request(call), expired: this.#now })
      }
    }
  }

  #isInFlight(call: Call): boolean {
    const requests = [...this.#inFlight.values()].map(({ request }) => request)
    return requests.some((it) => it.do === 'read' && it.call === call)
  }

  #reset(): void {
    this.#lastReset = this.#now
    this.#rows.clear()
    this.#requests.clear()
    this.#list = undefined
    for (const [op, { request }] of this.#inFlight) {
      if (request.do === 'read') this.#inFlight.delete(op)
    }
  }

  /** Rule 7: a mutation that started before a reset writes nothing, and may have changed anything. */
  #logAll(started: Moment): void {
    this.#note({ what: 'all', started })
    for (const [id, row] of this.#rows) this.#rows.set(id, { ...row, isStale: true })
    for (const [call, row] of this.#requests) this.#requests.set(call, { ...row, isStale: true })
    if (this.#list !== undefined) this.#list = { ...this.#list, isStale: true }
  }
}

function withMember(members: readonly Id[], id: Id): Id[] {
  return members.includes(id) ? [...members] : [...members, id]
}

function isDifferent(one: ItemData, other: ItemData): boolean {
  return one.a !== other.a || one.b !== other.b || one.version !== other.version
}
