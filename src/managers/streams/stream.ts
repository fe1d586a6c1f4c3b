import type { Brought } from '../../endpoint/brought'
import type { AnyType } from '../../util/anyType'
import type { LiveCalls } from '../../endpoint/contract'
import { describeValue } from '../../util/messages'
import type { LiveWrites } from './MessageQueue'

/**
 * The address of a stream, or a function of it that is called at each connect, such as for a token in it; it may be async. A
 * function that takes the arguments of the call, as parameters without defaults, has a connection for each call.
 */
export type StreamUrl<Args extends readonly unknown[] = AnyType[]> =
  string | ((...args: Args) => string | Promise<string>)

/** The options of all streams. */
export interface StreamOptions {
  /**
   * Says what a message changes: `live.set(Ticker, data)`. What it ignores changes nothing.
   * @param type the name of the event: `message`, or one of `events`
   */
  message(data: unknown, live: LiveWrites, type: string): void
  /** The endpoint sends no request by itself: its readers wait for what messages write. Default: false. */
  readonly pushOnly?: boolean | undefined
}

/** The value of the option `live`. */
export type LiveOption<Args extends readonly unknown[]> = Brought<'streams', LiveCalls<Args>>

/** One connection, from its opening to its end. */
export interface Source {
  send?(text: string): void
  close(): void
}

/** What a source calls back. */
export interface SourceEvents {
  opened(): void
  came(data: unknown, type: string): void
  /** @param isOver it does not connect again by itself */
  lost(isOver: boolean): void
}

/** What `live` brings: where the messages come from, and what is done with them. */
export interface Stream extends StreamOptions, LiveCalls {
  /** What makes a connection. */
  readonly source: string
  readonly url: StreamUrl<readonly unknown[]>
  /** The class that connects, which a server may lack. */
  find(): (new (...args: never[]) => unknown) | undefined
  connect(url: string, on: SourceEvents): Source
}

/** @throws TypeError in development where the address or `message` is missing */
export function checkStream(name: string, url: unknown, options: unknown): void {
  const isUrl = typeof url === 'function' || (typeof url === 'string' && url !== '')
  const { message, subscribe = message, unsubscribe = message } = Object(options) as Partial<Stream>
  const problem = !isUrl
    ? `the address is ${describeValue(url)}. Give a text such as '/prices', or a function that returns one`
    : typeof message !== 'function'
      ? `\`message\` is ${describeValue(message)}. Give a function that writes what a message changes: message: (data, live) => live.set(Ticker, data)`
      : [subscribe, unsubscribe].some((it) => typeof it !== 'function')
        ? '`subscribe` and `unsubscribe` are functions of the arguments of the call, which return what is sent'
        : undefined
  if (problem !== undefined) throw new TypeError(`${name}(url, options): ${problem}.`)
}
