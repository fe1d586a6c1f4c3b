// Of a scheme for which a backslash is a slash, as on the page of an app.
const PAGE = 'ftp://page.invalid'

/**
 * The parts of an address, as `fetch` sees them; `undefined` for what cannot be read, and where the runtime has no
 * complete parser, as older ones of React Native.
 */
function parseAddress(url: string): URL | undefined {
  try {
    const address = read(url)
    // In such a runtime these throw.
    void (address.host + address.username)
    return address
  } catch {
    return undefined
  }
}

/** On a page of its own scheme an address such as `ftp:api.test` would be a path: what needs no page is read without one. */
function read(url: string): URL {
  try {
    return new URL(url)
  } catch {
    return new URL(url, PAGE)
  }
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

/** Whether an address has a user or a password in it. */
export function hasCredentials(url: string): boolean {
  const address = parseAddress(url)
  return address !== undefined && `${address.username}${address.password}` !== ''
}

/** An address as it may be shown: without query string and credentials. */
export function publicUrl(url: string): string {
  if (!url.includes('@') || isPlainAddress(url)) return withoutQuery(url)
  const address = parseAddress(url)
  // Nothing tells where the credentials of such an address end.
  if (address === undefined) return 'an address that cannot be read'
  if (!hasCredentials(url)) return withoutQuery(url)
  const { protocol, host, pathname } = address
  return `${protocol === 'ftp:' ? '' : protocol}//${host}${pathname}`
}

/** @throws TypeError for an address with credentials, which `fetch` refuses and a key would show */
export function refuseCredentials(url: string): void {
  if (!url.includes('@') || isPlainAddress(url)) return
  if (hostOf(url) === undefined || hasCredentials(url)) throw unreachable(publicUrl(url))
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

function withoutQuery(url: string): string {
  return url.split(/[?#]/, 1)[0] ?? ''
}
