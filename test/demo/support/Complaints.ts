import type { ConsoleMessage, Page, Request } from 'playwright-core'

/** How the browser itself reports a status like 503, whatever the page does; also that of a web socket. */
const networkLine = /^(?:Failed to load resource|WebSocket connection to )/

/** A poll may be in flight at any time, so also where its page is left or loaded again. */
const abortedPoll = /\/api\/(?:outage|ticker): net::ERR_ABORTED$/

/** The checks of Redux Toolkit report when they took long, which depends on the machine and not on the page. */
const slowCheck = /^(Serializable|Immutable)StateInvariantMiddleware took \d+ms/

/** So does how long the first read of an IndexedDB takes; the tests of the storage itself see that the rows come back. */
const slowStorage = /^persistence\(.+\) failed: it does not respond\./

/** Runs in the page before its own scripts: complains of all that its Content Security Policy forbids. */
export function reportViolations(): void {
  document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
    console.error(`The policy forbids ${blockedURI} by ${effectiveDirective}.`)
  })
}

/** Everything that went wrong in a page: errors and warnings of its console, exceptions, failed requests. */
export class Complaints {
  readonly #page: Page
  readonly #lines: string[] = []
  #mayRequestsFail = false
  #slowReads = 0

  constructor(page: Page) {
    this.#page = page
    page.on('console', (message) => this.#hear(message))
    page.on('pageerror', (error) => this.#lines.push(`exception: ${String(error.stack)}`))
    page.on('requestfailed', (request) => this.#hearFailure(request))
  }

  /** Gives all that the test did not say would happen, and forgets it. */
  async take(): Promise<readonly string[]> {
    // A round trip, so that earlier console messages of the page have arrived too.
    await this.#page.title()
    return this.#lines.splice(0)
  }

  /** How often a page went on without its storage, because that of a busy machine took too long. */
  get slowReads(): number {
    return this.#slowReads
  }

  /** From now on a request may fail or be refused: the test is about that. */
  expectFailedRequests(): void {
    this.#mayRequestsFail = true
  }

  #hear(message: ConsoleMessage): void {
    const isLoud = ['error', 'warning', 'assert'].includes(message.type())
    const text = message.text()
    if (!isLoud || slowCheck.test(text)) return
    if (slowStorage.test(text)) return void (this.#slowReads += 1)
    if (this.#mayRequestsFail && networkLine.test(text)) return
    this.#lines.push(`${message.type()}: ${text} (${message.location().url})`)
  }

  #hearFailure(request: Request): void {
    const text = `${request.method()} ${request.url()}: ${request.failure()?.errorText}`
    if (this.#mayRequestsFail || abortedPoll.test(text)) return
    this.#lines.push(text)
  }
}
