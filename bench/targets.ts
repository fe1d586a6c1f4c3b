import { lookalikes, searches } from './rows/keyRows'
import type { Measured, Results } from './measure'

const OWN = 'rtk-rest'

/** One number that a target needs. `value` is absent where this run did not measure it. */
export interface Check {
  readonly what: string
  readonly value: number | undefined
  readonly limit: number
  /** What is counted: `×` of another time, µs, kB, …; shown behind the numbers. */
  readonly unit: string
}

/** What was wanted of one kind of work, and what came out. */
export interface Target {
  readonly id: string
  readonly work: string
  readonly checks: readonly Check[]
}

/** Holds the results against the targets P1 to P10, and P16 to P29. */
export function judge(results: Results): Target[] {
  const { rows } = results
  const ratio = (id: string, size: number, to: string, limit: number): Check =>
    ratioCheck(rows, id, size, to, limit)
  const both = (id: string, to: string, limit: number): Check[] =>
    [1_000, 10_000].map((size) => ratio(id, size, to, limit))
  return [
    target('P1', 'write a list into an empty store', [
      ...both('P1', 'JSON.parse', 0.8),
      ...both('P1', 'data-client', 0.5),
    ]),
    target('P2', 'write the same list again, read', [
      ...both('P2', 'JSON.parse', 0.8),
      ...both('P2', 'data-client', 0.15),
      referenceCheck(results, 'new references', ({ rewritten }) => rewritten, 0),
    ]),
    target('P3', 'first read', [
      ...both('P3', 'data-client', 0.35),
      ...both('P3', 'JSON.parse', 0.6),
    ]),
    target(
      'P4',
      'read again, nothing changed, through `selectData`',
      [100, 1_000, 10_000].map((size) => timeCheck(rows, 'P4', size, 0.3)),
    ),
    target('P4b', 'update one, read each of 1,000', [ratio('P4b', 1_000, 'TanStack Query', 1)]),
    target('P5', 'update one, read the list', [
      ...updateChecks(rows, ratio),
      growthCheck(rows, 'P5', [1_000, 10_000], 1.5),
    ]),
    ...judgeRest(results, ratio),
  ]
}

/** Undefined where nothing was measured. */
export function isMet({ value, limit }: Check): boolean | undefined {
  return value === undefined || Number.isNaN(value) ? undefined : value <= limit
}

function judgeRest(results: Results, ratio: Ratio): Target[] {
  const { rows } = results
  return [
    target('P6', 'update one that is not in the list, read the list', [
      ...[100, 1_000, 10_000, 100_000].map((size) => timeCheck(rows, 'P6', size, 20)),
      growthCheck(rows, 'P6', [10_000, 100], 5),
      growthCheck(rows, 'P6', [100_000, 100], 5),
      growthCheck(rows, 'P6', [1_000, 10_000], 1.5),
    ]),
    target('P7', 'put one on the list, read', [ratio('P7', 10_000, 'data-client', 0.15)]),
    target('P8', 'optimistic update, read, roll back, read', [
      timeCheck(rows, 'P8', 10_000, 300),
      ratio('P8', 10_000, 'TanStack Query', 0.6),
    ]),
    target('P9', 'references changed', [
      referenceCheck(results, 'after one change', ({ oneChanged }) => oneChanged, 1),
      referenceCheck(
        results,
        'beyond those that contain a changed user',
        ({ userChanged, containing }) => Math.abs(userChanged - containing),
        0,
      ),
    ]),
    target('P10', 'bytes retained per issue after a read', [retainedCheck(results)]),
    target('P16', 'first load in a hook: loading, then data', [
      renderCheck(results, 'from mount to data', ({ total }) => total, 2),
      renderCheck(results, 'for the pending request', ({ pending }) => pending, 0),
    ]),
    target('P17', 'keys that look alike', keyChecks(rows)),
    target('P18', 'push one by one while an older request hangs', [
      ratio('P18', 2_000, 'nothing hangs', 1.2),
    ]),
    target('P19', 'update one beside those in flight, read', [
      timeCheck(rows, 'P19', 1_000, 2_000),
    ]),
    target('P19b', 'update one of those in flight, read', [timeCheck(rows, 'P19b', 1_000, 2_000)]),
    ...judgeLandings(results),
  ]
}

function judgeLandings(results: Results): Target[] {
  const { rows } = results
  return [
    target('P20', 'those put on a list land together', [timeCheck(rows, 'P20', 200, 1_000_000)]),
    target('P21', 'patches of one issue land together', [timeCheck(rows, 'P21', 200, 300_000)]),
    target('P21b', 'functions of one issue land together', [
      timeCheck(rows, 'P21b', 200, 2_000_000),
    ]),
    target('P22', 'one of those in flight lands, read', [timeCheck(rows, 'P22', 1_000, 2_000)]),
    target('P23', 'requests of a reader while operations overlap', [
      requestCheck(results, 'on average', ({ overlapping }) => overlapping, 2),
    ]),
    target('P24', 'requests of the reader of a list that messages feed', [
      requestCheck(results, 'in 10 s', ({ fed }) => fed, 0),
    ]),
    ...judgeUnused(results),
    target('P28', 'update one beside many lists of other values', [
      growthCheck(rows, 'P28', [10_000, 10], 2),
    ]),
    target('P28b', 'update one beside many lists of which it cannot be told', [
      timeCheck(rows, 'P28b', 10_000, 50_000),
    ]),
    target('P29', 'a poll of 1,000 that are mounted; 10 changed', [
      pollCheck(results, 'to the last render', ({ ms, parsed }) => ms / parsed, 1, '× JSON.parse'),
      pollCheck(results, 'of the rows', ({ renders }) => renders, 10, 'renders'),
    ]),
  ]
}

