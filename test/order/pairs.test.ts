import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { takeUninvited } from './support/Gate'
import type { History } from './support/history'
import { Library } from './support/Library'
import type { Call, Instant, Operation } from './support/operations'
import {
  fieldsOfCell,
  firsts,
  historiesOf,
  itemOf,
  type Moment,
  momentsOf,
  readTables,
  type Row,
  secondsOf,
} from './support/pairs'
import { Rules } from './support/Rules'
import { asSubject } from './support/runHistories'
import type { Subject } from './support/Subject'

// The page is the specification: every row of its tables is run in every order of landings, and of what the server does first.
const rows = readTables(readFileSync('docs/order.md', 'utf8'))

/** The cases of a test, by what they are called. */
function named(rows: readonly Row[]): [name: string, row: Row][] {
  return rows.map((row) => [`${row.first}, and ${row.when} ${row.second}`, row])
}

/** What is in a row, and what a page shows. */
interface Seen {
  readonly item: object | undefined
  readonly list: readonly string[] | undefined
  readonly refetched: readonly string[]
}

function expectedBy(row: Row, { operations }: History): Seen {
  const id = itemOf(row)
  const lists: Record<string, readonly string[] | undefined> = {
    // What is pushed joins item 1.
    'with it': id === '2' ? ['1', '2'] : ['1'],
    'without it': id === '2' ? ['1'] : [],
    'with both': ['1', '2'],
    'with the other': ['2'],
    nothing: undefined,
  }
  if (!(row.list in lists)) throw new Error(`No list is "${row.list}"`)
  return {
    item: fieldsOfCell(row.item, operations, id),
    list: lists[row.list],
    refetched: refetchedBy(row),
  }
}

function refetchedBy({ refetched }: Row): readonly string[] {
  const names = refetched.replace(', at once', '')
  return names === 'no' ? [] : names.split(' and ')
}

async function look(subject: Subject, row: Row): Promise<Seen> {
  const id = itemOf(row)
  const { items, calls } = subject.show()
  const item = calls[id] === undefined ? undefined : items[id]
  const refetched: string[] = []
  if (await subject.isStale(id)) refetched.push('the item')
  if (await subject.isStale('list')) refetched.push('the list')
  return { item: item && { a: item.a, b: item.b }, list: calls.list?.toSorted(), refetched }
}

async function play({ operations, steps }: History, subject: Subject): Promise<void> {
  for (const { op, do: what, outcome = 'ok', response } of steps) {
    const operation = operations[op] as Operation
    if (what === 'start') await subject.start(op, operation)
    else if (what === 'end') await subject.end(op, { outcome, response })
    else subject.happen(op, operation as Instant, response)
  }
}

function allHistoriesOf(row: Row): History[] {
  return momentsOf(row).flatMap((moment) => historiesOf(row.first, row.second, moment))
}

describe('the tables of docs/order.md', () => {
  it('have one row for every two operations and when the second one starts', () => {
    const moments: readonly Moment[] = ['meanwhile', 'afterwards']
    const possible = firsts.flatMap((first) =>
      secondsOf(first).flatMap((second) =>
        moments
          .filter((moment) => historiesOf(first, second, moment).length > 0)
          .map((moment) => `${first}, and ${moment} ${second}`),
      ),
    )
    const found = rows.flatMap((row) =>
      momentsOf(row).map((moment) => `${row.first}, and ${moment} ${row.second}`),
    )
    expect(found).toEqual(possible)
  })

  it.each(named(rows))('follow from the rules: %s', async (_name, row) => {
    for (const history of allHistoriesOf(row)) {
      const rules = asSubject(new Rules(history.server.items), history)
      await play(history, rules)
      expect(await look(rules, row)).toEqual(expectedBy(row, history))
    }
  })
})

describe('a page', () => {
  it.each(named(rows))('shows what is in the table, after %s', async (_name, row) => {
    for (const [at, history] of allHistoriesOf(row).entries()) {
      await withLibrary(history, at % 2 === 1, async (library) => {
        await play(history, library)
        expect(await look(library, row)).toEqual(expectedBy(row, history))
      })
    }
  })
})

const writes = /^a (?:patch|deletion|push|set)/

const overlaps = rows.filter(({ first, second, when }) => {
  return when.startsWith('meanwhile') && writes.test(first) && writes.test(second)
})

describe('readers that are mounted', () => {
  it.each(named(overlaps))(
    'send requests at once where the table has it so, after %s',
    async (_name, row) => {
      for (const history of historiesOf(row.first, row.second, 'meanwhile')) {
        await withLibrary(history, false, async (library) => {
          const mounted = readersOf(row, history)
          for (const call of mounted) library.mount(call)
          await play(history, library)
          await new Promise((resolve) => setTimeout(resolve))
          const sent = mounted.map((call) => (call === 'list' ? 'getList' : 'get'))
          const isAtOnce = row.refetched.endsWith(', at once')
          expect(takeUninvited().toSorted()).toEqual(isAtOnce ? sent.toSorted() : [])
        })
      }
    },
  )
})

/** The list, and the item where it is there all the time: a reader of missing data sends a request in any case. */
function readersOf(row: Row, { server }: History): Call[] {
  const id = itemOf(row)
  const isThere = row.item !== 'nothing' && server.items.some((it) => it.id === id)
  return isThere ? [id, 'list'] : ['list']
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
