import type { ModelResponse } from './ModelServer'
import { isNamed, isWaiting, type Planned, scopeOf, tableOf, type Write } from './Write'

/** What the client wrote by hand. */
export interface LocalWrite {
  readonly row: string
  readonly fields: Readonly<Record<string, unknown>>
  readonly at: number
}

/** What a user did, and its result: all that is needed to determine what may be shown. */
export class Ledger {
  /** In order of their calls. */
  readonly writes: Write[] = []
  readonly locals: LocalWrite[] = []
  /** When the state was replaced by another one. */
  readonly replacements: number[] = []
  readonly resets: number[] = []
  /** When the last user signed in. */
  signedIn = 0
  /** The number of events that affect what may be shown. */
  changes = 0
  /** Before that the page was loaded, or the store swept. */
  forgotten = 0
  #moment = 0
  readonly #loads: { readonly from: number; to: number }[] = []
  readonly #renders: { readonly from: number; readonly to: number }[] = []
  readonly #starts = new Map<string, number>()
  readonly #reads = new Map<string, number>()

  /** Begins a mutation. */
  start(planned: Planned): Write {
    const called = this.next()
    const write: Write = {
      ...planned,
      requestId: '',
      called,
      start: this.#mustWait(planned) ? Infinity : called,
      end: Infinity,
      outcome: 'pending',
      isAborted: false,
      revision: 0,
      carried: [],
      isMoving: planned.kind === 'create',
    }
    this.writes.push(write)
    return write
  }

  /** A mutation that waited is sent. */
  send(write: Write): void {
    if (isWaiting(write)) write.start = this.next()
  }

  /** The response of a write is in the store. */
  confirm(write: Write, { body, revision }: ModelResponse, isEmpty = false): void {
    write.isEmpty = isEmpty
    const { id, author } = body as {
      readonly id: string
      readonly author?: { readonly id: string }
    }
    if (write.kind === 'create') {
      write.row = `${tableOf(write)}/${id}`
      for (const it of this.writes) if (it.creation === write) it.row = write.row
    }
    write.carried = author === undefined ? [] : [`users/${author.id}`]
    write.revision = revision
    this.#end(write, 'confirmed')
  }

  /** It ended with an error, or without any response. */
  fail(write: Write): void {
    if (isWaiting(write)) this.#withdraw(write)
    else this.#end(write, 'failed')
  }

  /** Its message was lost, so that nobody knows of it. */
  forgo(write: Write): void {
    if (write.outcome === 'pending') this.#withdraw(write)
  }

  /** It was confirmed, and is not in the store: the store was reset in the meantime. */
  ignore(write: Write): void {
    this.#end(write, 'ignored')
  }

  set(row: string, fields: LocalWrite['fields']): void {
    this.locals.push({ row, fields, at: this.next() })
    this.changes += 1
  }

  replace(): void {
    this.replacements.push(this.next())
    this.changes += 1
  }

  signIn(): void {
    this.signedIn = this.next()
  }

  reset(): void {
    this.resets.push(this.next())
    this.changes += 1
    for (const write of this.writes.filter(isWaiting)) this.#withdraw(write)
  }

  /**
   * The page was loaded again. What becomes of mutations in flight is not known.
   * @param stored until when all that is in the store was stored; 0 where that is not known
   */
  reload(stored: number): void {
    for (const write of this.writes.filter(({ outcome }) => outcome === 'pending')) {
      write.isAborted = true
      this.fail(write)
    }
    this.forget()
    this.#loads.push({ from: this.forgotten, to: Infinity })
    if (stored === 0) this.replace()
    else this.#loseAfter(stored)
    this.changes += 1
  }

  /** What was stored is there. */
  rehydrate(): void {
    const load = this.#loads.at(-1)
    if (load !== undefined) load.to = this.next()
    this.changes += 1
  }

  /** What was created before is known by its primary key alone. */
  forget(): void {
    this.forgotten = this.next()
  }

  /** The page has taken over what a server rendered at some moment. */
  takeOver(rows: Iterable<string>, from: number): void {
    this.noteRead(rows, from)
    this.#renders.push({ from, to: this.next() })
  }

