import * as fc from 'fast-check'
import { Entity, type RestState } from 'rtk-rest'
import { describe, expect, it } from 'vitest'
import {
  begin,
  createSchemas,
  createTravelling,
  ids,
  write as run,
  type Write,
} from '../support/history'
import { closureOf, type Read, readsOf } from '../support/historyReads'
import { write } from '../support/historySteps'
import { runs } from '../support/runs'
import { differenceOf, reach } from '../support/sameGraph'

type Step =
  | Write
  | { readonly do: 'read'; readonly which: readonly number[]; readonly back: number }
  | { readonly do: 'jump'; readonly back: number }

const back = fc.oneof({ weight: 2, arbitrary: fc.constant(0) }, fc.nat(12))
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: write },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('read' as const),
      which: fc.uniqueArray(fc.nat(60), { minLength: 1, maxLength: 6 }),
      back,
    }),
  },
  fc.record({ do: fc.constant('jump' as const), back }),
)

/** What was read of fewer rows has no list of which only the version of the newest state is kept. */
const LONG = 32

interface Seen {
  readonly read: Read
  readonly value: unknown
  readonly closure: ReadonlyMap<string, unknown>
  /** The jumps before, for a read of the newest state. */
  readonly jumps: number | undefined
}

/** A store whose every state is kept, and all that was ever read of them. */
class History {
  readonly #schemas: ReturnType<typeof createSchemas>
  readonly #world = createTravelling()
  readonly #reads: readonly Read[]
  readonly #states: RestState[]
  readonly #seen: Seen[] = []
  /** The state of the last jump. */
  #jumped: RestState | undefined
  #jumps = 0

  constructor(hasScalar: boolean) {
    this.#schemas = createSchemas(hasScalar)
    this.#reads = readsOf(this.#world.rest, this.#schemas)
    begin(this.#world.controller, this.#schemas)
    this.#states = [this.#state]
  }

  run(step: Step): void {
    if (step.do === 'read') {
      const state = this.#stateAt(step.back)
      const chosen = step.which.map((at) => this.#reads[at % this.#reads.length] as Read)
      for (const read of chosen) this.#check(read, state)
      this.#checkShared(chosen, state)
    } else {
      if (step.do === 'jump') {
        this.#world.jump(this.#stateAt(step.back))
        this.#jumped = this.#state
        this.#jumps++
      } else run(this.#world.controller, this.#schemas, step)
      this.#states.push(this.#state)
    }
  }

  get #state(): RestState {
    return this.#world.store.getState().rest
  }

  #stateAt(back: number): RestState {
    return this.#states.at(-1 - (back % this.#states.length)) as RestState
  }

  #check(read: Read, state: RestState): void {
    const value = read.remembered(state)
    expect(differenceOf(value, read.fresh(state)), read.name).toBeUndefined()
    expect(read.remembered(state) === value, `${read.name} is read twice as one object`).toBe(true)
    const closure = closureOf(read, state)
    const seen = this.#seen.filter((before) => before.read === read)
    // A long list is the same as it was last, whatever was read of earlier states in between.
    const isNewest = state === this.#state && state !== this.#jumped
    const jumps = isNewest ? this.#jumps : undefined
    const last = isNewest ? seen.filter((before) => before.jumps === jumps).slice(-1) : []
    for (const before of closure.size >= LONG ? last : seen) {
      if (!isSameMap(before.closure, closure)) continue
      expect(before.value === value, `${read.name} is the same of the same rows`).toBe(true)
    }
    this.#seen.push({ read, value, closure, jumps })
  }

  /** An entity is one object, whatever it was read by. */
  #checkShared(reads: readonly Read[], state: RestState): void {
    const byRow = new Map<string, object>()
    for (const read of reads) {
      for (const object of reach(read.remembered(state))) {
        if (!(object instanceof Entity)) continue
        const { id } = object as Entity & { id: string }
        const name = `${read.lens} ${object.constructor.name} ${id}`
        expect((byRow.get(name) ?? object) === object, `${name} is one object`).toBe(true)
        byRow.set(name, object)
      }
    }
  }
}

