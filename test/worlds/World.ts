import { Database } from './Database'
import type { Features } from './Features'
import { Gate } from './Gate'
import { type Cause, History } from './History'
import { respondToRead, type ModelResponse, type ServerRequest } from './reads'
import { respondToWrite, type Change } from './writes'

/** How a mutation fails: it is refused, or done and then answered by an error or by nothing, or it never comes to the server. */
export const FAULTS = ['refused', 'failed', 'doneAndFailed', 'lost', 'doneAndLost'] as const

export type Fault = (typeof FAULTS)[number]

/** The header by which the app of a session says how its request is to fail. */
export const FAULT = 'x-fault'

/** The header by which the server says which version a response is of. */
export const VERSION = 'x-version'

/** One of many servers: its data, what it answered, and the requests that it holds back. */
export class World {
  readonly features: Features
  readonly db: Database
  readonly history: History
  /** Requests that have come. */
  readonly entry = new Gate()
  /** Requests that were processed. */
  readonly exit = new Gate()
  /** Called when a mutation of the app was processed. */
  onChange: (change: Change, fault: Fault | undefined) => void = () => undefined
  /** The app says where new members are. */
  isPlaceSaid = false
  /** What happened, in the words of a server. */
  readonly log: string[] = []

  constructor(features: Features) {
    this.features = features
    this.db = new Database(features)
    this.history = new History(this.db)
  }

  /** Answers a request of the app; `undefined` where the connection is lost. */
  async handle(
    request: ServerRequest,
    fault: Fault | undefined,
  ): Promise<ModelResponse | undefined> {
    await this.entry.pass()
    const response = this.#process(request, fault)
    await this.exit.pass()
    this.log.push(
      `  ${request.method} ${request.path} ${textOf(request.body)} → ${textOf(response ?? 'lost')}`,
    )
    return response
  }

  /** Another client writes. */
  write(request: ServerRequest, by: 'told' | 'untold'): Change | undefined {
    const { change } = respondToWrite(this.db, request)
    if (change) this.#commit({ by, change, isPlaceSaid: false })
    this.log.push(`  another client: ${request.method} ${request.path} ${textOf(request.body)}`)
    return change
  }

  #process(request: ServerRequest, fault: Fault | undefined): ModelResponse | undefined {
    if (isRead(request)) {
      const response = respondToRead(this.db, request)
      return { ...response, headers: { ...response.headers, [VERSION]: String(this.db.version) } }
    }
    if (fault === 'refused') return { status: 422, body: { message: 'refused' } }
    if (fault === 'failed') return { status: 500, body: { message: 'failed' } }
    if (fault === 'lost') return undefined
    const { response, change } = respondToWrite(this.db, request)
    if (change) {
      this.#commit({ by: 'app', change, isPlaceSaid: this.isPlaceSaid })
      this.onChange(change, fault)
    }
    if (fault === 'doneAndLost') return undefined
    return fault === 'doneAndFailed' ? { status: 500, body: { message: 'failed' } } : response
  }

  #commit(cause: Cause): void {
    this.history.commit(cause)
  }
}

export function isRead({ method, path }: ServerRequest): boolean {
  return method === 'GET' || /\/search\/?$/.test(path)
}

function textOf(value: unknown): string {
  return value === undefined ? '' : JSON.stringify(value).slice(0, 700)
}
