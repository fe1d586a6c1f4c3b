import type { ItemStorage } from 'rtk-rest/persistence'

/** What may go wrong with a storage. */
export const FAULTS = ['throws', 'rejects', 'hangs', 'waits', 'loses'] as const

export type Fault = (typeof FAULTS)[number]

/** The text that is stored for all pages. */
export interface SharedText {
  readonly text: string | undefined
  /** What goes wrong now. */
  readonly fault: Fault | undefined
  find(start: Found): string | undefined
  store(text: string, by: Writer): void
}

/** What a new version of the app does with what the one before has stored. */
export type Deploy = 'migrates' | 'drops'

/** A page that stores. */
export interface Writer {
  /** That of its app. */
  readonly version: number
  /** A later page has a higher number. */
  readonly at: number
}

/** What a page finds that starts. */
export interface Found {
  /** After so many ms. */
  readonly delay: number
  /** A storage that lies has what was there before, or a part. */
  readonly as: 'right' | 'old' | 'cut'
  /** How much of it is there, from 0 to 3. */
  readonly cut: number
}

/** How long a storage takes that is late, in ms. */
const LATE = 20

/** The storage as one page has it: it gives a page that starts its text after a while, and fails as that of its origin does. */
export class PageStorage implements ItemStorage {
  /** Nothing went wrong since the page was loaded. */
  isReliable: boolean
  /** Is called when something was stored. */
  onStored: () => void = () => undefined
  readonly #shared: SharedText
  #start: Found | undefined
  #isClosed = false
  readonly #writer: Writer

  constructor(shared: SharedText, start: Found, writer: Writer) {
    this.#writer = writer
    this.#shared = shared
    this.#start = start
    this.isReliable = start.as === 'right'
    this.noteFault()
  }

  /** Something may go wrong from now on. */
  noteFault(): void {
    this.isReliable &&= this.#shared.fault === undefined
  }

  /** The page goes. What it has begun to store may still come. */
  close(): void {
    this.#isClosed = true
  }

  getItem(): Promise<string | undefined> | string | undefined {
    const start = this.#start
    this.#start = undefined
    if (start === undefined) return this.#do(() => this.#shared.text)
    return after(start.delay, () => this.#do(() => this.#shared.find(start)))
  }

  setItem(_key: string, text: string): unknown {
    if (this.#isClosed || this.#shared.fault === 'loses') return undefined
    return this.#do(() => {
      this.#shared.store(text, this.#writer)
      this.onStored()
    })
  }

  #do<Result>(run: () => Result): Result | Promise<Result> {
    switch (this.#shared.fault) {
      case 'throws':
        throw new Error('The storage throws')
      case 'rejects':
        return Promise.reject(new Error('The storage rejects'))
      case 'hangs':
        return new Promise(() => {})
      case 'waits':
        return after(LATE, run)
      default:
        return run()
    }
  }
}

function after<Result>(ms: number, run: () => Result | PromiseLike<Result>): Promise<Result> {
  return new Promise<void>((resolve) => setTimeout(resolve, ms)).then(run)
}
