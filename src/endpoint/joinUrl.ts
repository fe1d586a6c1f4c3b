import { isPlainAddress, parseAddress, publicUrl, refuseCredentials } from './address'
import { pathStart, type PathParams } from './buildPath'

/** The parts that an address is made of. */
interface AddressParts {
  readonly prefix: string
  /** The path with its parameters filled in. */
  readonly path: string
  readonly template: string
  readonly params: PathParams
}

/**
 * A prefix and a path that was filled in. Where both are empty, it is the root.
 * @throws TypeError where the path would name the host, as `//evil.test` and `https://api.test.evil` do, and for credentials
 */
export function joinUrl(parts: AddressParts): string {
  const { prefix, path } = parts
  const url = `${prefix}${path}` || '/'
  if (!isPlain(prefix, path || '/')) checkHost(parts, url)
  return url
}

/** Whether every parser ends the host before the path begins. Other forms are left to the parser. */
function isPlain(prefix: string, path: string): boolean {
  if (prefix === '') return path.startsWith('/') && isPlainAddress(path)
  // A "/" may still become the beginning of a host.
  return prefix !== '/' && isPlainAddress(path.startsWith('/') ? `${prefix}/` : prefix)
}

/** The host is that of the prefix; without a prefix, that of the template in front of its first value. */
function checkHost({ prefix, template, params }: AddressParts, url: string): void {
  refuseCredentials(url)
  const fixed = hostOf(prefix === '' ? pathStart(template, params) : prefix)
  if (fixed !== undefined && fixed === hostOf(url)) return
  const advice = process.env.NODE_ENV === 'production' ? '' : adviceFor(prefix)
  throw new TypeError(`The path ${template} would become part of the host's name${advice}.`)
}

function adviceFor(prefix: string): string {
  return prefix === ''
    ? ': write the origin into `urlPrefix`, and start the path with one "/"'
    : `: it must start with one "/" behind a urlPrefix that is an origin or a path; found '${publicUrl(prefix)}'`
}

function hostOf(url: string): string | undefined {
  const address = parseAddress(url)
  return address && `${address.protocol}//${address.host}`
}
