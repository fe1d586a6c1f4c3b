import { asNetworkFailure, LONGEST_DATA } from './NetworkError'
import { type Content, isBinary, isHtml, isPage, isText, responseError } from './parseResponse'
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
  received: Response,
  needsBody: boolean,
): Promise<Response> {
  if (accepted.has(received)) return received
  const isData = isText(received) && !isHtml(received)
  let body: Body = { response: received }
  const isRead = needsBody && isData && !(received.ok && isBinary(endpoint.content))
  if (isRead) body = await readText(received)
  if (await endpoint.validateStatus(body.response, dataOf(body.text))) {
    accepted.add(body.response)
    return body.response
  }
  // A body that cannot be read matters less than the error that is there already.
  if (!isRead && isData && endpoint.sensitive !== true) {
    body = await readText(received).catch(() => body)
  }
  const { response, text = '' } = body
  const data = text.length > LONGEST_DATA ? undefined : dataOf(text)
  throw responseError(endpoint, response, { data: await validateErrorData(endpoint, data) })
}

/** A response whose body can be read, and what it is once it was read. */
interface Body {
  readonly response: Response
  readonly text?: string
}

async function readText(received: Response): Promise<Body> {
  try {
    const text = await received.text()
    const { headers, status, statusText, ok, url, redirected, type } = received
    // No response can be made with a status beyond 599, or of a body with a status that has none.
    const given = Object.getOwnPropertyDescriptors({
      status,
      statusText,
      ok,
      url,
      redirected,
      type,
    })
    return { text, response: Object.defineProperties(new Response(text, { headers }), given) }
  } catch (error) {
    throw asNetworkFailure(error)
  }
}

/** JSON data, or text; a page is no data. */
function dataOf(text = ''): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return text === '' || isPage(text) ? undefined : text
  }
}
