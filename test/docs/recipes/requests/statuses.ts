import { RestEndpoint, type RestGenerics } from 'rtk-rest'
import { API } from '../api'

/** An API that sends its errors with status 200: { "ok": false, "reason": "sold out" }. */
export class EnvelopeEndpoint<O extends RestGenerics> extends RestEndpoint<O> {
  override validateStatus(response: Response, body?: { readonly ok?: boolean }): boolean {
    return response.ok && body?.ok !== false
  }
}

export const sendOrder = new EnvelopeEndpoint({
  urlPrefix: API,
  path: '/orders',
  method: 'POST',
  body: {} as { readonly amount: number },
})

/** The server describes a missing profile, with status 404: a result like any other. */
export const getProfile = new RestEndpoint({
  urlPrefix: API,
  path: '/profiles/:id',
  validateStatus: ({ ok, status }) => ok || status === 404,
})
