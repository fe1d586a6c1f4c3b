import { LONGEST_DATA } from './NetworkError'
import { type Content, isBinary, responseError } from './parseResponse'
import { readBody } from './readBody'
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
  const isRead = needsBody && !(received.ok && isBinary(endpoint.content))
  const { response, data } = isRead ? await readBody(received, Infinity) : { response: received }
  if (await endpoint.validateStatus(response, data)) {
    accepted.add(response)
    return response
  }
  const rejected = await readBody(response, LONGEST_DATA)
  throw responseError(endpoint, rejected.response, {
    data: await validateErrorData(endpoint, rejected.data),
  })
}
