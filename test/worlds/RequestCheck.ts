import type { Finding } from './Finding'
import type { Sent, Session } from './Session'
import { type Act, isMutation } from './steps'

/** The mutations whose responses say all that lists of their own address have to know. */
const DECIDABLE: ReadonlySet<string> = new Set(['create', 'patch', 'put', 'move', 'delete'])

const CREATIONS: ReadonlySet<string> = new Set(['create', 'createIn', 'reply'])

/** So many pages of a list may be requested again as one. */
const MOST_PAGES = 20

/** Counts what readers request because of one mutation. */
export class RequestCheck {
  /** How many mutations went alone, and after how many of them no reader asked. */
  operations = 0
  silent = 0
  /** How many reads the response of a mutation decided. */
  decidable = 0
  readonly #session: Session
  #decidable: ReadonlySet<string> = new Set()
  #sentBefore = 0

  constructor(session: Session) {
    this.#session = session
  }

  /** Notes what is shown before an act. */
  begin(): void {
    const decidable = this.#session.readers.mounted.filter(
      (reader) => reader.call.isDecidable && this.#hasWitnesses(reader),
    )
    this.#decidable = new Set(decidable.map(({ call }) => call.name))
    this.#sentBefore = this.#session.sent.length
  }

  /** A mutation that goes alone has each read asked for once at most, and not at all where the response says all. */
  *end({ steps, order }: Act): Generator<Finding> {
    const [step] = steps
    const isAlone = steps.length === 1 && order === undefined
    if (!isAlone || step === undefined || !isMutation(step)) return
    const { features, sent, hasUnseen } = this.#session
    const requests = sent.slice(this.#sentBefore)
    const counts = countReads(requests)
    if (requests.every(({ isRead }) => isRead)) return
    this.operations += 1
    if (counts.size === 0) this.silent += 1
    // What another client has changed may be asked for by then, and so may what is stale at once.
    if (hasUnseen || features.isFocused || step.fault !== undefined) return
    // A response without a body says nothing, so the message is news: somebody else may have changed more.
    const isNotifiedOf = features.echo === 'before' || features.echo === 'after'
    const { createsWithoutBody, updatesWithoutBody } = features
    const isNews =
      isNotifiedOf && (CREATIONS.has(step.do) ? createsWithoutBody : updatesWithoutBody)
    const hasBodies = !createsWithoutBody && !updatesWithoutBody
    const decidable = hasBodies && DECIDABLE.has(step.do) ? this.#decidable : new Set<string>()
    this.decidable += decidable.size
    for (const [name, count] of counts) {
      const detail = `${name} after ${step.do}: ${count} times`
      if (decidable.has(name)) yield { kind: 'asked in vain', detail }
      else if (count > mostOf(name) * (isNews ? 2 : 1)) yield { kind: 'asked too often', detail }
    }
  }

  /** Whether a read shows something that says which tasks belong there. */
  #hasWitnesses(reader: Session['readers']['mounted'][number]): boolean {
    const screen = this.#session.readers.screenOf(reader)
    return screen.is === 'data' && !(Array.isArray(screen.value) && screen.value.length === 0)
  }
}

function countReads(sent: readonly Sent[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const { name, isRead } of sent) if (isRead) counts.set(name, (counts.get(name) ?? 0) + 1)
  return counts
}

function mostOf(name: string): number {
  return name.includes('/stream/') ? MOST_PAGES : 1
}
