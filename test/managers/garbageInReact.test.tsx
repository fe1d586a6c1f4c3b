import { act, cleanup, render } from '@testing-library/react'
import * as fc from 'fast-check'
import { Collection, Endpoint, Entity, rows, type RestState } from 'rtk-rest'
import { garbage } from 'rtk-rest/garbage'
import { useLive, useQuery, useSuspense } from 'rtk-rest/react'
import { Fragment, type ReactNode, StrictMode, Suspense, useEffect } from 'react'
import { connect, Provider } from 'react-redux'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { begin, createSchemas, write as run, type Write } from '../support/history'
import { type Read, readsOf } from '../support/historyReads'
import { write } from '../support/historySteps'
import { runs } from '../support/runs'
import { isExhaustive } from '../support/runs'
import { createStore } from '../support/world'

const MINUTE = 60_000
const KEEP_FOR = 5 * MINUTE
const LATE = 2 * MINUTE + 1_000

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 0, 1) })
})

const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

class Song extends Entity {
  id = ''
  title = ''
  static override key = 'Song'
}

const songs = new Collection([Song])
const found = (q: string) => [1, 2, 3].map((at) => ({ id: `${q}${at}`, title: `${q} ${at}` }))
const getSongs = new Endpoint(async ({ q }: { readonly q: string }) => found(q), {
  name: 'getSongs',
  schema: songs,
})

function open(keepFor = KEEP_FOR) {
  const world = createStore({ managers: [garbage({ keepFor })] })
  const count = (table: string) => rows(world.store.getState().rest.entities[table]).length
  const calls = () => rows(world.store.getState().rest.requests).length
  return { ...world, count, calls }
}

describe.each([
  ['outside StrictMode', Fragment],
  ['in StrictMode', StrictMode],
])('a page %s', (_, Mode) => {
  function page(content: ReactNode, { store }: ReturnType<typeof open>): ReactNode {
    return (
      <Mode>
        <Provider store={store}>
          <Suspense fallback="loading">{content}</Suspense>
        </Provider>
      </Mode>
    )
  }

  function Found({ q }: { readonly q: string }): ReactNode {
    return useSuspense(getSongs, { q }).map(({ title }) => <b key={title}>{title}</b>)
  }

  it('keeps what it shows, and what it showed lately', async () => {
    const world = open()
    const { rerender, container } = render(page(<Found q="a" />, world))
    await wait(1_000)
    expect(container.textContent).toBe('a 1a 2a 3')
    rerender(page(<Found q="b" />, world))
    await wait(1_000)
    await wait(30 * MINUTE)
    expect(container.textContent).toBe('b 1b 2b 3')
    expect([world.count('Song'), world.count('[Song]'), world.calls()]).toEqual([3, 1, 1])
    rerender(page(<Found q="c" />, world))
    await wait(1_000)
    await wait(KEEP_FOR - MINUTE)
    expect(world.count('Song')).toBe(6)
    rerender(page(<Found q="b" />, world))
    await wait(0)
    expect(container.textContent).toBe('b 1b 2b 3')
  })

  it('keeps what a query of it shows, which is requested by nobody', async () => {
    const world = open()
    world.controller.set(songs, { q: 'a' }, [{ id: '1', title: 'one' }])
    const Query = (): ReactNode => useQuery(songs, { q: 'a' })?.[0]?.title ?? 'nothing'
    const Other = (): ReactNode => useSuspense(getSongs, { q: 'b' }).length
    const both = (
      <>
        <Query /> <Other />
      </>
    )
    const { rerender, container } = render(page(both, world))
    await wait(60 * MINUTE)
    expect(container.textContent).toBe('one 3')
    rerender(page(<Other />, world))
    await wait(KEEP_FOR)
    expect(world.count('Song')).toBe(4)
    rerender(page(both, world))
    expect(container.textContent).toBe('one 3')
    rerender(page(<Other />, world))
    await wait(KEEP_FOR + LATE)
    expect(world.count('Song')).toBe(3)
  })

  it('is swept that shows a query alone', async () => {
    const world = open()
    const { store, rest } = world
    const Query = (): ReactNode => useQuery(songs, { q: 'a' })?.[0]?.title ?? 'nothing'
    const { container, unmount } = render(page(<Query />, world))
    const load = (q: string) => act(async () => store.dispatch(rest.fetch(getSongs, { q })))
    await load('a')
    await load('b')
    expect(container.textContent).toBe('a 1')
    expect(world.count('Song')).toBe(6)
    await wait(KEEP_FOR + LATE)
    expect(world.count('Song')).toBe(3)
    unmount()
    await wait(KEEP_FOR + LATE)
    expect(world.count('Song')).toBe(0)
  })

  it('that polls thousands of ids, of which it shows 50, keeps what it shows', async () => {
    const pace = isExhaustive ? 1_000 : 4_000
    const world = open()
    let first = 0
    const getFeed = new Endpoint(
      async () => {
        first += 50
        return Array.from({ length: 50 }, (_unused, at) => ({ id: `${first + at}`, title: '' }))
      },
      { name: 'getFeed', schema: [Song], pollFrequency: pace },
    )
    const Feed = (): ReactNode => useLive(getFeed).length
    const { container } = render(page(<Feed />, world))
    await wait(0)
    await wait(400_000)
    expect(first).toBeGreaterThanOrEqual((50 * 400_000) / pace)
    expect(container.textContent).toBe('50')
    // As many as come within `keepFor` and two sweeps.
    expect(world.count('Song')).toBeLessThanOrEqual((50 * 425_000) / pace)
    cleanup()
    await wait(KEEP_FOR + LATE)
    expect(world.count('Song')).toBe(0)
  })

  it('is as small after 1,000 searches as after one', async () => {
    const world = open(0)
    const Search = ({ q }: { readonly q: string }): ReactNode => useSuspense(getSongs, { q }).length
    const { rerender } = render(page(<Search q="0" />, world))
    let largest = 0
    for (let q = 1; q <= 100; q++) {
      for (let at = 0; at < 10; at++) {
        world.controller.setResponse(getSongs, { q: `${q}-${at}` }, [
          { id: `${q}-${at}`, title: '' },
        ])
      }
      rerender(page(<Search q={`${q}-0`} />, world))
      await wait(500)
      largest = Math.max(largest, world.count('Song'))
    }
    expect(largest).toBeLessThan(100)
    await wait(10_000)
    expect([world.count('Song'), world.count('[Song]'), world.calls()]).toEqual([1, 1, 1])
  })
})

