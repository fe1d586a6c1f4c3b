import { type Fault, type Found, PageStorage, type SharedText } from './PageStorage'

/** What the pages of one origin share: a window to listen to, `localStorage`, and the text that is stored. */
export class Origin implements SharedText {
  /** What is stored. */
  text: string | undefined
  /** What goes wrong with the storage now. */
  fault: Fault | undefined
  /** What was stored before. */
  #earlier: (string | undefined)[] = []

  /** A page starts. */
  open(start: Found): PageStorage {
    return new PageStorage(this, start)
  }

  store(text: string): void {
    this.#earlier.push(this.text)
    this.text = text
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
    Object.defineProperty(globalThis, 'localStorage', { configurable: true, value: newItems() })
    const closeWindow = openWindow()
    return () => {
      closeWindow()
      if (before === undefined) delete (globalThis as { localStorage?: unknown }).localStorage
      else Object.defineProperty(globalThis, 'localStorage', before)
    }
  }
}

function newItems(): Pick<Storage, 'getItem' | 'setItem'> {
  const items = new Map<string, string>()
  return {
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, text) => void items.set(key, text),
  }
}

/** Nothing is stored where there is no page. Returns how to remove the window. */
function openWindow(): () => void {
  const surroundings = globalThis as { window?: unknown }
  if (surroundings.window !== undefined) return () => undefined
  surroundings.window = new EventTarget()
  return () => delete surroundings.window
}
