import {
  type Call,
  calls,
  type Instant,
  isMutation,
  type Mutation,
  namesIn,
  type Operation,
  type Read,
  type Request,
} from './operations'
import type { Outcome } from './history'
import { fields, type Id, ids, type ItemData } from './server'
import type { Ending, Shown, Subject } from './Subject'

/** A moment; nothing happens at the same one. */
type Moment = number

interface Row {
  /** `undefined` where it was deleted. */
  readonly data: ItemData | undefined
  /** A response that was asked for before this does not replace the row. */
  readonly moment: Moment
  /** Since when it may be a mix of two writes, or miss one. */
  readonly doubtful?: Moment | undefined
  /** When its deletion landed. */
  readonly deleted?: Moment
}

interface List {
  readonly ids: readonly Id[]
  /** The start of the read that brought it. */
  readonly moment: Moment
  readonly doubtful?: Moment | undefined
}

interface RequestRow {
  /** The start of the request that wrote it, or when it was invalidated or expired. */
  readonly moment: Moment
  /** The error that its last response was: a `hard` one hides the data, a `soft` one only where there is none. */
  readonly error: 'hard' | 'soft' | undefined
  readonly isStale: boolean
  readonly isInvalid: boolean
}

interface InFlight {
  readonly request: Request
  readonly started: Moment
  /** Of a mutation: its row when it started. */
  readonly before: ItemData | undefined
}

interface Push {
  readonly id: Id
  readonly landed: Moment
}

const NEVER = -1
const NO_REQUEST: RequestRow = {
  moment: NEVER,
  error: undefined,
  isStale: false,
  isInvalid: false,
}

/** The rules of docs/order.md as an executable model: short, and without any thought of speed. */
export class Rules implements Subject {
  #now: Moment = 0
  #lastReset: Moment = NEVER
  /** When the last mutation without a response ended: what is not stored may have changed then. */
  #lostAt: Moment = NEVER
  /** The journal, without pruning. */
  readonly #pushes: Push[] = []
  readonly #inFlight = new Map<number, InFlight>()
  readonly #rows = new Map<Id, Row>()
  readonly #requests = new Map<Call, RequestRow>()
  #list: List | undefined

  /** A page that has read all that there is. */
  constructor(items: readonly ItemData[]) {
    for (const item of items) this.#landRead({ do: 'read', call: item.id }, item, ++this.#now)
    this.#landRead({ do: 'read', call: 'list' }, items, ++this.#now)
  }

  start(op: number, operation: Operation, joins?: number): number | undefined {
    const started = ++this.#now
    if (joins !== undefined) return joins
    const request = operation as Request
    const before = isMutation(request) ? this.#rows.get(request.id)?.data : undefined
    this.#inFlight.set(op, { request, started, before })
    return undefined
  }

