// Of a scheme for which a backslash is a slash, as on the page of an app.
const PAGE = 'ftp://page.invalid'

/**
 * The parts of an address, as `fetch` sees them; `undefined` for what cannot be read, and where the runtime has no
 * complete parser, as older ones of React Native.
 */
function parseAddress(url: string): URL | undefined {
  // On a page of its own scheme `ftp:api.test` would be a path: an address that needs no page is read without one.
  for (const page of [undefined, PAGE]) {
    try {
      const address = new URL(url, page)
      // In an incomplete parser these throw.
      void (address.host + address.username)
      return address
    } catch {
      // Read on the page, or not at all.
    }
  }
  return undefined
}

const PLAIN = /^(?:https?:\/\/[\w.-]+(?::\d+)?)?\/(?![/\\\s])/i

/** Whether an address begins with a path, or with an origin and a path, in a form that leaves no doubt and needs no parser. */
export function isPlainAddress(url: string): boolean {
  return PLAIN.test(url)
}

/** The host of an address with its scheme; `undefined` for what cannot be read. */
export function hostOf(url: string): string | undefined {
  const address = parseAddress(url)
  return address && `${address.protocol}//${address.host}`
}

/** Whether an address has a user or a password in it, or may have, as it cannot be read. */
export function hasCredentials(url: string): boolean {
  if (!url.includes('@') || isPlainAddress(url)) return false
  const address = parseAddress(url)
  return address === undefined || `${address.username}${address.password}` !== ''
}

/** An address as it may be shown: without query string and credentials. */
export function publicUrl(url: string): string {
  if (!hasCredentials(url)) return url.split(/[?#]/, 1)[0] ?? ''
  const address = parseAddress(url)
  // Where the credentials of such an address end is unknown.
  if (address === undefined) return 'an address that cannot be read'
  const { protocol, host, pathname } = address
  return `${protocol === 'ftp:' ? '' : protocol}//${host}${pathname}`
}

/** @throws TypeError for an address with credentials, which `fetch` refuses and a key would show */
export function refuseCredentials(url: string): void {
  if (hasCredentials(url)) throw unreachable(publicUrl(url))
}

/**
 * The error for an address that `fetch` cannot send to.
 * @param shown the address as the message shows it
 */
export function unreachable(shown: string): TypeError {
  const advice =
    process.env.NODE_ENV === 'production'
      ? ''
      : `: give the endpoint a urlPrefix that is an origin without credentials, such as 'https://api.example.com'; send those as a header`
  return new TypeError(`fetch cannot reach ${shown}${advice}.`)
}
