import type { ManagerStore, Reader } from '../../store/Manager'
import { report } from '../../store/report'
import type { Runtime } from '../../store/Runtime'
import { GRACE } from '../../store/state/expiry'
import { isFetching } from '../../store/state/requestRows'
import { getRow } from '../../store/state/table'
import { addTo, getOrCreate, type Groups, lastOf, removeFrom } from '../../util/collections'
import { codedMessage, textOf } from '../../util/messages'
import type { LiveWrite, LiveWrites, MessageQueue } from './MessageQueue'
import type { Source, Stream } from './stream'

/** What a connection uses of its store. */
export interface StreamStore {
  readonly store: ManagerStore
  readonly runtime: Runtime
  readonly queue: MessageQueue
  /** What was reported. */
  readonly reported: Set<string>
}

/** A call whose data comes by a connection. */
export interface LiveCall {
  readonly stream: Stream
  reader: Reader
  readonly readers: Set<Reader>
  /** What was requested before may lack messages. */
  since: number
  /** What was sent to subscribe. */
  text?: string | undefined
  stopEnd?: (() => void) | undefined
}

/** A reader that comes again within this time finds all as it was, in ms. */
const LINGER = 1_000
/** So long a component may take until it reads that was or is suspended, in ms. */
export const LEASE = 5_000
/** The first pause before a reconnect; each is up to twice as long as the one before, in ms. */
const FIRST_PAUSE = 500
const LONGEST_PAUSE = 30_000
/** What stayed open for so long counts as restored, in ms. */
const STEADY = 5_000
/** Where a manager refuses, as after a logout, it is asked again after so many ms. */
const GATE_PAUSE = 1_000
/** So many losses in a row are worth a message. */
const MANY_LOSSES = 5

/** The connection for all calls of one address in one store. */
export class Connection {
  /** Those that are read, by key. */
  readonly calls = new Map<string, LiveCall>()
  readonly #context: StreamStore
  readonly #stream: Stream
  /** The calls that are subscribed by the same text. */
  readonly #texts: Groups<string, LiveCall> = new Map<string, Set<LiveCall>>()
  /** Those whose `message` is called; made anew after calls have come or gone. */
  #streams: ReadonlyMap<Stream, LiveWrites> | undefined
  /** Another one for each try; what belongs to an earlier one changes nothing any more. */
  #attempt: object | undefined
  #source: Source | undefined
  #openedAt: number | undefined
  #losses = 0
  #stopTimer: (() => void) | undefined

  constructor(context: StreamStore, stream: Stream) {
    this.#context = context
    this.#stream = stream
  }

  /** A reader comes; returns the function to call when it goes, with how long the call stays subscribed without readers, in ms. */
  add(reader: Reader, stream: Stream): (linger?: number) => void {
    const { key } = reader
    const call = this.#callOf(reader, stream)
    call.reader = reader
    call.readers.add(reader)
    call.stopEnd?.()
    return (linger = LINGER) => {
      call.readers.delete(reader)
      // A manager may refuse one reader, and not another.
      ;[call.reader = reader] = call.readers
      if (call.readers.size === 0) this.#endAfter(linger, key, call)
    }
  }

