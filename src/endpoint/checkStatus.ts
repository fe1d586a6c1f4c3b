import { asNetworkFailure, LONGEST_DATA } from './NetworkError'
import {
  type Content,
  dataOf,
  isBinary,
  isPage,
  isText,
  responseError,
  typeOf,
} from './parseResponse'
import { type StandardSchema, validateErrorData } from './validation'

/** An endpoint, as far as it depends on it which responses are errors. */
interface StatusChecker {
  readonly name: string
  readonly content: Content | undefined
  readonly sensitive: boolean | undefined
  readonly errorSchema: StandardSchema | undefined
  validateStatus(response: Response, body: unknown): boolean | Promise<boolean>
}

/** Responses that are no errors: a `fetchResponse` of the endpoint's own may return what that of its parent accepted. */
const accepted = new WeakSet<Response>()

/**
 * The response, if `validateStatus` of its endpoint accepts it, with an unread body.
 * @param needsBody whether the `validateStatus` may depend on the body
 * @throws NetworkError with the body as `data`
 */
export async function checkStatus(
  endpoint: StatusChecker,
  response: Response,
  needsBody: boolean,
): Promise<Response> {
  if (accepted.has(response)) return response
  const isData = isText(response) && !typeOf(response).includes('html')
  const isRead = needsBody && isData && !(response.ok && isBinary(endpoint.content))
  let text = isRead ? await readText(response) : ''
  if (await endpoint.validateStatus(response, bodyOf(response, text))) {
    accepted.add(response)
    return response
  }
  // A body that cannot be read matters less than the error that is there already.
  if (!isRead && isData) text = await readText(response).catch(() => '')
  const data =
    text.length <= LONGEST_DATA
      ? await validateErrorData(endpoint, bodyOf(response, text))
      : undefined
  throw responseError(endpoint, response, { data })
}

/** The text of a response, which can be read again as text and as JSON. */
async function readText(response: Response): Promise<string> {
  try {
    // Not of a `clone()`, which is empty in happy-dom.
    const text = await response.text()
    response.text = async () => text
    response.json = async () => JSON.parse(text) as unknown
    return text
  } catch (error) {
    throw asNetworkFailure(error)
  }
}

/** JSON data, or text; a page is no data. */
function bodyOf(response: Response, text: string): unknown {
  try {
    return dataOf(response, text)
  } catch {
    return text === '' || isPage(text) ? undefined : text
  }
}
