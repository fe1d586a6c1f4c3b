import type { Presence } from 'rtk-rest/refetch'
import { Random } from '../support/Random'
import type { ModelRequest, ModelResponse, ModelServer } from './ModelServer'

/** What becomes of one request. */
export interface Fate {
  /** How long the server takes, in ms. */
  readonly delay: number
  /** When it handles the request: its response contains the data of that moment. */
  readonly applies: 'first' | 'last' | 'never'
  readonly end: 'response' | 'error' | 'lost'
  /** The request arrives a second time, as a proxy may send it, before the response leaves. */
  readonly isDoubled: boolean
  /** Its success has no body. */
  readonly isEmpty: boolean
}

/** A request on its way. */
export interface Exchange extends ModelRequest {
  readonly requestId: string
  readonly fate: Fate
  /** Whether a caller still waits for the response. */
  isAwaited: boolean
  /** Whether the server is still at it. */
  isServed: boolean
  /** The data in the response; undefined if there was none. */
  response?: ModelResponse | undefined
  /** Something was done of which the client could not know: after it had left, twice, or in spite of an error. */
  isSecret?: boolean
  /** Gives the response to the caller, or none if the connection is lost. */
  done(response?: ModelResponse): void
}

/** How bad the network is. */
export interface Weather {
  readonly seed: number
  readonly hasFaults: boolean
  readonly hasNoContent: boolean
  readonly delays: readonly number[]
  /** Longer than any endpoint waits, in ms. */
  readonly forever: number
}

/** Decides how long each request takes and what becomes of it: the same for the same seed, request and turn. */
export class Network implements Presence {
  readonly exchanges: Exchange[] = []
  readonly server: ModelServer
  readonly #weather: Weather
  readonly #turns = new Map<string, number>()
  readonly #listeners = new Set<() => void>()
  #isOnline = true
  /** From now on every request has a response, and soon. */
  isCalm = false
  #tried: Exchange[] = []
  /** Hears what happens at the server. */
  onEvent: (describe: () => string) => void = () => undefined

  constructor(server: ModelServer, weather: Weather) {
    this.server = server
    this.#weather = weather
  }

  readonly isOnline = (): boolean => this.#isOnline

  readonly isVisible = (): boolean => true

  readonly listen = (onChange: () => void): (() => void) => {
    this.#listeners.add(onChange)
    return () => void this.#listeners.delete(onChange)
  }

  get listenerCount(): number {
    return this.#listeners.size
  }

