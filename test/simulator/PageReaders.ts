import { version } from 'react'
import type { Root } from 'react-dom/client'
import { Attempts } from './Attempts'
import { type Presented, type Readers, type Shown, type Used, usedBy } from './Readers'
import type { Hook, Step } from './steps'
import { type Call, queryArgs } from './world'

/** A component on the page: which hook it uses for which call. */
export interface Slot {
  /** Distinguishes one component at a place from the next one there. */
  readonly mount: number
  readonly hook: Hook
  readonly call: Call
}

/** What a component has on the screen. */
export type Screen =
  | { readonly is: 'data'; readonly value: unknown }
  | { readonly is: 'waiting' }
  | { readonly is: 'error'; readonly error: Error; retry?(): void }

const isReact18 = version.startsWith('18')

type Slots = readonly (Slot | undefined)[]

/** How the page, once it is rendered, can be changed from outside. */
export interface Page {
  change(slots: (before: Slots) => Slots): void
  startTransition(run: () => void): void
}

/** Readers on a page of React, and what they have on the screen. */
export class PageReaders implements Readers {
  readonly screens = new Map<number, Screen>()
  readonly attempts = new Attempts()
  /** What React had to say. */
  readonly messages: string[] = []
  /** Renders the page; set before the first use. */
  open: () => Root | undefined = () => undefined
  root: Root | undefined
  /** How many listen to events of the window. */
  listeners: () => number = () => 0
  readonly #calls: readonly Call[]
  #page: Page | undefined
  #isTransitionPending = false
  /** What is on the page, or about to be. */
  slots: Slots = []
  #retried: string[] = []
  #mounts = 0

  constructor(calls: readonly Call[]) {
    this.#calls = calls
  }

  /** The page is rendered, and perhaps waits in a transition. */
  connect(page: Page, isTransitionPending: boolean): void {
    this.#page = page
    this.#isTransitionPending = isTransitionPending
  }

  take(step: Step): boolean {
    switch (step.do) {
      case 'mount':
        this.#mounts += 1
        this.#put(step, step.slot, {
          mount: this.#mounts,
          hook: step.hook,
          call: this.#call(step.call),
        })
        return true
      case 'change': {
        const slot = this.slots[step.slot]
        if (slot !== undefined) this.#put(step, step.slot, { ...slot, call: this.#call(step.call) })
        return true
      }
      case 'unmount':
        this.#put(step, step.slot, undefined)
        return true
      case 'retry':
        this.#retry(this.slots[step.slot])
        return true
      default:
        return false
    }
  }

  act(step: Step, run: () => void): void {
    if (step.isTransition === true) this.#page?.startTransition(run)
    else run()
  }

  waiting(): readonly string[] {
    return this.#present().flatMap(([{ call }, screen]) =>
      screen.is === 'waiting' ? [call.path] : [],
    )
  }

  /**
   * Nothing while a transition waits: blocked readers then go on showing what they had. So do all of them for a moment
   * where React 18 suspends one again: it does not show the fallback at once, nor what else is new.
   */
  *shown(): Generator<Shown> {
    const present = this.#present()
    const isHeldBack = ([slot, screen]: readonly [Slot, Screen]): boolean =>
      screen.is === 'data' && this.attempts.isSuspended(slot)
    if (this.#isTransitionPending || (isReact18 && present.some(isHeldBack))) return
    for (const [{ hook, call }, screen] of present) {
      if (screen.is !== 'data') continue
      yield { label: `${hook} of ${call.path}`, value: screen.value, list: call.list }
    }
  }

  *presented(): Generator<Presented> {
    for (const [{ hook, call }, screen] of this.#present()) {
      // These two never fetch, and the third shows nothing.
      if (hook === 'useCache' || hook === 'useQuery' || hook === 'useSubscription') continue
      const label = `${hook} of ${call.path}`
      const value = screen.is === 'data' ? screen.value : undefined
      yield { label, call, value, hasError: screen.is === 'error' }
    }
  }

  /** Nothing while a transition waits: other calls than those of the slots are on the screen then. */
  *used(): Generator<Used> {
    if (this.#isTransitionPending) return
    for (const [{ hook, call }, screen] of this.#present()) {
      if (screen.is === 'data') yield hook === 'useQuery' ? queryOf(call) : usedBy(call)
    }
  }

  takeRetried(): readonly string[] {
    return this.#retried.splice(0)
  }

  retry(): void {
    for (const slot of this.slots) this.#retry(slot)
  }

  problems(): readonly string[] {
    return this.messages.splice(0)
  }

  release(): void {
    this.root?.unmount()
  }

  reload(load: () => void): void {
    this.release()
    load()
    this.slots = this.slots.map((slot) => slot && { ...slot, mount: ++this.#mounts })
    this.root = this.open()
  }

  remains(): Readonly<Record<string, number>> {
    return { screens: this.screens.size, 'listeners of the window': this.listeners() }
  }

  #call(at: number): Call {
    return this.#calls[at % this.#calls.length] as Call
  }

  #put(step: Step, at: number, slot: Slot | undefined): void {
    this.slots = replaced(this.slots, at, slot)
    this.act(step, () => this.#page?.change((before) => replaced(before, at, slot)))
  }

  #retry(slot: Slot | undefined): void {
    const screen = slot && this.screens.get(slot.mount)
    if (screen?.is !== 'error') return
    this.#retried.push(slot?.call.path ?? '')
    screen.retry?.()
  }

  #present(): (readonly [Slot, Screen])[] {
    return this.slots.flatMap((slot) => {
      const screen = slot && this.screens.get(slot.mount)
      return slot === undefined || screen === undefined ? [] : [[slot, screen] as const]
    })
  }
}

/** What `useQuery` reads for a call. */
function queryOf({ endpoint, args, path }: Call): Used {
  const [schema, ...given] = queryArgs(endpoint, args)
  return {
    label: `the query of ${path}`,
    isQuery: true,
    read: ({ selectQuery }, root) => selectQuery(root, schema, ...(given as never[])),
  }
}

function replaced(slots: Slots, at: number, slot: Slot | undefined): Slots {
  const length = Math.max(slots.length, at + 1)
  return Array.from({ length }, (_, it) => (it === at ? slot : slots[it]))
}
