/** Where the page may be reached: on this machine, and at the addresses that a person names. */
export class Origins {
  readonly #hosts: ReadonlyMap<string, string>

  /** `more` holds origins, such as `https://desk.example`, for a server behind a proxy or a forwarded port. */
  constructor(port: number, more: readonly string[] = []) {
    const own = ['localhost', '127.0.0.1', '[::1]'].map((name) => `http://${name}:${port}`)
    // `URL` drops the port that is the default of a scheme, as browsers do in `Host` and `Origin`.
    const urls = [...own, ...more].map((text) => new URL(text))
    this.#hosts = new Map(urls.map(({ origin, host }) => [origin, host]))
  }

  /** Whether a request may name this host. A foreign name that leads here is an attack: DNS rebinding. */
  hasHost(host: string | undefined): boolean {
    return host !== undefined && [...this.#hosts.values()].includes(host.toLowerCase())
  }

  /** Whether `origin` is that of the page which this host serves. */
  isOwn(origin: string, host: string | undefined): boolean {
    return host !== undefined && this.#hosts.get(origin) === host.toLowerCase()
  }
}

/** Reads origins that are separated by spaces or commas, as `ALLOWED_ORIGINS` holds them. */
export function readOrigins(text: string): string[] {
  const origins = text.split(/[\s,]+/).filter((part) => part !== '')
  for (const origin of origins) {
    if (!isWebOrigin(origin)) {
      throw new RangeError(
        `ALLOWED_ORIGINS must hold origins such as https://desk.example, not "${origin}".`,
      )
    }
  }
  return origins
}

function isWebOrigin(text: string): boolean {
  return /^https?:/.test(text) && URL.canParse(text) && new URL(text).origin === text
}