function isSameMap(
  one: ReadonlyMap<string, unknown>,
  other: ReadonlyMap<string, unknown>,
): boolean {
  if (one.size !== other.size) return false
  for (const [name, value] of one) if (!other.has(name) || other.get(name) !== value) return false
  return true
}

const rename: Step = { do: 'rename', node: 'n1', name: 'name 0' }
const labelled: Step = { do: 'label', tag: 't0', label: 'name 0' }
const emptied: Step = { do: 'tags', node: 'n0', tags: [] }
const priced: Step = { do: 'price', node: 'n0', currency: 'eur', price: 0 }
const inList: Step = { do: 'all', node: 'n0' }
const gone: Step = { do: 'gone', id: 'n0' }
const reading = (which: readonly number[], at = 0): Step => ({ do: 'read', which, back: at })

/** Histories that once were read wrongly. */
const examples: [Step[]][] = [
  // A member of a long list depends on the arguments, and another one changes.
  [[priced, reading([0]), rename, reading([0]), reading([18, 0])]],
  // The same list is read with other arguments in between.
  [[priced, reading([36]), { do: 'list', ids }, reading([0]), reading([36])]],
  // What was gone comes back with the same data, without a step back in time.
  [
    [
      reading([19]),
      { do: 'gone', id: 't0' },
      reading([0]),
      { do: 'must', node: 'n0', must: 't0' },
      reading([19, 25, 0]),
    ],
  ],
  [[gone, reading([0]), gone, reading([0])]],
  // A tag is deleted, comes back and is deleted again, while a map still holds what was built before it came back.
  [
    [
      { do: 'gone', id: 't1' },
      reading([19]),
      { do: 'must', node: 'n1', must: 't1' },
      reading([0]),
      { do: 'gone', id: 't1' },
      reading([51, 37, 0]),
    ],
  ],
  // A row had several versions before its data was replaced, and all of them are read again.
  [
    [
      reading([0]),
      labelled,
      labelled,
      emptied,
      labelled,
      { do: 'rename', node: 'n0', name: 'name 0' },
      reading([0]),
      emptied,
      reading([0], 4),
      inList,
      reading([0]),
      priced,
      inList,
      reading([0, 1], 9),
    ],
  ],
  [[gone, reading([0]), gone, labelled, reading([0]), { do: 'jump', back: 1 }, reading([0])]],
  // In an earlier state, a member of a long list is a part of a cycle.
  [
    [
      inList,
      gone,
      priced,
      { do: 'jump', back: 0 },
      { do: 'rename', node: 'n0', name: 'name 0' },
      reading([0]),
      reading([0], 4),
      { do: 'rename', node: 'n0', name: 'name 0' },
      reading([0]),
    ],
  ],
  // An entity has a version of a long list that it is itself in.
  [
    [
      reading([0]),
      inList,
      reading([0]),
      emptied,
      { do: 'may', node: 'n0', may: null },
      { do: 'remove', ids: ['n0'] },
      reading([0]),
      { do: 'must', node: 'n0', must: 'n0' },
      emptied,
      priced,
      reading([0], 6),
    ],
  ],
  // A long list is met twice in one read of an earlier state.
  [
    [
      inList,
      { do: 'all', node: 'n1' },
      { do: 'remove', ids: ['n1', 'n0'] },
      reading([0]),
      { do: 'must', node: 'n2', must: 't0' },
      { do: 'rename', node: 'n0', name: 'name 0' },
      reading([16], 1),
    ],
  ],
]

describe.each([
  ['rows only', false],
  ['rows and arguments', true],
])('a cached object that depends on %s', (_, hasScalar) => {
  it(
    `equals the object that is built without a cache, in any state of a history (${runs(200)} runs)`,
    {
      timeout: 600_000,
    },
    () => {
      fc.assert(
        fc.property(fc.array(step, { maxLength: 40, size: 'max' }), (steps) => {
          const history = new History(hasScalar)
          for (const it of steps) history.run(it)
        }),
        { numRuns: runs(200), examples },
      )
    },
  )
})
