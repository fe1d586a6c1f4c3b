import { RestEndpoint } from 'rtk-rest'
import type { RestGenerics, RunContext } from 'rtk-rest'
import { rest } from '../rest'
import type { RootState } from '../store'

const { contextOf } = rest.withTypes<{ state: RootState }>()

/** An endpoint of the desk's API, which says who sends the request: with the token in the store, else with a cookie. */
export class DeskEndpoint<O extends RestGenerics> extends RestEndpoint<O> {
  override readonly urlPrefix = '/api'

  override getHeaders(headers: Record<string, string>, context: RunContext) {
    // From the store that sends the request, and not from a variable: a server that renders has a store for each user.
    const token = contextOf(context).getState?.().session.token ?? null
    return token === null ? headers : { ...headers, 'Access-Token': token }
  }

  override async getRequestInit(body: unknown, context: RunContext): Promise<RequestInit> {
    return { ...(await super.getRequestInit(body, context)), credentials: 'same-origin' }
  }
}
