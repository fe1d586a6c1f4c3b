import type { EntityRow } from '../../schema/contract'
import type { ManagerHooks } from '../../store/Manager'
import type { Observed } from '../../store/observe/ObserverIndex'
import type { Runtime } from '../../store/Runtime'
import { readEndpoint } from '../../store/select/readEndpoint'
import type { RequestRow } from '../../store/state/state'
import { getRow, pagesIn, type Table } from '../../store/state/table'
import { getOrCreate } from '../../util/collections'
import { report } from '../../store/report'
import { inSlices } from './inSlices'
import { CALLS, Reach, type Steps } from './Reach'

/** A row that nothing uses. */
type Unused = readonly [name: string, pk: string, row: object]

/**
 * Sweeps one store from time to time. How long something is unused is counted in sweeps: so neither a clock that is set nor a
 * machine that sleeps makes anything older.
 */
export class Collector implements ManagerHooks {
  readonly #runtime: Runtime
  readonly #interval: number
  readonly #keepFor: number
  readonly #maxEntities: number
  /** What those read that have left since the last sweep, and is unused from the next one on. */
  #left: Reach
  /**
   * The sweep that found a row unused first; one that was written is another row. A call is the same until its next response: its
   * members are no older. By the table and the last character of the key, as it takes long to let a large map grow.
   */
  #unused = new Map<string, Map<unknown, number>>()
  /** The sweeps so far. */
  #count = 0
  /** Whether there is to be another sweep. */
  #isPlanned = false
  #isWaiting = false
  /** Nothing is done for a store that nobody has read, as on a server. */
  #isRead = false

  constructor(runtime: Runtime, keepFor: number, maxEntities: number) {
    this.#runtime = runtime
    this.#interval = keepFor > 5_000 ? Math.min(keepFor / 5, 60_000) : 1_000
    this.#keepFor = keepFor
    this.#maxEntities = maxEntities
    this.#left = new Reach(runtime)
    runtime.observers.onLeave = (read) => {
      this.#isRead ||= isQuery(read)
      if (this.#isRead) this.#left.read(read, read.requestKey)
      this.action()
    }
  }

  readonly reader = (): (() => void) => {
    this.#isRead = true
    this.action()
    return this.action
  }

  /** Has the store swept, and again for as long as anything is unused. */
  readonly action = (): void => {
    this.#isPlanned = true
    this.#wait()
  }

  #wait(): void {
    const { disposal, observers } = this.#runtime
    this.#isRead ||= observers.reads.some(isQuery)
    if (disposal || this.#isWaiting || !this.#isRead) return
    this.#isWaiting = true
    this.#runtime.timers.after(this.#interval, () => {
      this.#isPlanned = false
      const end = (): void => {
        this.#isWaiting = false
        if (this.#isPlanned) this.#wait()
      }
      void inSlices(this.#sweep()).catch(report).then(end)
    })
  }

  /** Goes once through the store, in steps of a few µs. */
  *#sweep(): Iterator<void> {
    const left = this.#left
    this.#left = new Reach(this.#runtime)
    const reach = new Reach(this.#runtime)
    this.#count += 1
    yield* left.follow()
    yield* this.#followUses(reach)
    const groups = yield* this.#findUnused(reach, left)
    const due = yield* this.#followKept(reach, groups)
    while (due.length > 0) {
      yield* this.#followUses(reach)
      // More rows in one action could take longer than a frame. Readers that come meanwhile find no list without its members:
      // calls go first, and nearly all lists, as their tables come after those of their members.
      this.#remove(reach, due.splice(-5_000))
      yield
    }
  }

  /** Follows what is in use, until that leads to no other row. */
  *#followUses(reach: Reach): Steps {
    // Not every read is remembered: that of what was deleted is another one each time.
    let size: number
    do {
      size = reach.size
      const { observers, inFlight, managers, state } = this.#runtime
      const live = [...managers.readers.keys()].filter(({ isLive }) => isLive)
      for (const read of observers.reads) reach.read(read, read.requestKey)
      for (const it of [...live, ...inFlight.all]) {
        reach.read(readEndpoint(state, it.endpoint, it.key, it.args), it.key)
      }
      yield* reach.follow()
    } while (reach.size > size)
  }

  /** Finds what is unused, by the sweep that found it first. */
  *#findUnused(reach: Reach, left: Reach): Steps<Unused[][]> {
    const groups: Unused[][] = []
    const before = this.#unused
    this.#unused = new Map()
    // The response of a request that is older than a row would be taken for the newest, if the row was gone. And a mutation that
    // waits may name a row by its temporary key.
    const oldest = this.#runtime.inFlight.all[0]?.started ?? Infinity
    for (const [name, table] of Object.entries(this.#tables)) {
      // A removal of many rows is fast where they are in few pages.
      for (const page of pagesIn(table)) {
        for (const [pk, row] of Object.entries(page)) {
          yield
          const { landed = 0, createdAs } = (row as Partial<EntityRow>).meta ?? {}
          if (landed > oldest || (createdAs && oldest < Infinity)) reach.add(name, pk)
          if (reach.has(name, pk)) continue
          this.#isPlanned = true
          const part = name + pk.slice(-1)
          const id = name === CALLS ? `${pk} ${(row as RequestRow).date}` : row
          const since = (!left.has(name, pk) && before.get(part)?.get(id)) || this.#count
          getOrCreate(this.#unused, part, () => new Map<unknown, number>()).set(id, since)
          ;(groups[this.#count - since] ??= []).push([name, pk, row])
        }
      }
    }
    return groups
  }

  /** Follows what is kept, the youngest first, and finds what is not. */
  *#followKept(reach: Reach, groups: readonly Unused[][]): Steps<Unused[]> {
    const due: Unused[] = []
    for (const [age, group = []] of groups.entries()) {
      for (const it of group) {
        const isOld =
          age > 0 && (age * this.#interval >= this.#keepFor || reach.size >= this.#maxEntities)
        if (isOld) due.push(it)
        else reach.add(it[0], it[1])
        yield* reach.follow()
        yield
      }
    }
    return due
  }

  /** Removes what is still as it was, and not in use, unless something is not known. */
  #remove(reach: Reach, due: readonly Unused[]): void {
    // What is expected may be made of rows that nothing else uses.
    if (Object.keys(this.#runtime.state.confirmed).length > 0) return
    // Who came while that was followed.
    Array.from(this.#followUses(reach))
    const tables = this.#tables
    const removed = new Map<string, string[]>()
    for (const [name, pk, row] of due) {
      if (reach.has(name, pk) || getRow(tables[name], pk) !== row) continue
      getOrCreate(removed, name, (): string[] => []).push(pk)
    }
    const { [CALLS]: requests = [], ...entities } = Object.fromEntries(removed)
    if (removed.size > 0) this.#runtime.write('gc', { removed: { requests, entities } })
  }

  get #tables(): { readonly [name: string]: Table<object> } {
    const { requests, entities } = this.#runtime.state
    return { ...entities, [CALLS]: requests }
  }
}

/** Whether an observer reads rows, and no call: none does on a server, where a component may wait for a call. */
function isQuery({ requestKey }: Observed): boolean {
  return requestKey === undefined
}
