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

/** Stands for the library of an identity provider: asks for a token once, and remembers it. */
export async function getAccessToken(): Promise<string> {
  token ??= askForToken()
  try {
    return await token
  } catch (error) {
    token = undefined
    throw error
  }
}

/** At a logout, and where the server refuses it. */
export function forgetAccessToken(): void {
  token = undefined
}
