import type { RestAction } from '../store/state/actions'
import { BY_ITSELF, type Group, HappeningLog } from './HappeningLog'
import { Polls } from './Polls'
import type { AroundStates, PlaceSet } from './types'
import type { UserEvent } from './userEvents'

/** How long actions follow from an event or a response, in ms: components that render in later tasks send requests. */
const ACTION_WINDOW = 100
/** How long changes of the page do: React holds back what it shows in place of a fallback for 300 ms. */
const PAGE_WINDOW = 500
/** How long actions follow from typing: searches and saves wait until the user stops. */
const TYPING_WINDOW = 1_000

const LOADING = 'Loading the page'

/** Where a recorder finds the time, and waits. */
export interface Clock {
  readonly now: () => number
  readonly setTimeout: (run: () => void, ms: number) => unknown
}

/** What actions, commits and changes of the page are credited to. */
interface Cause {
  readonly name: string
  readonly isTyping: boolean
  /** Opened with the first thing that follows. */
  group: Group | undefined
}

/** Puts what happens into groups: by the event that it follows from, and by the request whose response it is. */
export class Recorder {
  readonly log: HappeningLog
  readonly #polls = new Polls()
  readonly #clock: Clock
  readonly #onChange: () => void
  #createPlaces: ((earlier?: PlaceSet) => PlaceSet) | undefined
  #cause: Cause | undefined
  /** Whether actions follow from the cause too, or changes of the page alone. */
  #takesActions = false
  /** Rendered components that belong to a group which is opened only if the page changes. */
  #loose: readonly object[] = []
  readonly #rendered = new WeakMap<Group, WeakSet<object>>()
  #turn = 0
  #address: string | undefined

  constructor(clock: Clock, onChange: () => void) {
    this.#clock = clock
    this.#onChange = onChange
    this.log = new HappeningLog(clock.now)
    this.#goOnWith({ name: LOADING, isTyping: false, group: undefined }, TYPING_WINDOW)
  }

