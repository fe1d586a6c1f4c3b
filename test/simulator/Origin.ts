import { type Fault, type Found, PageStorage, type SharedText, type Writer } from './PageStorage'

/** What the pages of one origin share: a window to listen to, `localStorage`, and the text that is stored. */
export class Origin implements SharedText {
  /** What is stored. */
  text: string | undefined
  /** What goes wrong with the storage now. */
  fault: Fault | undefined
  /** What was stored before. */
  #earlier: (string | undefined)[] = []
  /** Who stored rows last. */
  writer: Writer | undefined
  readonly #problems: string[] = []
  #pages = 0
  readonly #windows = new Set<CountedWindow>()

  /** A page of some version of the app starts. */
  open(start: Found, version: number): PageStorage {
    this.#pages += 1
    return new PageStorage(this, start, { version, at: this.#pages })
  }

  store(text: string, by: Writer): void {
    this.#noteVersion(text, by)
    this.#earlier.push(this.text)
    this.text = text
  }

  /** What went wrong since the last call. */
  takeProblems(): readonly string[] {
    return this.#problems.splice(0)
  }

  /** Rows are those of the version that stands beside them, and a page does not write after a later one of another version. */
  #noteVersion(text: string, by: Writer): void {
    const [head = '', rows] = text.split('\n')
    if (rows === '[]') return
    const [[, { version }]] = JSON.parse(head) as [[unknown, { version: number }]]
    if (version !== by.version) this.#problems.push(`${by.version} writes as ${version}`)
    const { writer } = this
    const isLate = writer !== undefined && writer.version !== by.version && writer.at > by.at
    if (isLate) this.#problems.push(`${by.version} writes after ${writer.version}`)
    this.writer = by
  }

  /** What a page finds that starts: right, or as it was, or the beginning alone. */
  find({ as, cut }: Found): string | undefined {
    if (as === 'right') return this.text
    if (as === 'old') return this.#earlier.at(-1 - cut) ?? this.text
    return this.text?.slice(0, Math.floor((this.text.length * cut) / 4))
  }

  /** What was stored for another user is removed for ever. */
  signIn(): void {
    this.#earlier = []
  }

  /** Returns how to restore the globals. */
  install(): () => void {
    const before = Object.getOwnPropertyDescriptor(globalThis, 'localStorage')
    Object.defineProperty(globalThis, 'localStorage', {
      configurable: true,
      value: this.#newItems(),
    })
    const window = 'window' in globalThis ? undefined : this.openWindow()
    return () => {
      window?.restore()
      if (before === undefined) delete (globalThis as { localStorage?: unknown }).localStorage
      else Object.defineProperty(globalThis, 'localStorage', before)
    }
  }

  /** How many listen to the windows. */
  get listenerCount(): number {
    return [...this.#windows].reduce((count, { listeners }) => count + listeners, 0)
  }

  /** A store that is made now belongs to another window: nothing is stored where there is none. */
  openWindow(): { restore(): void; close(): void } {
    const surroundings = globalThis as { window?: unknown }
    const before = Object.getOwnPropertyDescriptor(surroundings, 'window')
    const window = new CountedWindow()
    this.#windows.add(window)
    Object.defineProperty(surroundings, 'window', { configurable: true, value: window })
    return {
      restore() {
        if (before === undefined) delete surroundings.window
        else Object.defineProperty(surroundings, 'window', before)
      },
      close: () => setTimeout(() => this.#windows.delete(window), 0),
    }
  }

  /** `localStorage`, of which the tabs hear a moment later. */
  #newItems(): Pick<Storage, 'getItem' | 'setItem'> {
    const items = new Map<string, string>()
    return {
      getItem: (key) => items.get(key) ?? null,
      setItem: (key, newValue) => {
        items.set(key, newValue)
        setTimeout(() => {
          const event = (): Event => Object.assign(new Event('storage'), { key, newValue })
          const { window } = globalThis as { readonly window?: EventTarget }
          for (const it of new Set([...this.#windows, window])) it?.dispatchEvent(event())
        }, HEARD)
      },
    }
  }
}

/** After so many ms, other tabs hear of what a tab has stored. */
export const HEARD = 5

/** A window that knows how many listen to it. */
class CountedWindow extends EventTarget {
  listeners = 0

  override addEventListener(...args: Parameters<EventTarget['addEventListener']>): void {
    this.listeners += 1
    super.addEventListener(...args)
  }

  override removeEventListener(...args: Parameters<EventTarget['removeEventListener']>): void {
    this.listeners -= 1
    super.removeEventListener(...args)
  }
}
