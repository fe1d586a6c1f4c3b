// An address can be made, and none of its parts can be read; search parameters can be added, and not be found.

const notImplemented = (name: string): never => {
  throw new Error(`${name} is not implemented`)
}

export class NativeSearchParams {
  readonly #pairs: [string, string][] = []

  /** Pairs of an object; a text is ignored. */
  constructor(init?: Readonly<Record<string, string>> | string) {
    if (typeof init === 'object') {
      for (const [name, value] of Object.entries(init)) this.append(name, value)
    }
  }
  append(name: string, value: string): void {
    this.#pairs.push([name, value])
  }
  delete(): never {
    return notImplemented('URLSearchParams.delete')
  }
  get(): never {
    return notImplemented('URLSearchParams.get')
  }
  getAll(): never {
    return notImplemented('URLSearchParams.getAll')
  }
  has(): never {
    return notImplemented('URLSearchParams.has')
  }
  set(): never {
    return notImplemented('URLSearchParams.set')
  }
  sort(): never {
    return notImplemented('URLSearchParams.sort')
  }
  [Symbol.iterator](): Iterator<[string, string]> {
    return this.#pairs[Symbol.iterator]()
  }
  toString(): string {
    return this.#pairs.map((pair) => pair.map(encodeURIComponent).join('=')).join('&')
  }
}

export class NativeURL {
  readonly #text: string

  constructor(url: string, base?: string) {
    const isWhole = base === undefined || base === '' || /^(?:https?|ftp):\/\//.test(url)
    this.#text = isWhole ? closed(url) : `${base.replace(/\/$/, '')}/${url.replace(/^\//, '')}`
  }
  get hash(): never {
    return notImplemented('URL.hash')
  }
  get host(): never {
    return notImplemented('URL.host')
  }
  get hostname(): never {
    return notImplemented('URL.hostname')
  }
  get href(): string {
    return this.#text
  }
  get origin(): never {
    return notImplemented('URL.origin')
  }
  get password(): never {
    return notImplemented('URL.password')
  }
  get pathname(): never {
    return notImplemented('URL.pathname')
  }
  get port(): never {
    return notImplemented('URL.port')
  }
  get protocol(): never {
    return notImplemented('URL.protocol')
  }
  get search(): never {
    return notImplemented('URL.search')
  }
  get searchParams(): NativeSearchParams {
    // Not those of the address.
    return new NativeSearchParams()
  }
  get username(): never {
    return notImplemented('URL.username')
  }
  toString(): string {
    return this.#text
  }
}

/** An address as it is kept: with a slash at its end. */
function closed(url: string): string {
  return /[/?#]/.test(url.slice(-1)) || /[?#]/.test(url) ? url : `${url}/`
}
