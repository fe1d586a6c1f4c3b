import { getRow, type RestAction, type WriteAction } from 'rtk-rest'
import type { Finding } from './checkShown'
import type { Version } from './ModelServer'
import type { PageStorage } from './PageStorage'
import type { SimulatedStore } from './SimulatedStore'
import type { Simulation } from './Simulation'
import { Post, User } from './world'

type Restored = WriteAction['payload']
type RequestMeta = Extract<RestAction['meta'], { kind: 'request' }>

/** So long what is restored is stale after a mutation of a tab that died, in ms. */
const KEPT = 60_000

/** A mutation of any tab. Moments are those of the ledger. */
interface TabWrite {
  readonly requestId: string
  readonly tab: SimulatedStore
  readonly start: number
  /** In ms since the run began. */
  readonly startedAt: number
  end: number
  /** Whether the server had done it when the next tab started; `undefined` before that. */
  isDone?: boolean
  /** What was there before it must not be restored as fresh. */
  isKnown: boolean
}

/** The mutations of all tabs, from which follows what a tab that starts must not take for fresh. */
export class TabWrites {
  readonly #simulation: Simulation
  readonly #writes = new Map<string, TabWrite>()
  /** Those in flight of tabs that died. */
  #lost: TabWrite[] = []
  /** The tabs that write into the storage. */
  readonly #storing = new Set<SimulatedStore>()

  constructor(simulation: Simulation) {
    this.#simulation = simulation
  }

  /** A tab has taken an action. */
  notice(tab: SimulatedStore, { meta, payload }: RestAction): void {
    if (meta.kind === 'reset') this.#reset()
    else if (meta.kind === 'request' && meta.sideEffect === true) this.#noticeWrite(tab, meta)
    else if (meta.kind === 'write' && meta.label === 'rehydrate') {
      for (const { kind, detail } of this.findingsIn(payload as Restored)) {
        this.#simulation.find(kind, detail)
      }
    }
  }

  #noticeWrite(tab: SimulatedStore, { requestId, requestStatus }: RequestMeta): void {
    const write = this.#writes.get(requestId)
    if (requestStatus !== 'pending') {
      const isEmpty = this.#simulation.network.exchangeOf(requestId)?.fate.isEmpty === true
      const isSaid = requestStatus === 'fulfilled' && !isEmpty && this.#storing.has(tab)
      if (write?.end === Infinity) this.#end(write, isSaid)
    } else if (write === undefined) {
      const { ledger, time } = this.#simulation
      const times = { start: ledger.next(), startedAt: time.elapsed, end: Infinity }
      this.#writes.set(requestId, { requestId, tab, ...times, isKnown: false })
    }
  }

  /** Another user begins, of whose rows the mutations in flight know nothing. */
  #reset(): void {
    this.#lost = []
    for (const write of this.#writes.values()) if (write.end === Infinity) this.#end(write, false)
  }

  /** A tab has read the storage. It cannot know of what the server does only later for a tab that dies without a response. */
  start(tab: SimulatedStore, { isReliable }: PageStorage): void {
    const { server } = this.#simulation
    const done = new Set(server.names.flatMap((it) => server.historyOf(it).map(({ by }) => by)))
    for (const write of this.#writes.values()) {
      if (write.tab !== tab) write.isDone ??= done.has(write.requestId)
    }
    for (const write of this.#lost) write.isKnown = write.isDone === true
    if (isReliable) this.#storing.add(tab)
  }

  /** A tab is gone. */
  end(tab: SimulatedStore): void {
    // A state that was replaced knows nothing of those before.
    const { mutations } = tab.state
    const pending = this.#pendingOf(tab).filter(
      (it) => getRow(mutations, it.requestId) !== undefined,
    )
    const isStoring = this.#storing.delete(tab) && !this.#simulation.elsewhere.isPending
    for (const write of pending) this.#end(write, isStoring && write.isDone === true)
    if (isStoring) this.#lost.push(...pending)
  }

  /** The tabs that are there may write nothing from now on. */
  distrust(): void {
    this.#storing.clear()
  }

  /** What is wrong with the rows that are fresh at the start of a tab. */
  *findingsIn({ requests = {}, entities = {}, confirmed = {} }: Restored): Generator<Finding> {
    const { reloads, time } = this.#simulation
    const { now } = time
    const isLost = this.#lost.some(({ startedAt }) => time.elapsed < startedAt + KEPT)
    const isAfterLoss = isLost && reloads.page.isReliable
    const fresh = Object.entries(requests).find(([, { expiresAt }]) => expiresAt > now)
    if (isAfterLoss && fresh) yield lostFinding(fresh[0])
    for (const [table, { key }] of [['users', User] as const, ['posts', Post] as const]) {
      for (const [pk, { data, meta }] of Object.entries(entities[key] ?? {})) {
        // What is only expected is not restored.
        if (confirmed[key]?.[pk] === null) continue
        if (meta.expiresAt <= now || meta.doubtful !== undefined) continue
        if (isAfterLoss) yield lostFinding(`${table}/${pk}`)
        yield* this.#outdatedIn(`${table}/${pk}`, data)
      }
    }
  }

  *#outdatedIn(name: string, data: object): Generator<Finding> {
    const { profile, elsewhere } = this.#simulation
    if (profile.hasBadStorage || profile.hasTravel || profile.hasStreams) return
    const versions = elsewhere.server.historyOf(name)
    for (const [field, value] of Object.entries(data)) {
      const last = versions.findLastIndex(({ row }) => row?.[field] === value)
      if (typeof value !== 'string' || last < 0) continue
      const later = [...this.#writes.values()].find((it) =>
        this.#mustShow(it, versions, field, last),
      )
      if (later === undefined) continue
      const detail = `${name}.${field} is ${value} in spite of ${later.requestId}`
      yield { kind: 'restored older than confirmed', detail }
    }
  }

  /** Whether a mutation wrote a field after a version of its row, and no other one of its tab did meanwhile. */
  #mustShow(write: TabWrite, versions: readonly Version[], field: string, last: number): boolean {
    const at = versions.findIndex(({ by }) => by === write.requestId)
    const isChange = versions[at]?.row?.[field] !== versions[at - 1]?.row?.[field]
    if (!write.isKnown || at <= last || !isChange) return false
    const { tab, start, end } = write
    return !versions.some(({ by = '' }) => {
      const other = this.#writes.get(by)
      if (other === undefined || other === write || other.tab !== tab) return false
      return other.start < end && start < other.end
    })
  }

  #pendingOf(tab: SimulatedStore): TabWrite[] {
    return [...this.#writes.values()].filter((it) => it.tab === tab && it.end === Infinity)
  }

  #end(write: TabWrite, isKnown: boolean): void {
    write.end = this.#simulation.ledger.next()
    write.isKnown = isKnown
  }
}

function lostFinding(detail: string): Finding {
  return { kind: 'fresh after a lost mutation', detail }
}
