import { readFileSync } from 'node:fs'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { takeUninvited } from './support/Gate'
import type { History } from './support/history'
import { Library } from './support/Library'
import type { Call, Instant, Operation } from './support/operations'
import { expectedBy, type Seen } from './support/pairedPage'
import {
  firsts,
  historiesOf,
  itemOf,
  type PairName,
  possiblePairs,
  readTables,
  secondsOf,
} from './support/pairs'
import { Rules } from './support/Rules'
import type { Id } from './support/server'
import { asSubject } from './support/runHistories'
import type { Subject } from './support/Subject'

// The page is the specification: every two operations are run in every order of landings, and of what the server does first.
const tables = readTables(readFileSync('docs/order.md', 'utf8'))
const pairs = possiblePairs()

/** The cases of a test, by what they are called. */
function named(pairs: readonly PairName[]): [name: string, pair: PairName][] {
  return pairs.map((it) => [`${it.first}, and ${it.moment} ${it.second}`, it])
}

async function look(subject: Subject, pair: PairName): Promise<Seen> {
  const id = itemOf(pair)
  const { items, calls } = subject.show()
  const item = calls[id] === undefined ? undefined : items[id]
  const refetched: string[] = []
  if (await subject.isStale(id)) refetched.push('the item')
  if (await subject.isStale('list')) refetched.push('the list')
  const list = calls.list?.toSorted() as Id[] | undefined
  return { item: item && { a: item.a, b: item.b }, list, refetched }
}

async function play({ operations, steps }: History, subject: Subject): Promise<void> {
  for (const { op, do: what, outcome = 'ok', response } of steps) {
    const operation = operations[op] as Operation
    if (what === 'start') await subject.start(op, operation)
    else if (what === 'end') await subject.end(op, { outcome, response })
    else subject.happen(op, operation as Instant, response)
  }
}

describe('the tables of docs/order.md', () => {
  it('have each operation, and only overlaps that there are', () => {
    const seconds = firsts.flatMap(secondsOf).map((it) => it.replace(/ of .* field$/, ''))
    expect([...tables.effects.keys()].toSorted()).toEqual([...new Set(seconds)].toSorted())
    const possible = named(pairs).map(([name]) => name)
    const overlaps = tables.overlaps.map((it): PairName => ({ ...it, moment: 'meanwhile' }))
    for (const [name] of named(overlaps)) expect(possible).toContain(name)
  })

  it.each(named(pairs))('follow from the rules: %s', async (_name, pair) => {
    for (const history of historiesOf(pair)) {
      const rules = asSubject(new Rules(history.server.items), history)
      await play(history, rules)
      expect(await look(rules, pair)).toEqual(expectedBy(tables, pair, history))
    }
  })
})

describe('a page', () => {
  it.each(named(pairs))('shows what is in the tables, after %s', async (_name, pair) => {
    for (const [at, history] of historiesOf(pair).entries()) {
      await withLibrary(history, at % 2 === 1, async (library) => {
        await play(history, library)
        expect(await look(library, pair)).toEqual(expectedBy(tables, pair, history))
      })
    }
  })
})

const changes = /^a (?:patch|deletion|push|set)/

const overlaps = pairs.filter(({ first, second, moment }) => {
  return moment === 'meanwhile' && changes.test(first) && !/^an |reset/.test(second)
})

describe('readers that are mounted', () => {
  afterEach(() => {
    vi.useRealTimers()
  })

  it.each(named(overlaps))(
    'request what is doubtful and nothing else when nothing is in flight, after %s',
    async (_name, pair) => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
      for (const history of historiesOf(pair)) {
        const { item, refetched } = expectedBy(tables, pair, history)
        await withLibrary(history, false, async (library) => {
          const mounted = readersOf(pair, history, item !== undefined)
          for (const call of mounted) library.mount(call)
          await play(history, library)
          await vi.advanceTimersByTimeAsync(1_000)
          const sent = mounted.map((call) => (call === 'list' ? 'getList' : 'get'))
          const isRequested = refetched.includes('the list')
          expect(takeUninvited().toSorted()).toEqual(isRequested ? sent.toSorted() : [])
        })
      }
    },
  )
})

/** The list, and the item where it is there all the time: a reader of missing data sends a request in any case. */
function readersOf(pair: PairName, { server }: History, isShown: boolean): Call[] {
  const id = itemOf(pair)
  return isShown && server.items.some((it) => it.id === id) ? [id, 'list'] : ['list']
}

async function withLibrary(
  { server }: History,
  isTicking: boolean,
  run: (library: Library) => Promise<void>,
): Promise<void> {
  takeUninvited()
  const library = new Library(server.items, isTicking)
  try {
    await run(library)
  } finally {
    library.dispose()
  }
}