  end(op: number, { outcome, response }: Ending): void {
    this.#now++
    const flight = this.#inFlight.get(op)
    this.#inFlight.delete(op)
    if (flight === undefined) return
    const { request, started } = flight
    if (!isMutation(request)) this.#endRead(request, started, outcome, response)
    else if (outcome === 'refused') return
    else if (started <= this.#lastReset) this.#doubtEverything()
    else if (outcome === 'lost') this.#lose(request)
    else if (request.do === 'delete') this.#landDeletion(request.id, started)
    else this.#landMutation(request, flight, response as ItemData)
  }

  happen(_op: number, operation: Instant, response: unknown): void {
    const moment = ++this.#now
    if (operation.do === 'set') {
      this.#rows.set(operation.id, { data: response as ItemData, moment })
    } else if (operation.do === 'invalidate') {
      const before = this.#request(operation.call)
      this.#requests.set(operation.call, { ...before, moment, isInvalid: true })
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

  isDoubtful(id: Id): boolean {
    return this.#rows.get(id)?.doubtful !== undefined
  }

  /** Rule S: its time is over, or a row of it became doubtful after its request had started. */
  isStale(call: Call): boolean {
    if (this.#isKnownDeleted(call)) return false
    if (this.#membersOf(call) === undefined || this.#isHidden(call)) return true
    const { moment, isStale, error } = this.#request(call)
    if (isStale || error !== undefined) return true
    const members = call === 'list' ? (this.#list?.ids ?? []) : [call]
    const read = members.map((id): Row | List | undefined => this.#rows.get(id))
    if (call === 'list') read.push(this.#list)
    return read.some((it) => (it?.doubtful ?? NEVER) > moment)
  }

  /** Rule 3: a reader of what was deleted without doubt asks nothing, unless the call was hidden, expired or requested since. */
  #isKnownDeleted(call: Call): boolean {
    const row = call === 'list' ? undefined : this.#rows.get(call)
    if (row?.deleted === undefined || row.doubtful !== undefined) return false
    const { moment, isStale, isInvalid } = this.#request(call)
    return row.deleted > moment && !isStale && !isInvalid
  }

  #membersOf(call: Call): readonly Id[] | undefined {
    const isThere = (id: Id): boolean => this.#rows.get(id)?.data !== undefined
    if (call === 'list') return this.#list?.ids.filter(isThere)
    return isThere(call) ? [call] : undefined
  }

  /** An error hides what is older than its request. */
  #isHidden(call: Call): boolean {
    const { error, isInvalid, moment } = this.#request(call)
    const known = call === 'list' ? this.#list : this.#rows.get(call)
    const isNewer = known !== undefined && known.moment > moment && known.doubtful === undefined
    return isInvalid || (error === 'hard' && !isNewer)
  }

  #request(call: Call): RequestRow {
    return this.#requests.get(call) ?? NO_REQUEST
  }

  #endRead(read: Read, started: Moment, outcome: Outcome, response: unknown): void {
    if (started <= this.#lastReset) return
    if (outcome === 'ok') this.#landRead(read, response, started)
    else this.#fail(read.call, started, outcome)
  }

  /** A response that an invalidation refuses is none of its call, and brings its rows all the same. */
  #landRead({ call }: Read, response: unknown, started: Moment): void {
    const before = this.#request(call)
    if (before.moment < started) {
      const isStale = before.isStale && !this.#isKnown(call)
      this.#requests.set(call, { ...NO_REQUEST, moment: started, isStale })
    }
    const items = (call === 'list' ? response : [response]) as readonly ItemData[]
    for (const item of items) this.#placeRead(item, started)
    if (call === 'list') this.#placeList(items, started)
  }

  /** Rule 1. */
  #placeRead(data: ItemData, started: Moment): void {
    const { id } = data
    const stored = this.#rows.get(id)
    if (stored !== undefined && stored.moment > started) return
    const doubtful = stored === undefined ? this.#lostSince(started) : undefined
    this.#rows.set(id, { data, moment: doubtful ?? started, doubtful })
  }

  /** Rules 1 and 4. A deleted row stays in the list, hidden. */
  #placeList(items: readonly ItemData[], started: Moment): void {
    if ((this.#list?.moment ?? NEVER) > started) return
    const members = this.#pushes
      .filter(({ landed }) => landed > started)
      .reduce(
        withMember,
        items.map(({ id }) => id),
      )
    this.#list = { ids: members, moment: started, doubtful: this.#lostSince(started) }
  }

  /** A mutation without a response ended since a request started. */
  #lostSince(started: Moment): Moment | undefined {
    return this.#lostAt > started ? this.#lostAt : undefined
  }

  /** Rules 2 and 4. */
  #landMutation(mutation: Mutation, { started, before }: InFlight, response: ItemData): void {
    const { id, do: what } = mutation
    const names = namesIn(mutation) ?? changedIn(response, before)
    this.#rows.set(id, this.#written(this.#rows.get(id), started, names, response))
    if (what !== 'push') return
    this.#pushes.push({ id, landed: this.#now })
    if (this.#list !== undefined)
      this.#list = { ...this.#list, ids: withMember(this.#list.ids, { id }) }
  }

  #written(
    stored: Row | undefined,
    started: Moment,
    names: readonly (keyof ItemData)[],
    response: ItemData,
  ): Row {
    const moment = this.#now
    const isDeletedSince = stored?.deleted !== undefined && stored.deleted > started
    if (stored !== undefined && isDeletedSince) return { ...stored, moment, doubtful: moment }
    const overlaps = (stored?.moment ?? this.#lostAt) > started
    if (!overlaps || stored?.data === undefined) {
      return { data: response, moment, doubtful: overlaps ? moment : undefined }
    }
    if (isEqual(stored.data, response)) return { ...stored, moment }
    const named = Object.fromEntries(names.map((it) => [it, response[it]]))
    return { data: { ...stored.data, ...named }, moment, doubtful: moment }
  }

  /** Rule 3. */
  #landDeletion(id: Id, started: Moment): void {
    const moment = this.#now
    const overlaps = (this.#rows.get(id)?.moment ?? this.#lostAt) > started
    const doubtful = overlaps ? moment : undefined
    this.#rows.set(id, { data: undefined, moment, doubtful, deleted: moment })
  }

  /** Rule 7, and the errors of the server. */
  #fail(call: Call, started: Moment, outcome: Outcome): void {
    const before = this.#request(call)
    if (before.moment > started) return
    // What is hidden is not shown because of another error.
    const wasHidden = before.error === 'hard' || before.isInvalid
    const error = outcome === 'refused' || wasHidden ? 'hard' : 'soft'
    this.#requests.set(call, { ...before, moment: started, error })
  }

  /** Rule 6: nothing is known of a mutation that ended without a response. */
  #lose({ do: what, id }: Mutation): void {
    const moment = (this.#lostAt = this.#now)
    const row = this.#rows.get(id)
    if (row !== undefined) this.#rows.set(id, { ...row, moment, doubtful: moment })
    if (what === 'push' && this.#list !== undefined) {
      this.#list = { ...this.#list, doubtful: moment }
    }
  }

  /** A mutation that started before a reset writes nothing, and may have changed anything. */
  #doubtEverything(): void {
    const moment = (this.#lostAt = this.#now)
    for (const [id, row] of this.#rows) this.#rows.set(id, { ...row, moment, doubtful: moment })
    if (this.#list !== undefined) this.#list = { ...this.#list, doubtful: moment }
  }

  #expire(which: 'items' | 'list'): void {
    for (const call of calls) {
      const isMeant = (call === 'list') === (which === 'list')
      if (!isMeant || !(this.#requests.has(call) || this.#isInFlight(call))) continue
      const before = this.#request(call)
      // Where nothing is shown yet, the next response is taken, and is stale.
      const moment = this.#isKnown(call) ? this.#now : before.moment
      this.#requests.set(call, { ...before, moment, isStale: true })
    }
  }

  /** Whether there was a response, or an error, that no invalidation hides. */
  #isKnown(call: Call): boolean {
    const { moment, isInvalid } = this.#request(call)
    return moment !== NEVER && !isInvalid
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
}

function withMember(members: readonly Id[], { id }: Pick<Push, 'id'>): Id[] {
  return members.includes(id) ? [...members] : [...members, id]
}

/** The fields that the response to a mutation without a body has changed. */
function changedIn(response: ItemData, before: ItemData | undefined): readonly (keyof ItemData)[] {
  return ([...fields, 'version'] as const).filter((it) => before?.[it] !== response[it])
}

function isEqual(one: ItemData, other: ItemData): boolean {
  return one.a === other.a && one.b === other.b && one.version === other.version
}