  /** From now on, what happens follows from this event, for a moment. */
  followFrom({ name, isTyping, isFollowUp }: UserEvent): void {
    if (isFollowUp && this.#takesActions) return
    const isSame = isTyping && this.#cause?.name === name
    const cause = (isSame && this.#cause) || { name, isTyping, group: undefined }
    this.#goOnWith(cause, isTyping ? TYPING_WINDOW : ACTION_WINDOW)
  }

  /** Notes that the data of a key is polled; returns the function that ends it. */
  addPoll(key: string, frequency: number): () => void {
    return this.#polls.add(key, frequency, this.#clock.now())
  }

  /** Notes an action of rtk-rest. */
  addRestAction(action: RestAction, states: AroundStates): void {
    const { meta } = action
    const known = meta.kind === 'request' ? this.log.groupOf(meta.requestId) : undefined
    if (known !== undefined) {
      this.#goOnWith({ name: known.cause, isTyping: false, group: known }, ACTION_WINDOW)
    }
    const group = this.#isPoll(action) ? this.#groupOf(this.#byItself()) : this.#groupOfAction()
    this.log.addRestAction(group, action, states)
    this.#onChange()
  }

  /** Notes a request that was in flight before. */
  addRequest(id: string, key: string): void {
    this.log.addRequest(this.#groupOfAction(), id, key)
    this.#onChange()
  }

  /** Notes a sensitive request, of which no action says anything. */
  startSensitive(id: string, endpoint: string): void {
    this.log.startSensitive(this.#groupOfAction(), id, endpoint)
    this.#onChange()
  }

  /** Notes its end. */
  endSensitive(id: string, error?: unknown): void {
    const group = this.log.groupOf(id)
    if (group === undefined) return
    this.#goOnWith({ name: group.cause, isTyping: false, group }, ACTION_WINDOW)
    this.log.endSensitive(group, id, error)
    this.#onChange()
  }

  /** From now on, the places of the page are counted. */
  countPlaces(create: (earlier?: PlaceSet) => PlaceSet): void {
    this.#createPlaces = create
  }

  #isPoll({ meta }: RestAction): boolean {
    const isStart = meta.kind === 'request' && meta.requestStatus === 'pending'
    return isStart && this.#polls.isPoll(meta.arg.key, this.#clock.now())
  }

  /** Notes an action of the app. */
  addOtherAction(type: string): void {
    this.log.addOtherAction(this.#groupOfAction(), type)
    this.#onChange()
  }

  /** Notes the components that a commit of React rendered. */
  addRendered(rendered: readonly object[]): void {
    this.log.countsComponents = true
    const group = this.#cause?.group
    if (group === undefined) this.#loose = [...this.#loose, ...rendered].slice(-MAX_LOOSE)
    else this.#count(group, rendered)
  }

  /** Notes what changed on a page with this address; gives the elements that look different now, as far as they are counted. */
  addPlaces(records: readonly MutationRecord[], address: string): ReadonlySet<Element> {
    if (records.length === 0) return NO_PLACES
    const hasMoved = this.#address !== undefined && address !== this.#address
    this.#address = address
    const places = this.#addPlaces(records)
    const group = this.#cause?.group
    if (hasMoved && group !== undefined) group.isNavigation = true
    return places
  }

  #addPlaces(records: readonly MutationRecord[]): ReadonlySet<Element> {
    const { group, isTyping = false } = this.#cause ?? {}
    const fresh = this.#createPlaces?.(group?.places)
    if (fresh === undefined) return NO_PLACES
    fresh.take(records)
    const places = fresh.places()
    if (group !== undefined) {
      this.#take(group, records)
      // All of the page is new then, and would flash.
      if (group.cause === LOADING) return NO_PLACES
      // What goes on by itself never ends, so its places are new each time.
      if (group.cause === BY_ITSELF) return places
      // What changes within another place of the group counts with it.
      const counted = group.places?.places() ?? places
      return new Set([...places].filter((place) => counted.has(place)))
    }
    // Typing shows what is typed, and that is nothing to report.
    if (isTyping || places.size === 0) return NO_PLACES
    this.#cause ??= this.#byItself()
    this.#take(this.#groupOf(this.#cause), records)
    return this.#cause.name === LOADING ? NO_PLACES : places
  }

  #take(group: Group, records: readonly MutationRecord[]): void {
    group.places?.take(records)
    group.view = undefined
    this.#onChange()
  }

  #count(group: Group, rendered: readonly object[]): void {
    const before = this.#rendered.get(group) ?? new WeakSet<object>()
    this.#rendered.set(group, before)
    for (const component of rendered) {
      if (before.has(component)) continue
      before.add(component)
      group.total.components += 1
    }
    group.view = undefined
    this.#onChange()
  }

  #groupOfAction(): Group {
    const cause = this.#takesActions && this.#cause
    if (cause) return this.#groupOf(cause)
    const byItself = this.#byItself()
    this.#goOnWith(byItself, ACTION_WINDOW)
    return this.#groupOf(byItself)
  }

  #groupOf(cause: Cause): Group {
    const isByUser = cause.name !== BY_ITSELF
    cause.group ??= this.log.open(cause.name, isByUser, this.#createPlaces?.())
    const rendered = this.#loose
    this.#loose = []
    if (rendered.length > 0) this.#count(cause.group, rendered)
    return cause.group
  }

  #byItself(): Cause {
    const { newest } = this.log
    const group = newest?.cause === BY_ITSELF ? newest : undefined
    return { name: BY_ITSELF, isTyping: false, group }
  }

  #goOnWith(cause: Cause, ms: number): void {
    if (cause !== this.#cause) this.#loose = []
    this.#cause = cause
    this.#takesActions = true
    const turn = ++this.#turn
    this.#later(ms, () => {
      if (turn === this.#turn) this.#takesActions = false
    })
    this.#later(ms + PAGE_WINDOW, () => {
      if (turn !== this.#turn) return
      this.#cause = undefined
      this.#loose = []
    })
  }

  /** In two steps, because a timer that is late comes before the tasks that wait behind a long one. */
  #later(ms: number, run: () => void): void {
    const { setTimeout } = this.#clock
    setTimeout(() => setTimeout(run, ms / 2), ms / 2)
  }
}

const NO_PLACES: ReadonlySet<Element> = new Set()

/** More than any page renders at once without a reason. */
const MAX_LOOSE = 50_000
