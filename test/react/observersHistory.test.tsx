import { act, render } from '@testing-library/react'
import * as fc from 'fast-check'
import { Endpoint, type ReadEndpoint, type RestState } from 'rtk-rest'
import { useCache, useQuery } from 'rtk-rest/react'
import type { ReactNode } from 'react'
import { Provider } from 'react-redux'
import { describe, expect, it } from 'vitest'
import {
  begin,
  createSchemas,
  createTravelling,
  ids,
  write as run,
  type Write,
} from '../support/history'
import { type Read, readsOf } from '../support/historyReads'
import { write } from '../support/historySteps'
import { runs } from '../support/runs'
import { differenceOf } from '../support/sameGraph'

type Step = Write | { readonly do: 'jump'; readonly back: number }

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 9, arbitrary: write },
  fc.record({ do: fc.constant('jump' as const), back: fc.nat(8) }),
)

const NO_ARGS: never[] = []

/** What is on a page: for each reader what it shows, and how often it was rendered. */
class Page {
  readonly shown = new Map<string, unknown>()
  readonly renders = new Map<string, number>()

  show(name: string, value: unknown): null {
    this.shown.set(name, value)
    this.renders.set(name, (this.renders.get(name) ?? 0) + 1)
    return null
  }
}

function QueryReader({ read, page }: { readonly read: Read; readonly page: Page }): ReactNode {
  return page.show(read.name, useQuery(read.schema, ...([read.args] as never)))
}

function CacheReader({
  endpoint,
  page,
}: {
  readonly endpoint: ReadEndpoint
  readonly page: Page
}): ReactNode {
  return page.show(endpoint.name, useCache(endpoint, ...NO_ARGS))
}

/** A store, and a page on which all that is read of it is mounted. */
class Mounted {
  readonly #schemas: ReturnType<typeof createSchemas>
  readonly #world = createTravelling()
  readonly #page = new Page()
  readonly #states: RestState[] = []
  readonly #reads: readonly Read[]
  readonly #endpoint: ReadEndpoint
  #hasJumped = false
  readonly unmount: () => void

  constructor(hasScalar: boolean) {
    const { rest, controller, store } = this.#world
    this.#schemas = createSchemas(hasScalar)
    this.#reads = readsOf(rest, this.#schemas)
    this.#endpoint = new Endpoint(async () => ids, { name: 'nodes', schema: this.#schemas.nodes })
    begin(controller, this.#schemas)
    const page = this.#page
    const { unmount } = render(
      <Provider store={store}>
        {this.#reads.map((read) => (
          <QueryReader key={read.name} read={read} page={page} />
        ))}
        <CacheReader endpoint={this.#endpoint} page={page} />
      </Provider>,
    )
    this.unmount = unmount
    this.check(new Map())
  }

  run(step: Step): void {
    const before = new Map(this.#page.shown)
    const renders = new Map(this.#page.renders)
    this.#hasJumped ||= step.do === 'jump'
    act(() => {
      const { controller, jump } = this.#world
      if (step.do !== 'jump') run(controller, this.#schemas, step)
      else jump(this.#states.at(-1 - (step.back % this.#states.length)) as RestState)
    })
    this.check(renders, before)
  }

  check(renders: ReadonlyMap<string, number>, before?: ReadonlyMap<string, unknown>): void {
    const state = this.#world.store.getState()
    this.#states.push(state.rest)
    const { selectData } = this.#world.rest.selectors
    const expected = new Map(this.#reads.map((read) => [read.name, read.remembered(state.rest)]))
    expected.set(this.#endpoint.name, selectData(state, this.#endpoint, ...NO_ARGS))
    for (const [name, value] of expected) {
      const shown = this.#page.shown.get(name)
      // After a jump, a long list is built again for the state, and a hook that needs no update has the one before.
      const isShown = this.#hasJumped
        ? differenceOf(shown, value) === undefined
        : Object.is(shown, value)
      expect(isShown, `${name} is shown`).toBe(true)
      if (before === undefined || before.get(name) !== value) continue
      expect(this.#page.renders.get(name), `${name} is not rendered again`).toBe(renders.get(name))
    }
  }
}

describe.each([
  ['rows only', false],
  ['rows and arguments', true],
])('hooks that read data that depends on %s', (_, hasScalar) => {
  it(
    `return the values of selectors, and render only when these change (${runs(60)} runs)`,
    {
      timeout: 600_000,
    },
    () => {
      fc.assert(
        fc.property(fc.array(step, { maxLength: 20, size: 'max' }), (steps) => {
          const page = new Mounted(hasScalar)
          for (const it of steps) page.run(it)
          page.unmount()
        }),
        { numRuns: runs(60), endOnFailure: false },
      )
    },
  )
})
