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

/** A page that finds at once what is there. */
export const AT_ONCE: Found = { delay: 0, as: 'right', cut: 0 }

/** How long a storage takes that is late, in ms. */
const LATE = 20

/** The storage as one page has it: it gives a page that starts its text after a while, and fails as that of its origin does. */
export class PageStorage implements ItemStorage {
  /** Nothing went wrong since the page was loaded. */
  isReliable: boolean
  /** Which version of the app has stored what the page found. */
  foundVersion: unknown
  /** The page waits for what it reads for ever, and until a user signs out it writes nothing. */
  isSilent = false
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
    return after(start.delay, () => {
      this.isSilent = this.#shared.fault === 'hangs'
      return this.#do(() => {
        const text = this.#shared.find(start)
        this.foundVersion = versionIn(text)
        return text
      })
    })
  }

  setItem(_key: string, text: string): unknown {
    if (this.#isClosed) return NEVER
    if (this.#shared.fault === 'loses') return undefined
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
        return NEVER
      case 'waits':
        // A page that is gone hears of nothing.
        return after(LATE, run).then((result) => (this.#isClosed ? NEVER : result))
      default:
        return run()
    }
  }
}

/** The version in the head of a text, which may be a part of one. */
function versionIn(text: string | undefined): unknown {
  return /"version":(\d+),"generation"/.exec(text ?? '')?.[1]
}

/** What a page gets that hangs, or is gone. */
const NEVER = new Promise<never>(() => {})

function after<Result>(ms: number, run: () => Result | PromiseLike<Result>): Promise<Result> {
  return new Promise<void>((resolve) => setTimeout(resolve, ms)).then(run)
}