function kB(bytes: number | undefined): number | undefined {
  return bytes === undefined ? undefined : bytes / 1000
}

function judgeUnused({ unused }: Results): Target[] {
  return [
    target('P25', 'what stays in the state of what nothing uses, with `garbage`', [
      { what: 'after 10,000 searches', value: unused?.searches.with, limit: 10, unit: 'rows' },
      { what: 'after 20,000 of a feed', value: unused?.feed.with, limit: 60, unit: 'rows' },
    ]),
    target('P26', 'a sweep over 100,000 rows, at once', [
      { what: 'a slice', value: unused?.slice, limit: 4, unit: 'ms' },
      { what: 'an action that removes 5,000', value: unused?.removal, limit: 16, unit: 'ms' },
    ]),
    target('P27', 'growth of the heap in the second half', [
      { what: 'of 10,000 mounts', value: kB(unused?.mounts), limit: 2_000, unit: 'kB' },
      { what: 'of a million selectors', value: kB(unused?.selectors), limit: 2_000, unit: 'kB' },
    ]),
  ]
}

type Ratio = (id: string, size: number, to: string, limit: number) => Check

function updateChecks(rows: readonly Measured[], ratio: Ratio): Check[] {
  const limits = [
    [1_000, 0.02],
    [10_000, 0.003],
    [100_000, 0.005],
  ] as const
  return limits.flatMap(([size, limit]) => [
    ratio('P5', size, 'data-client', limit),
    ratio('P5', size, 'TanStack Query', 1),
    garbageCheck(rows, size),
  ])
}

/** 1.5 times what random keys take. */
function keyChecks(rows: readonly Measured[]): Check[] {
  const shapes = [...lookalikes, searches].map(({ name }) => name)
  return shapes.map((shape) => {
    const cells = rows.find((row) => row.target === 'P17' && row.shape === shape)?.cells
    const own = cells?.[OWN]?.ms
    const other = cells?.['random keys']?.ms
    const value = own === undefined || other === undefined ? undefined : own / other
    return { what: shape, value, limit: 1.5, unit: '× random keys' }
  })
}

function target(id: string, work: string, checks: readonly Check[]): Target {
  return { id, work, checks }
}

function cellOf(rows: readonly Measured[], id: string, size: number, name: string) {
  const row = rows.find((it) => it.target === id && it.size === size && it.shape === 'issues')
  return row?.cells[name]
}

function ratioCheck(
  rows: readonly Measured[],
  id: string,
  size: number,
  to: string,
  limit: number,
): Check {
  const own = cellOf(rows, id, size, OWN)?.ms
  const other = cellOf(rows, id, size, to)?.ms
  const value = own === undefined || other === undefined ? undefined : own / other
  return { what: size.toLocaleString('en'), value, limit, unit: `× ${to}` }
}

function timeCheck(rows: readonly Measured[], id: string, size: number, limit: number): Check {
  const ms = cellOf(rows, id, size, OWN)?.ms
  const value = ms === undefined ? undefined : ms * 1000
  return { what: size.toLocaleString('en'), value, limit, unit: 'µs' }
}

function growthCheck(
  rows: readonly Measured[],
  id: string,
  [size, otherSize]: readonly [number, number],
  limit: number,
): Check {
  const own = cellOf(rows, id, size, OWN)?.ms
  const other = cellOf(rows, id, otherSize, OWN)?.ms
  const value = own === undefined || other === undefined ? undefined : own / other
  const unit = `× the same at ${otherSize.toLocaleString('en')}`
  return { what: size.toLocaleString('en'), value, limit, unit }
}

function garbageCheck(rows: readonly Measured[], size: number): Check {
  const bytes = cellOf(rows, 'P5', size, OWN)?.bytes
  const value = bytes === undefined ? undefined : bytes / 1000
  return { what: size.toLocaleString('en'), value, limit: 200, unit: 'kB of garbage' }
}

function referenceCheck(
  { references }: Results,
  what: string,
  count: (it: Results['references'][number]) => number,
  limit: number,
): Check {
  const own = references.find(({ library }) => library === OWN)
  return { what, value: own && count(own), limit, unit: `of ${own?.size ?? 0}` }
}

function renderCheck(
  { renders }: Results,
  what: string,
  count: (it: Results['renders'][number]) => number,
  limit: number,
): Check {
  const own = renders.find(({ library }) => library === OWN)
  return { what, value: own && count(own), limit, unit: 'renders' }
}

function requestCheck(
  { requests }: Results,
  what: string,
  count: (it: Results['requests'][number]) => number,
  limit: number,
): Check {
  const own = requests.find(({ library }) => library === OWN)
  return { what, value: own && count(own), limit, unit: 'requests' }
}

function pollCheck(
  { polls }: Results,
  what: string,
  count: (it: Results['polls'][number]) => number,
  limit: number,
  unit: string,
): Check {
  const own = polls.find(({ library }) => library === OWN)
  return { what, value: own && count(own), limit, unit }
}

function retainedCheck({ retained }: Results): Check {
  const own = retained.find(({ library }) => library === OWN)
  const what = own?.size.toLocaleString('en') ?? ''
  return { what, value: own?.bytes, limit: 1_000, unit: 'bytes' }
}
