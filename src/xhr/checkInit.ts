/** Options that `XMLHttpRequest` does not have, with the value that stands for what it does. */
const DEFAULTS = {
  cache: 'default',
  integrity: '',
  keepalive: false,
  mode: 'cors',
  redirect: 'follow',
  referrer: 'about:client',
  referrerPolicy: '',
} as const

/** Their names. */
export const FIXED_OPTIONS = Object.keys(DEFAULTS) as readonly (keyof typeof DEFAULTS)[]

/**
 * Checks that a request can be sent as its options have it: what was asked for, such as no cookies or no redirect, must not
 * be left out silently.
 * @throws Error
 */
export function checkInit(url: string, init: RequestInit): void {
  // The `Request` of React Native has `null` where it was given nothing.
  const wrong = FIXED_OPTIONS.find((it) => (init[it] ?? DEFAULTS[it]) !== DEFAULTS[it])
  if (wrong !== undefined) throw refusal(`XMLHttpRequest has no option \`${wrong}\``)
  if (init.credentials === 'omit' && isOwnOrigin(url)) {
    throw refusal('XMLHttpRequest cannot omit the cookies of its own origin')
  }
  const { body = null, method = 'GET' } = init
  if (body !== null && /^(get|head)$/i.test(method)) {
    throw refusal(`a request with the method ${method} has no body`)
  }
}

/** Where React Native runs there is no page. */
const page = (): string | undefined => (globalThis.location as Location | undefined)?.href

function isOwnOrigin(url: string): boolean {
  return page() !== undefined && new URL(url, page()).origin === globalThis.location.origin
}

/** No TypeError, as those of `fetch` are: no server has failed, and another try does not help. */
function refusal(message: string): Error {
  return new Error(`xhrFetch: ${message}`)
}