  /** Connects anew, unless nothing reads or a gate is closed. */
  readonly connect = (): void => {
    this.close()
    const readers = [...this.calls.values()].map(({ reader }) => reader)
    const [first] = readers
    if (first === undefined || this.#context.runtime.disposal !== undefined) return
    const attempt = (this.#attempt = {})
    const gates = readers.map((reader) => this.#context.store.gate(reader, 'stream'))
    // One reader that may be served is enough.
    if (gates.includes(undefined)) return void this.#open(attempt, first)
    const until = gates.find((it) => it?.until)?.until
    const goOn = (): void => {
      // In a macrotask, as a gate may give a promise again that has settled.
      if (attempt === this.#attempt) this.#connectAfter(until ? 0 : GATE_PAUSE)
    }
    void Promise.resolve(until).then(goOn, goOn)
  }

  /** Connects anew for another user: what is read is fetched by its readers, and nobody reads what only lingers. */
  reset(): void {
    this.#losses = 0
    for (const [key, call] of this.calls) {
      call.since = 0
      if (call.readers.size === 0) this.#remove(key, call)
    }
    this.connect()
  }

  close(): void {
    this.#stopTimer?.()
    this.#source?.close()
    this.#attempt = this.#stopTimer = this.#openedAt = this.#source = undefined
    this.#texts.clear()
  }

  #connectAfter(delay: number): void {
    this.#stopTimer = this.#context.runtime.timers.after(delay, this.connect)
  }

  #callOf(reader: Reader, stream: Stream): LiveCall {
    return getOrCreate(this.calls, reader.key, () => {
      const call = {
        stream,
        reader,
        readers: new Set<Reader>(),
        since: this.#context.runtime.clock.now() - GRACE,
      }
      this.#streams = undefined
      // Once it is among the calls.
      queueMicrotask(() => {
        if (this.#openedAt !== undefined) this.#subscribe([call])
        else if (this.#attempt === undefined && !this.#stopTimer) this.connect()
      })
      return call
    })
  }

  #endAfter(delay: number, key: string, call: LiveCall): void {
    const { timers, suspensions } = this.#context.runtime
    call.stopEnd?.()
    call.stopEnd = timers.after(delay, () => {
      if (suspensions.has(key)) this.#endAfter(LEASE, key, call)
      else this.#remove(key, call)
    })
  }

  #remove(key: string, call: LiveCall): void {
    call.stopEnd?.()
    this.calls.delete(key)
    this.#streams = undefined
    const { text } = call
    if (text !== undefined) {
      removeFrom(this.#texts, text, call)
      const end = this.#texts.has(text) ? undefined : this.#textOf(call, 'unsubscribe')
      if (end !== undefined && this.#openedAt !== undefined) this.#source?.send?.(end)
    }
    if (this.calls.size === 0) this.close()
  }

  async #open(attempt: object, { args }: Reader): Promise<void> {
    const isCurrent = (): boolean => attempt === this.#attempt
    const { url } = this.#stream
    try {
      const address = typeof url === 'function' ? await url(...args) : url
      if (!isCurrent()) return
      this.#source = this.#stream.connect(address, {
        opened: () => {
          if (!isCurrent()) return
          this.#openedAt = performance.now()
          this.#subscribe([...this.calls.values()])
        },
        came: (data, type) => isCurrent() && this.#take(data, type),
        lost: (isOver) => isCurrent() && this.#lost(isOver),
      })
    } catch (error) {
      this.#fail('connect', error)
      if (isCurrent()) this.#lost(true)
    }
  }

  /** After longer and longer. Where nothing is fetched, the browser goes on by itself, as it can ask for what was missed. */
  #lost(isOver: boolean): void {
    const openFor = performance.now() - (this.#openedAt ?? Infinity)
    this.#losses = openFor >= STEADY ? 1 : this.#losses + 1
    this.#openedAt = undefined
    for (const call of this.calls.values()) call.since = Infinity
    if (process.env.NODE_ENV !== 'production' && this.#losses === MANY_LOSSES) this.#fail('lost')
    if (!isOver && (this.#losses === 1 || this.#stream.pushOnly === true)) return
    this.close()
    const pause = Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** (this.#losses - 1))
    this.#connectAfter(pause * (0.5 + Math.random() / 2))
  }

  /** Subscribes calls, and fetches again what may lack messages. */
  #subscribe(calls: readonly LiveCall[]): void {
    for (const call of calls) {
      const text = (call.text = this.#textOf(call, 'subscribe'))
      if (text === undefined) continue
      if (!this.#texts.has(text)) this.#source?.send?.(text)
      addTo(this.#texts, text, call)
    }
    const { store } = this.#context
    const late = calls.filter((call) => this.#isLate(call))
    for (const call of calls) call.since = 0
    if (late.length === 0) return
    const keys = new Set(late.map(({ reader }) => reader.key))
    // What is in flight may have been requested before messages were missed.
    store.expireAll({ testKey: (key) => keys.has(key) })
    for (const { reader } of late) {
      if (store.gate(reader, 'stream') === undefined) void store.refetch(reader)
    }
  }

  #isLate({ reader: { key }, stream, since }: LiveCall): boolean {
    if (stream.pushOnly === true) return false
    if (since === Infinity) return true
    const row = getRow(this.#context.store.getState().requests, key)
    return row !== undefined && row.fetchedAt < since && !isFetching(row)
  }

  #textOf({ stream, reader }: LiveCall, member: 'subscribe' | 'unsubscribe'): string | undefined {
    return this.#try(member, () => {
      const message = stream[member]?.(...reader.args)
      return typeof message === 'object' ? JSON.stringify(message) : message
    })
  }

  #take(text: unknown, type: string): void {
    let data: unknown
    try {
      data = JSON.parse(text as string)
    } catch {
      // The error shows the text.
      return this.#fail('parse')
    }
    this.#streams ??= this.#findStreams()
    for (const [stream, live] of this.#streams) {
      const done: unknown = this.#try('message', () => stream.message(data, live, type))
      if (done instanceof Promise) done.catch((error: unknown) => this.#fail('message', error))
    }
  }

  #findStreams(): ReadonlyMap<Stream, LiveWrites> {
    const calls = [...this.calls.values()]
    const streams = [...new Set(calls.map(({ stream }) => stream))]
    return new Map(streams.map((stream) => [stream, this.#makeLive(stream, calls)]))
  }

  #makeLive(stream: Stream, calls: readonly LiveCall[]): LiveWrites {
    const { queue } = this.#context
    const own = calls.filter((it) => it.stream === stream).map(({ reader }) => reader)
    const found = own.map(({ endpoint, args }) => endpoint.listName?.(...args).address)
    const addresses = [...new Set(found)]
    const fail = (error: unknown): void => this.#fail('write', error)
    type Rest = readonly unknown[]
    const write = (schema: unknown, rest: Rest, more?: Pick<LiveWrite, 'isPatch' | 'endpoint'>) =>
      queue.add({
        schema,
        args: rest.slice(0, -1),
        value: lastOf(rest),
        addresses,
        fail,
        ...more,
      })
    return {
      set: (schema: unknown, ...rest: Rest) => write(schema, rest),
      patch: (schema, part) => write(schema, [part], { isPatch: true }),
      setResponse(endpoint, ...rest: Rest) {
        if (endpoint.sensitive !== true) write(endpoint.schema, rest, { endpoint })
      },
    }
  }

  #try<Result>(what: string, run: () => Result): Result | undefined {
    try {
      return run()
    } catch (error) {
      this.#fail(what, error)
      return undefined
    }
  }

  /** Reports a failure of each kind once for each address. */
  #fail(what: string, cause?: unknown): void {
    const { source, url } = this.#stream
    // A search string may have a secret.
    const name = typeof url === 'string' ? url.split('?')[0] : 'of a function'
    const facts = `${source} ${name}, ${what}`
    if (this.#context.reported.has(facts)) return
    this.#context.reported.add(facts)
    const text =
      process.env.NODE_ENV === 'production' ||
      `The ${source} ${name} ${describeFailure(what, cause)}`
    report(new Error(codedMessage('failed-stream', text, facts), { cause }))
  }
}

/** What happened, for development. */
function describeFailure(what: string, cause: unknown): string {
  const problem = cause instanceof Error ? `: ${textOf(cause)}` : ''
  return `${TEXTS[what]}${problem}. This is said once.`
}

const TEXTS: Readonly<Record<string, string>> =
  process.env.NODE_ENV === 'production'
    ? {}
    : {
        connect: 'cannot connect, and tries again',
        lost: `was lost ${MANY_LOSSES} times in a row soon after it opened, or never opened. It is tried again, at least every ${LONGEST_PAUSE / 1_000} s`,
        parse: 'sent something that is no JSON text, which is left out',
        message: 'brought a message for which `message` failed, so that it changes nothing',
        write:
          'brought a message that does not fit the schema that it is written by, and is left out',
        subscribe: 'is sent nothing for a call, as `subscribe` failed',
        unsubscribe: 'is sent nothing for the end of a call, as `unsubscribe` failed',
      }
