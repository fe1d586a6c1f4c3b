import type { Finding } from './Finding'
import { isFetching, type Reader } from './Readers'
import type { Sent, Session } from './Session'
import { type Act, isMutation, type Mutation } from './steps'

/** The mutations whose responses say all that lists of their own address have to know. */
const DECIDABLE: ReadonlySet<string> = new Set(['create', 'patch', 'put', 'move', 'delete'])

const CREATIONS: ReadonlySet<string> = new Set(['create', 'createIn', 'reply'])

const NONE: ReadonlySet<string> = new Set()

/** Counts what readers request because of an act. */
export class RequestCheck {
  /** How many mutations went alone, and after how many of them no reader asked. */
  operations = 0
  silent = 0
  /** How many acts had their requests bounded. */
  bounded = 0
  /** How many lists the response of a mutation decided, and were then held against the requests. */
  decidable = 0
  readonly #session: Session
  #decidable: ReadonlySet<string> = new Set()
  /** The task that is written was doubtful before. */
  #isDoubtful = false
  #sentBefore = 0
  #messagesBefore = 0

  constructor(session: Session) {
    this.#session = session
  }

  /** Notes what is shown before an act. */
  begin({ steps }: Act): void {
    const [step] = steps
    const key = step && 'row' in step ? this.#session.keyAt(step.row) : undefined
    this.#isDoubtful = key !== undefined && this.#session.store.isDoubtful(key)
    const decidable = this.#session.readers.mounted.filter(
      (reader) => reader.call.isDecidable && isFetching(reader) && this.#hasWitnesses(reader),
    )
    this.#decidable = new Set(decidable.map(({ call }) => call.name))
    this.#sentBefore = this.#session.sent.length
    this.#messagesBefore = this.#session.messages
  }

  /** An act has each read asked for at most once for each of its steps, and not at all where a response says all. */
  *end(act: Act): Generator<Finding> {
    const requests = this.#session.sent.slice(this.#sentBefore)
    const counts = countReads(requests)
    const mutation = aloneIn(act)
    const isSent = requests.some(({ isRead }) => !isRead)
    if (mutation && isSent) this.operations += 1
    if (mutation && isSent && counts.size === 0) this.silent += 1
    const decidable = mutation && isSent && this.#isSaid(mutation) ? this.#decidable : NONE
    if (this.#isOpenEnded(act)) return
    this.bounded += 1
    // What a refused mutation has done is no news to anybody: it does not count here.
    if (mutation?.fault === undefined) this.decidable += this.#listsIn(decidable)
    for (const [name, count] of counts) {
      const detail = `${name} after ${act.steps.map((it) => it.do).join(', ')}: ${count} times`
      if (decidable.has(name)) yield { kind: 'asked in vain', detail }
      else if (count > this.#mostOf(name, act)) yield { kind: 'asked too often', detail }
    }
  }

  #listsIn(names: ReadonlySet<string>): number {
    return this.#session.lists.filter(({ name, isList }) => isList && names.has(name)).length
  }

  /** Whether readers ask for more than an act needs: they poll, or data is stale at once, when React mounts them. */
  #isOpenEnded({ steps }: Act): boolean {
    return this.#session.features.isFocused || steps.some(({ do: kind }) => kind === 'poll')
  }

  /** Whether the response of a mutation says all that it has done. */
  #isSaid({ do: kind, fault }: Mutation): boolean {
    const { features, messages } = this.#session
    // A message of a doubtful task may be older than a list that lacks it.
    if (this.#isDoubtful && messages > this.#messagesBefore) return false
    const { createsWithoutBody, updatesWithoutBody } = features
    const hasBodies = !createsWithoutBody && !updatesWithoutBody
    return DECIDABLE.has(kind) && (fault === 'refused' || (fault === undefined && hasBodies))
  }

  /** How many requests of a read an act may cause: a list with pages has each of them fetched that was loaded. */
  #mostOf(name: string, act: Act): number {
    const pages = 1 + (this.#session.loadedPages.get(name) ?? 0)
    const mutation = aloneIn(act)
    const messages = this.#session.messages - this.#messagesBefore
    const extra = this.#isExpired(name) ? messages : 0
    if (mutation) return pages * (this.#isNews(mutation) ? 2 : 1) + extra
    // A message of an older mutation goes over a younger one.
    return pages * (act.order === undefined ? 1 : act.steps.length + messages) + extra
  }

  /** Whether the app has each message expire a read. */
  #isExpired(name: string): boolean {
    const { features, lists } = this.#session
    return features.isDeclared && lists.some((it) => it.name === name && it.isByTheWay)
  }

  /** Whether a message tells what no response has said: somebody else may have changed more. */
  #isNews({ do: kind, fault }: Mutation): boolean {
    const { features, messages } = this.#session
    const { createsWithoutBody, updatesWithoutBody } = features
    const hasBody = CREATIONS.has(kind) ? !createsWithoutBody : !updatesWithoutBody
    return messages > this.#messagesBefore && (!hasBody || fault !== undefined)
  }

  /** Whether a read shows something that says which tasks belong there. */
  #hasWitnesses(reader: Reader): boolean {
    const screen = this.#session.readers.screenOf(reader)
    return screen.is === 'data' && !(Array.isArray(screen.value) && screen.value.length === 0)
  }
}

/** The mutation of an act that has nothing else. */
function aloneIn({ steps, order }: Act): Mutation | undefined {
  const [step] = steps
  const isAlone = steps.length === 1 && order === undefined
  return isAlone && step !== undefined && isMutation(step) ? step : undefined
}

function countReads(sent: readonly Sent[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const { name, isRead } of sent) if (isRead) counts.set(name, (counts.get(name) ?? 0) + 1)
  return counts
}
