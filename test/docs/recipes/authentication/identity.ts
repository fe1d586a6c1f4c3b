import { RestEndpoint } from 'rtk-rest'
import { API } from '../api'

const askForToken = new RestEndpoint({
  urlPrefix: API,
  path: '/token',
  method: 'POST',
  body: undefined,
  process: ({ accessToken }: { readonly accessToken: string }) => accessToken,
  sensitive: true,
})

let token: Promise<string> | undefined

/** Replaces the library of an identity provider: fetches a token once and caches it. */
export async function getAccessToken(): Promise<string> {
  token ??= askForToken()
  try {
    return await token
  } catch (error) {
    token = undefined
    throw error
  }
}

/** Call it at a logout, and when the server rejects the token. */
export function forgetAccessToken(): void {
  token = undefined
}
