import { brings, type Event, eventOf, isReadOf, namedBy, namesOf, overlap, reads } from './events'
import type { History } from './history'
import { type Call, calls, isMutation } from './operations'
import { type Field, fields, type Id, ids, itemOf } from './server'
import type { ItemData, ServerState } from './server'
import type { Shown } from './Subject'
import { Violation } from './Violation'

const INITIAL = -1

/** What must hold however requests overlap, derived from what the server did, without the rules. */
export class Properties {
  readonly #servers: readonly ServerState[]
  readonly #all: readonly Event[]
  /** Those that are requests of their own and were not cut off by a reset. */
  readonly #events: readonly Event[]
  readonly #resets: readonly number[]

  /** @param joined the reads that joined another, and so are no requests of their own */
  constructor({ server, operations, steps }: History, joined: ReadonlySet<number>) {
    this.#servers = [server, ...steps.map(({ server }) => server)]
    this.#all = operations.map((operation, op) => eventOf(operation, op, steps))
    this.#resets = this.#all.filter((it) => it.operation.do === 'reset').map(({ ended }) => ended)
    this.#events = this.#all.filter((it, op) => !joined.has(op) && !this.#isCutOff(it))
  }

  /** Whether a read may join that of another operation at a step: nothing made it outdated meanwhile. */
  mayJoin(op: number, at: number): boolean {
    const { operation, started } = this.#all[op] as Event
    const call = operation.do === 'read' ? operation.call : undefined
    return !this.#all.some(({ operation: other, ended, outcome }) => {
      if (ended <= started || ended > at || outcome !== 'ok') return false
      const isExpiry = other.do === 'expire' && (other.calls === 'list') === (call === 'list')
      const isInvalidation = other.do === 'invalidate' && other.call === call
      return isMutation(other) || isExpiry || isInvalidation || other.do === 'reset'
    })
  }

  /** What must hold at every step. */
  checkStep(at: number, shown: Shown, isDoubtful: (id: Id) => boolean): void {
    for (const id of ids) {
      const item = shown.items[id]
      this.#checkItem(id, at, item)
      if (item !== undefined && !isDoubtful(id)) this.#checkReality(id, at, item)
    }
    const list = shown.calls.list
    if (list !== undefined) this.#checkList(list, at)
    for (const call of calls) this.#checkInvalidated(call, at, shown.calls[call])
  }

  /**
   * What must hold when nothing is in flight any more.
   * @param isStale whether a call would be fetched again; to find out may cost a request
   */
  async checkEnd(shown: Shown, isStale: (call: Call) => Promise<boolean> | boolean): Promise<void> {
    const isUneventful = this.#isUneventful()
    for (const call of calls) {
      const isTrue = this.#isTrue(call, shown)
      const isExpired = this.#isExpired(call)
      if (!isTrue || isExpired) {
        const why = isTrue ? 'was expired' : "differs from the server's"
        const isRequested = await isStale(call)
        if (!isRequested) fail('e', `${nameOf(call)} ${why} and would not be requested again`)
      } else if (isUneventful && shown.calls[call] !== undefined && (await isStale(call))) {
        fail('e', `${nameOf(call)} would be requested again for no reason`)
      }
    }
  }

  /** What must hold when readers have asked for what was stale. */
  checkRequested(shown: Shown): void {
    for (const call of calls) {
      const isGone =
        call !== 'list' && itemOf(this.#servers.at(-1) as ServerState, call) === undefined
      const isRight = isGone ? shown.calls[call] === undefined : this.#isTrue(call, shown)
      if (!isRight) fail('c', `${nameOf(call)} is wrong after readers asked`)
    }
  }

  /** What must hold after everything was read once more. */
  checkRefetched(shown: Shown): void {
    const { items } = this.#servers.at(-1) as ServerState
    for (const id of ids) {
      const expected = items.find((it) => it.id === id)
      if (!isSame(shown.items[id], expected) && shown.calls[id] !== undefined) {
        fail('c', `item ${id} is ${text(shown.items[id])} after a refetch, not ${text(expected)}`)
      }
    }
    if (text(shown.calls.list) !== text(items.map(({ id }) => id))) {
      fail('c', `the list is ${text(shown.calls.list)} after a refetch`)
    }
  }

  #checkItem(id: Id, at: number, item: ItemData | undefined): void {
    this.#checkExistence(id, at, item !== undefined, id)
    if (item === undefined) return
    for (const field of fields) this.#checkField(id, field, at, item)
    this.#checkDeletion(id, at)
  }

  /** (a) for whether an item is there: no response undoes what a newer one brought. */
  #checkExistence(id: Id, at: number, isThere: boolean, call: Call): void {
    const confirmed = this.#confirmed(id, at).filter(
      (it) =>
        it.operation.do === 'delete' || (it.operation.do === 'push' && !this.#isBeaten(it, at)),
    )
    const mutated = Math.max(INITIAL, ...confirmed.map(({ served }) => served))
    const since = Math.max(
      mutated,
      this.#lastRead(id, at, (it) => isReadOf(it, call)),
    )
    // After a reset everything may be missing that was not written since.
    const isForgotten = this.#resets.some((reset) => reset <= at && since < reset)
    if (!isThere && isForgotten) return
    const wasSo = (it: ServerState): boolean => (itemOf(it, id) !== undefined) === isThere
    if (this.#wasEver(since, at, wasSo)) return
    const was = isThere ? 'is there' : 'is missing'
    fail('a', `item ${id} ${was}, which it was not after ${this.#nameOf(since)}`)
  }

  /** (a) for a field: nothing older than what was confirmed. */
  #checkField(id: Id, field: Field, at: number, item: ItemData): void {
    const writers = this.#confirmed(id, at).filter((it) => namesOf(it).includes(field))
    const certain = writers.filter((it) => !this.#isAmbiguous(it, field, at))
    const mutated = Math.max(INITIAL, ...certain.map(({ served }) => served))
    const since = Math.max(
      mutated,
      this.#lastRead(id, at, (it) => brings(it, id)),
    )
    const value = item[field]
    if (!this.#wasEver(since, at, (it) => itemOf(it, id)?.[field] === value)) {
      fail('a', `${field} of item ${id} is '${value}', older than ${this.#nameOf(since)}`)
    }
    this.#checkLaterLanding(id, field, at, value)
  }

  /** Of two overlapping mutations of one field the one that lands later counts, until a newer response comes. */
  #checkLaterLanding(id: Id, field: Field, at: number, value: string): void {
    const writers = this.#confirmed(id, at).filter((it) => namesOf(it).includes(field))
    for (const one of writers) {
      const other = writers.find((it) => it.ended > one.ended && overlap(one, it))
      if (other === undefined || value !== this.#valueAt(one, id, field)) continue
      // A read that starts after the second has landed may show that the server handled it first.
      const hasNewerResponse = this.#bringers(id, at).some((it) => it.started > other.ended)
      if (!hasNewerResponse) fail('a', `${field} of item ${id} is '${value}', which landed first`)
    }
  }

  /** (d) A row is one that the server had, or doubtful. */
  #checkReality(id: Id, at: number, item: ItemData): void {
    if (this.#wasEver(INITIAL, at, (it) => isSame(itemOf(it, id), item))) return
    fail('d', `item ${id} is ${text(item)}, which the server never had`)
  }

  /** (b) A deleted row reappears only with a response that was requested afterwards. */
  #checkDeletion(id: Id, at: number): void {
    const deletion = this.#confirmed(id, at).findLast((it) => it.operation.do === 'delete')
    if (deletion === undefined) return
    const isBroughtBack = this.#bringers(id, at).some((it) => it.started > deletion.ended)
    if (!isBroughtBack) fail('b', `item ${id} came back after it was deleted`)
  }

  /** (b) No member is lost or doubled. */
  #checkList(list: readonly string[], at: number): void {
    if (new Set(list).size < list.length) fail('b', `the list is ${text(list)}`)
    for (const id of ids) {
      const isMember = list.includes(id)
      this.#checkExistence(id, at, isMember, 'list')
      if (isMember) this.#checkDeletion(id, at)
    }
  }

  /** Invalidated data is not shown before a later request. */
  #checkInvalidated(call: Call, at: number, shown: readonly string[] | undefined): void {
    if (shown === undefined) return
    const invalidated = this.#events.findLast(
      ({ operation, ended }) =>
        operation.do === 'invalidate' && operation.call === call && ended <= at,
    )
    if (invalidated === undefined) return
    const since = invalidated.ended
    const isReset = this.#resets.some((reset) => reset > since && reset <= at)
    const isRequestedAgain = this.#events.some(
      (it) => it.started > since && it.ended <= at && it.outcome === 'ok' && reads(it, call),
    )
    if (!isReset && !isRequestedAgain)
      fail('invalidate', `${nameOf(call)} is shown, though invalid`)
  }

  /** (e) Whether a call shows what the server has, as far as the page could know. */
  #isTrue(call: Call, shown: Shown): boolean {
    const server = this.#servers.at(-1) as ServerState
    const isTrueItem = (id: Id): boolean => isSame(shown.items[id], itemOf(server, id))
    if (call !== 'list') return isTrueItem(call)
    // An item that another user made again joins lists without a message to the page.
    const isKnown = (id: string): boolean => !this.#isMadeAgain(id)
    const members = server.items.map(({ id }) => id).filter(isKnown)
    const list = shown.calls.list?.filter(isKnown) ?? []
    return text(list.toSorted()) === text(members.toSorted()) && members.every(isTrueItem)
  }

  #isMadeAgain(id: string): boolean {
    return this.#events.some(({ operation, started }) => {
      const before = this.#servers[started] as ServerState
      return operation.do === 'set' && operation.id === id && itemOf(before, id) === undefined
    })
  }

  /** Whether a call was expired, and no later request has landed. */
  #isExpired(call: Call): boolean {
    const expired = this.#events.findLast(
      ({ operation }) =>
        operation.do === 'expire' && (operation.calls === 'list') === (call === 'list'),
    )
    if (expired === undefined) return false
    const since = expired.ended
    const reset = Math.max(INITIAL, ...this.#resets)
    const isReadFirst = reset === INITIAL && (call === 'list' || this.#isThereFirst(call))
    const isKnown = isReadFirst || this.#startsOf(call).some((it) => it > reset && it < since)
    const isReadAnew = this.#events.some(
      (it) =>
        it.started > since &&
        isReadOf(it, call) &&
        // A read that failed is answered by a deletion.
        (it.outcome === 'ok' || this.#isDeleted(call)),
    )
    return isKnown && reset < since && !isReadAnew
  }

  #isDeleted(call: Call): boolean {
    if (call === 'list') return false
    return this.#confirmed(call, this.#servers.length).some((it) => it.operation.do === 'delete')
  }

  #isThereFirst(id: Id): boolean {
    return itemOf(this.#servers[0] as ServerState, id) !== undefined
  }

  #startsOf(call: Call): number[] {
    return this.#events.filter((it) => isReadOf(it, call)).map(({ started }) => started)
  }

  /** Nothing overlapped, failed, or made anything stale on purpose: nothing is to be fetched again. */
  #isUneventful(): boolean {
    return this.#all.every(
      (one) =>
        one.outcome === 'ok' &&
        one.operation.do !== 'expire' &&
        one.operation.do !== 'invalidate' &&
        this.#all.every((it) => it === one || !overlap(one, it)),
    )
  }

  /** The start of the last read that landed, and that no mutation of the item overlapped: nothing older is shown. */
  #lastRead(id: Id, at: number, test: (event: Event) => boolean): number {
    const reads = this.#events.filter((it) => {
      const { operation, outcome, started, ended } = it
      if (operation.do !== 'read' || outcome !== 'ok' || ended > at || !test(it)) return false
      return !this.#events.some(
        ({ operation: other, ...event }) =>
          (isMutation(other) && other.id === id && overlap(event, it)) ||
          (other.do === 'invalidate' && started < event.ended && event.ended < ended),
      )
    })
    return Math.max(INITIAL, ...reads.map(({ started }) => started))
  }

  /** The mutations of an item that were confirmed by then, and not cut off by a reset. */
  #confirmed(id: Id, at: number): Event[] {
    return this.#events.filter(
      (it) =>
        it.outcome === 'ok' && it.ended <= at && isMutation(it.operation) && namedBy(it) === id,
    )
  }

  /** All that brought an item by then. */
  #bringers(id: Id, at: number): Event[] {
    return this.#events.filter((it) => it.outcome === 'ok' && it.ended <= at && brings(it, id))
  }

  /** A push that overlapped a deletion, which wins. */
  #isBeaten(push: Event, at: number): boolean {
    const id = namedBy(push) as Id
    return this.#confirmed(id, at).some((it) => it.operation.do === 'delete' && overlap(it, push))
  }

  /** Another mutation of the same field, or a deletion, overlapped: the order is unknown. */
  #isAmbiguous(event: Event, field: Field, at: number): boolean {
    return this.#confirmed(namedBy(event) as Id, at).some((it) => {
      const isDeletion = it.operation.do === 'delete'
      return it !== event && overlap(it, event) && (isDeletion || namesOf(it).includes(field))
    })
  }

  #valueAt({ served }: Event, id: Id, field: Field): string | undefined {
    return itemOf(this.#servers[served + 1] as ServerState, id)?.[field]
  }

  /** Whether the server was so at any moment from a step on. */
  #wasEver(since: number, until: number, test: (server: ServerState) => boolean): boolean {
    for (let at = since; at <= until; at++) {
      if (test(this.#servers[at + 1] as ServerState)) return true
    }
    return false
  }

  #nameOf(served: number): string {
    return served === INITIAL ? 'anything that the server ever had' : `what step ${served + 1} did`
  }

  /** What started before a reset and ended after it brings nothing. */
  #isCutOff({ started, ended, operation }: Event): boolean {
    return operation.do !== 'reset' && this.#resets.some((it) => started < it && it < ended)
  }
}

function isSame(one: ItemData | undefined, other: ItemData | undefined): boolean {
  if (one === undefined || other === undefined) return one === other
  return one.a === other.a && one.b === other.b && one.version === other.version
}

function nameOf(call: Call): string {
  return call === 'list' ? 'the list' : `item ${call}`
}

function text(value: unknown): string {
  return JSON.stringify(value) ?? 'missing'
}

function fail(property: string, what: string): never {
  throw new Violation(`(${property}) ${what}`)
}
