import { once } from 'node:events'
import { request } from 'node:http'
import type { ClientRequest, IncomingMessage, RequestOptions } from 'node:http'
import { text } from 'node:stream/consumers'

/** What came back, with its headers by their names in small letters. */
export interface RawAnswer {
  readonly status: number | undefined
  readonly headers: IncomingMessage['headers']
  readonly text: string
}

/** Sends a request with headers that `fetch` would not let one choose, such as `Host`. */
export async function ask(
  url: string,
  { body, ...options }: RequestOptions & { readonly body?: string } = {},
): Promise<RawAnswer> {
  const asked = request(url, options)
  asked.end(body)
  return answerOf(asked)
}

/** The response to a request, also to one that is still being sent. */
export async function answerOf(asked: ClientRequest): Promise<RawAnswer> {
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  return { status: answer.statusCode, headers: answer.headers, text: await text(answer) }
}
