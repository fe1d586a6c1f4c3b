import { checkedHeaders } from './checkedHeaders'
import type { Content } from './parseResponse'

/** What decides which headers a request needs. */
interface Sender {
  readonly name: string
  readonly content?: Content | undefined
  readonly requestInit?: RequestInit | undefined
}

/** The headers of a request: what it accepts, the type of a JSON body, and those of `requestInit` over them. */
export function headersFor(endpoint: Sender, isJson: boolean): Record<string, string> {
  const headers: Record<string, string> = {}
  if (endpoint.content === undefined || endpoint.content === 'json') {
    headers['accept'] = 'application/json'
  }
  if (isJson) headers['content-type'] = 'application/json'
  return checkedHeaders(endpoint.name, headers, endpoint.requestInit?.headers)
}