  /** Whether what was stored, or rendered, came after a moment of its page: what a list then lacks is found when it is requested. */
  isBeforeTakeover(moment: number): boolean {
    const takeovers = [...this.#loads, ...this.#renders]
    return takeovers.some(({ from, to }) => moment > from && moment < to)
  }

  noteStart(requestId: string): void {
    if (!this.#starts.has(requestId)) this.#starts.set(requestId, this.next())
  }

  startOf(requestId: string): number | undefined {
    return this.#starts.get(requestId)
  }

  /** A read that started at some moment brought these rows. */
  noteRead(rows: Iterable<string>, start = this.next()): void {
    this.changes += 1
    for (const row of rows) this.#reads.set(row, Math.max(start, this.#reads.get(row) ?? 0))
  }

  /** When the newest read started that brought a row. */
  lastReadOf(row: string): number {
    return this.#reads.get(row) ?? 0
  }

  /** The last moment before which nothing that was confirmed has to be shown. */
  get epoch(): number {
    return Math.max(this.replacements.at(-1) ?? 0, this.resets.at(-1) ?? 0)
  }

  /** Whether something affected all rows between two moments. */
  isTurbulent(from: number, to: number): boolean {
    const ignored = this.writes.filter(({ outcome }) => outcome === 'ignored')
    const moments = [...this.replacements, ...this.resets, ...ignored.map(({ end }) => end)]
    return moments.some((at) => at > from && at < to)
  }

  /** The mutations in flight that are shown, in order of their calls: those that started before a reset are forgotten. */
  get shown(): Write[] {
    const reset = this.resets.at(-1) ?? 0
    return this.writes.filter(
      (it) => it.isOptimistic && it.outcome === 'pending' && it.start > reset,
    )
  }

  /** Whether a field of a row is not that of a mutation in flight any more: a later one was confirmed, or a deletion. */
  isOverruled({ row, start }: Write, field: string): boolean {
    const replaced = this.replacements.at(-1) ?? 0
    return this.writes.some((it) => {
      if (it.row !== row || it.outcome !== 'confirmed' || it.end < start) return false
      return it.kind === 'delete'
        ? it.end > replaced
        : it.start > start && it.kind !== 'visit' && it.isMessage !== true && isNamed(it, field)
    })
  }

  isSetBetween(row: string, from: number, to: number): boolean {
    return this.locals.some((local) => local.row === row && local.at > from && local.at < to)
  }

  /** The other writes that were under way while this one was. */
  overlapping(write: Write): Write[] {
    return this.writes.filter((it) => it !== write && it.start < write.end && write.start < it.end)
  }

  next(): number {
    this.#moment += 1
    return this.#moment
  }

  /** Whether a mutation has to wait for those of its scope, or for the creation of its row. */
  #mustWait(planned: Planned): boolean {
    const scope = scopeOf(planned)
    return (
      planned.creation?.outcome === 'pending' ||
      this.writes.some((it) => it.outcome === 'pending' && scope && scopeOf(it) === scope)
    )
  }

  /** A page that dies has stored what its mutations confirmed; messages, and what was set by hand, are stored after a while. */
  #loseAfter(stored: number): void {
    for (const write of this.writes) {
      const isLost = write.isMessage === true && write.end > stored
      if (isLost && write.outcome === 'confirmed') write.outcome = 'ignored'
    }
    this.locals.splice(0, Infinity, ...this.locals.filter(({ at }) => at < stored))
  }

  #withdraw(write: Write): void {
    this.#end(write, 'unsent')
    this.writes.splice(this.writes.indexOf(write), 1)
  }

  #end(write: Write, outcome: Write['outcome']): void {
    write.end = this.next()
    write.outcome = outcome
    this.changes += 1
  }
}

/** The rows in a response of the server. */
export function* rowsIn(body: unknown): Generator<string> {
  if (typeof body !== 'object' || body === null) return
  const { id, author } = body as { readonly id?: string; readonly author?: unknown }
  if (id !== undefined) yield `${author === undefined ? 'users' : 'posts'}/${id}`
  for (const part of Object.values(body)) yield* rowsIn(part)
}
