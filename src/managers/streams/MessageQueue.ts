import type { ArgsOf, EndpointContract, ResponseOf } from '../../endpoint/contract'
import type { NormalizeDelegate, Schema, SchemaKind } from '../../schema/contract'
import type { Entity } from '../../schema/Entity'
import { expectsObject } from '../../schema/schemaObject'
import type { EntityClass, InputOf, SetArgs } from '../../schema/types'
import type { ArgsAnd } from '../../store/Operations'
import { runSafely } from '../../store/report'
import { metaNow, toCommitPayload } from '../../store/requests/toCommitPayload'
import type { Runtime } from '../../store/Runtime'
import type { RequestMeta, SetAction, SetMeta } from '../../store/state/actions'
import { expiryAt } from '../../store/state/expiry'
import { rowOf } from '../../store/state/requestRows'
import type { RequestRow } from '../../store/state/state'
import { getRow } from '../../store/state/table'
import { setOwn } from '../../util/record'
import { replaceEqualDeep } from '../../util/replaceEqualDeep'

/** The functions by which a message writes. What comes within a frame (16 ms) is one action, in the order in which it came. */
export interface LiveWrites {
  /** Writes an entity, merged with what is stored. */
  set<E extends EntityClass>(entity: E, value: InputOf<E>): void
  /**
   * Like `set` of a controller, with a value that is no function: `live.set(new Invalidate(Ticker), { id }, { id })` deletes,
   * `live.set(trades.push, trade)` adds to lists.
   */
  set<S extends Schema>(schema: S, ...rest: [...args: SetArgs<S>, value: InputOf<S>]): void
  /** Changes some fields of an entity, where that is stored; of one that is not, a part would be shown as all of it. */
  patch<E extends EntityClass>(entity: E, part: InputOf<E>): void
  /** Writes a whole response of a call: `live.setResponse(getBook, { symbol }, book)`. */
  setResponse<E extends EndpointContract>(
    endpoint: E,
    ...rest: ArgsAnd<ArgsOf<E>, ResponseOf<E>>
  ): void
}

/** One write of a message. */
export interface LiveWrite {
  readonly schema: unknown
  readonly args: readonly unknown[]
  readonly value: unknown
  /** Only where the entity is stored. */
  readonly isPatch?: boolean
  /** The endpoint of the call whose response it is. */
  readonly endpoint?: EndpointContract
  /** The addresses of the lists that the message is about. */
  readonly addresses: readonly (string | undefined)[]
  /** Called where it cannot be written. */
  fail(error: unknown): void
}

/** So many writes are kept at most until they are committed. */
const MAX_WRITES = 10_000

/** Writes are collected for so many ms, about those of a frame. */
const PAUSE = 16

/** Commits the writes of all messages that came within a frame by one action. */
export class MessageQueue {
  readonly #runtime: Runtime
  #writes: LiveWrite[] = []
  /** The moment of the last one: what is requested after it may be newer. */
  #cameAt = 0
  #stopTimer: (() => void) | undefined

  constructor(runtime: Runtime) {
    this.#runtime = runtime
  }

  add(write: LiveWrite): void {
    this.#cameAt = this.#runtime.clock.next()
    this.#writes.push(write)
    if (this.#writes.length >= MAX_WRITES) this.flush()
    else this.#stopTimer ??= this.#runtime.timers.after(PAUSE, this.flush)
  }

  /** Commits what came, as of the moment when it came. */
  readonly flush = (): void => {
    const writes = this.#writes
    this.clear()
    if (writes.length > 0) this.#commit(writes)
  }

  /** Forgets what came. */
  clear(): void {
    this.#stopTimer?.()
    this.#stopTimer = undefined
    this.#writes = []
  }

  /** What does not fit is left out, and the rest is one action. */
  #commit(writes: readonly LiveWrite[]): void {
    const runtime = this.#runtime
    try {
      const { times, payload } = this.#payloadOf(writes)
      if (Object.keys(payload.entities).length + Object.keys(payload).length === 1) return
      const meta: SetMeta = { kind: 'set', arg: { schema: 'live', args: [] }, ...times }
      runSafely(() => runtime.send(runtime.actions.set(payload, meta)))
    } catch {
      const fitting = writes.filter((it) => this.#fits(it))
      // Those that fit one by one may contradict each other.
      const groups = fitting.length < writes.length ? [fitting] : writes.map((it) => [it])
      for (const group of groups) this.#commit(group)
    }
  }

  #fits(write: LiveWrite): boolean {
    try {
      this.#payloadOf([write])
      return true
    } catch (error) {
      write.fail(error)
      return false
    }
  }

  /** @throws TypeError where one of them does not fit its schema */
  #payloadOf(writes: readonly LiveWrite[]): {
    times: ReturnType<typeof metaNow>
    payload: SetAction['payload']
  } {
    const times = { ...metaNow(this.#runtime), fetchedAt: this.#cameAt }
    // Errors name the first one.
    const schema = { ...WRITES, entity: writes[0]?.schema }
    const written = { schema, value: writes, args: [] }
    const { result, ...changes } = toCommitPayload(this.#runtime, written, times)
    let requests: Record<string, RequestRow> | undefined
    for (const [at, { endpoint, args }] of writes.entries()) {
      if (endpoint === undefined) continue
      const key = endpoint.key(...args)
      setOwn((requests ??= {}), key, this.#rowOf(endpoint, key, (result as unknown[])[at], times))
    }
    return { times, payload: { ...changes, ...(requests && { requests }) } }
  }

  /** The row of a call after its response. A read in flight goes on, and changes nothing that is newer. */
  #rowOf(
    { dataExpiryLength }: EndpointContract,
    key: string,
    result: unknown,
    times: ReturnType<typeof metaNow>,
  ): RequestRow {
    const { settings, state } = this.#runtime
    const before = getRow(state.requests, key)
    const expiresAt = expiryAt(times.date, dataExpiryLength ?? settings.dataExpiryLength)
    const meta = { ...times, expiresAt, requestStatus: 'fulfilled' } as RequestMeta
    return rowOf(meta, {
      result: replaceEqualDeep(before?.result, result),
      ...(before?.requestId !== undefined && { requestId: before.requestId }),
    })
  }
}

/** Stores writes one after the other, each with arguments and addresses of its own. */
const WRITES: SchemaKind = {
  normalize(input, _parent, _key, delegate) {
    const writes = input as readonly LiveWrite[]
    const results = writes.map((it) => normalizeWrite(it, delegate))
    Object.assign(delegate, { addresses: [...new Set(writes.flatMap((it) => it.addresses))] })
    return results
  },
  denormalize: (input) => input,
}

function normalizeWrite(
  { schema, args, addresses, value, isPatch = false }: LiveWrite,
  delegate: NormalizeDelegate,
): unknown {
  Object.assign(delegate, { args, addresses })
  if (Object(value) !== value && expectsObject(schema)) {
    return delegate.fail('an object or a list', value)
  }
  if (isPatch && !isStored(schema as typeof Entity, value as object, delegate)) return undefined
  return delegate.visit(schema, value, value, '')
}

/** Whether an entity is there after the writes before. One without a primary key is an error of the visit. */
function isStored(entity: typeof Entity, part: object, delegate: NormalizeDelegate): boolean {
  const pk = entity.pk(part, undefined, '', delegate.args)
  if (pk === undefined) return true
  const row = delegate.rowAfter(entity.key, pk) ?? delegate.storedRow(entity.key, pk)
  return row?.invalid === false
}