  /** Connects the client, or cuts it off: what is on its way then has no response, and nothing that follows arrives. */
  connect(isOnline: boolean): void {
    if (isOnline === this.#isOnline) return
    this.#isOnline = isOnline
    if (!isOnline) for (const exchange of this.awaited) this.#cut(exchange)
    for (const listener of this.#listeners) listener()
  }

  /** The client goes, and never knows what becomes of its requests. */
  leave(): void {
    for (const exchange of this.awaited) exchange.isSecret = true
  }

  /** What was sent without a network since the last call. */
  takeTried(): readonly Exchange[] {
    return this.#tried.splice(0)
  }

  /** The requests that a caller waits for. */
  get awaited(): readonly Exchange[] {
    return this.exchanges.filter(({ isAwaited }) => isAwaited)
  }

  /** Whether no caller waits, and nothing is scheduled. */
  get isIdle(): boolean {
    return this.exchanges.every(({ isAwaited, isServed }) => !isAwaited && !isServed)
  }

  exchangeOf(requestId: string): Exchange | undefined {
    return this.exchangesOf(requestId).at(-1)
  }

  /** A list has an exchange for each of its pages. */
  exchangesOf(requestId: string): readonly Exchange[] {
    return this.exchanges.filter((it) => it.requestId === requestId)
  }

  /** Accepts a request, and calls back with the response, or without one if the connection is lost. */
  send(
    request: ModelRequest & { readonly requestId: string },
    done: (response?: ModelResponse) => void,
  ): Exchange {
    const fate = this.#fateOf(request)
    const isServed = this.#isOnline
    const { user } = this.server
    const exchange: Exchange = { ...request, user, fate, isAwaited: true, isServed, done }
    this.exchanges.push(exchange)
    if (!isServed) {
      this.#tried.push(exchange)
      queueMicrotask(() => this.#cut(exchange))
      return exchange
    }
    this.onEvent(
      () => `receives ${textOf(request)} (${fate.end} in ${fate.delay} ms, done ${fate.applies})`,
    )
    if (fate.applies === 'first') this.#apply(exchange)
    setTimeout(() => {
      this.#finish(exchange)
      const isHeard = exchange.isAwaited
      exchange.isAwaited = false
      const response = responseOf(exchange)
      this.onEvent(
        () =>
          `${isHeard ? 'responds to' : 'was left:'} ${textOf(request)}: ${textOfResponse(response)}`,
      )
      if (isHeard) done(response)
    }, fate.delay)
    return exchange
  }

  #cut(exchange: Exchange): void {
    if (!exchange.isAwaited) return
    exchange.isAwaited = false
    this.onEvent(() => `is cut off from ${textOf(exchange)}`)
    exchange.done()
  }

  #finish(exchange: Exchange): void {
    const { fate } = exchange
    if (fate.applies === 'last') this.#apply(exchange)
    // The caller gets the first response; its request is handled twice.
    if (fate.isDoubled && exchange.isAwaited) this.server.respond(exchange)
    exchange.isServed = false
  }

  #apply(exchange: Exchange): void {
    exchange.response = this.server.respond(exchange)
    const { end, isDoubled } = exchange.fate
    exchange.isSecret = !exchange.isAwaited || isDoubled || end === 'error'
  }

  #fateOf({ method, path }: ModelRequest): Fate {
    const name = `${method} ${path}`
    const turn = (this.#turns.get(name) ?? 0) + 1
    this.#turns.set(name, turn)
    const { seed, hasFaults, hasNoContent, delays, forever } = this.#weather
    const random = new Random({ seed: hashOf(`${seed} ${name} ${turn}`), size: 1 })
    const applies = random.pick(['first', 'last'] as const)
    const delay = random.pick(delays)
    const isDoubled = random.once(12) && (method === 'PATCH' || method === 'PUT')
    // A creation says which id the row has.
    const mayBeEmpty = hasNoContent && method !== 'GET' && !/^\/\w+$/.test(path)
    const good: Fate = {
      delay,
      applies,
      end: 'response',
      isDoubled: isDoubled && hasFaults,
      isEmpty: mayBeEmpty && random.once(2),
    }
    if (this.isCalm) return { ...good, delay: delays[0] ?? 0, isDoubled: false }
    if (!hasFaults || !random.once(6)) return good
    const bad: readonly Partial<Fate>[] = [
      { end: 'error', applies: 'never' },
      { end: 'error' },
      { end: 'lost', applies: 'never' },
      { end: 'lost' },
      { delay: forever },
    ]
    return { ...good, isDoubled: false, ...random.pick(bad) }
  }
}

function responseOf({ fate, response }: Exchange): ModelResponse | undefined {
  if (fate.end === 'lost') return undefined
  if (fate.end === 'error') return { status: 503, body: {}, revision: 0 }
  return fate.isEmpty && response?.status === 200
    ? { ...response, status: 204, body: undefined }
    : response
}

function textOf({ method, path, body }: ModelRequest): string {
  return `${method} ${path}${body === undefined ? '' : ` ${JSON.stringify(body)}`}`
}

function textOfResponse(response: ModelResponse | undefined): string {
  return response === undefined ? 'lost' : `${response.status} ${JSON.stringify(response.body)}`
}

function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  }
  return hash >>> 1
}