describe('a `connect`ed component', () => {
  it('shows a list that it retains after ten sweeps, as selectors alone read nothing', async () => {
    const { store, rest, count, actions } = open()
    interface Props {
      readonly titles: readonly string[] | undefined
      retain(): { release(): void }
    }
    const List = ({ titles, retain }: Props): ReactNode => {
      useEffect(() => {
        const held = retain()
        return () => held.release()
      }, [retain])
      return titles?.join() ?? 'nothing'
    }
    const ConnectedList = connect(
      (state: { readonly rest: RestState }) => ({
        titles: rest.selectors.selectData(state, getSongs, { q: 'a' })?.map(({ title }) => title),
      }),
      { retain: () => rest.retain(getSongs, { q: 'a' }) },
    )(List)
    const { container, unmount } = render(
      <Provider store={store}>
        <ConnectedList />
      </Provider>,
    )
    await wait(1_000)
    const sweeps = () => actions.filter(({ type }) => type === 'rest/gc').length
    for (let at = 0; at < 10; at++) {
      act(
        () =>
          void store.dispatch(
            rest.setResponse(getSongs, { q: `${at}` }, [{ id: `${at}`, title: '' }]),
          ),
      )
      await wait(KEEP_FOR + LATE)
    }
    expect(sweeps()).toBeGreaterThanOrEqual(10)
    expect(container.textContent).toBe('a 1,a 2,a 3')
    expect(count('Song')).toBe(3)
    unmount()
    await wait(KEEP_FOR + LATE)
    expect(count('Song')).toBe(0)
  })
})

type Step =
  Write | { readonly do: 'sweep' } | { readonly do: 'mount' | 'unmount'; readonly at: number }

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: write },
  { weight: 3, arbitrary: fc.constant({ do: 'sweep' as const }) },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constantFrom('mount' as const, 'unmount' as const),
      at: fc.nat(),
    }),
  },
)

/** A store in which everything may refer to everything, and a page that reads some of it. */
class World {
  readonly #world = open(0)
  readonly #schemas = createSchemas(true)
  readonly #reads: readonly Read[] = readsOf(this.#world.rest, this.#schemas)
  readonly #mounted = new Set<Read>()
  readonly #shown = new Map<Read, unknown>()
  readonly #page = render(this.#content())

  constructor() {
    const { store, rest } = this.#world
    // So that somebody looks at the page.
    store.dispatch(rest.retain(getNothing))
    act(() => begin(this.#world.controller, this.#schemas))
  }

  async run(it: Step): Promise<void> {
    if (it.do === 'sweep') return this.#sweep()
    if (!('at' in it)) return act(() => run(this.#world.controller, this.#schemas, it))
    const read = this.#reads[it.at % this.#reads.length] as Read
    if (it.do === 'mount') this.#mounted.add(read)
    else this.#mounted.delete(read)
    act(() => this.#page.rerender(this.#content()))
  }

  /** As many as it takes for all that is unused to go. */
  async #sweep(): Promise<void> {
    const before = new Map(this.#shown)
    await wait(4_000)
    const { rest } = this.#world.store.getState()
    for (const read of this.#mounted) {
      expect(this.#shown.get(read), read.name).toEqual(before.get(read))
      expect(read.remembered(rest), `the selector of ${read.name}`).toEqual(before.get(read))
    }
  }

  async end(): Promise<void> {
    this.#mounted.clear()
    act(() => this.#page.rerender(this.#content()))
    await wait(10_000)
    const { entities } = this.#world.store.getState().rest
    const left = Object.entries(entities).filter(([, table]) => rows(table).length > 0)
    expect(left).toEqual([])
    this.#page.unmount()
  }

  #content(): ReactNode {
    const { store } = this.#world
    return (
      <Provider store={store}>
        {[...this.#mounted].map((read) => (
          <Reader key={read.name} read={read} shown={this.#shown} />
        ))}
      </Provider>
    )
  }
}

function Reader({ read, shown }: { read: Read; shown: Map<Read, unknown> }): ReactNode {
  shown.set(read, useQuery(read.schema, ...([read.args] as never)))
  return null
}

const getNothing = new Endpoint(async () => 'nothing', { name: 'getNothing' })

describe('sweeps', () => {
  it(
    `never change what mounted readers and selectors of the same show, and remove all else (${runs(40)} runs)`,
    { timeout: 600_000 },
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(step, { maxLength: 25, size: 'max' }), async (steps) => {
          const world = new World()
          for (const it of steps) await world.run(it)
          await world.end()
        }),
        { numRuns: runs(40), endOnFailure: false },
      )
    },
  )
})
