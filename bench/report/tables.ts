import { libraries } from '../libraries/libraries'
import type { Measured, Results } from '../measure'
import type { Cell } from '../sample'
import { type Check, isMet, type Target } from '../targets'
import { digits, formatBytes, formatCell, formatTable, formatTime } from './format'

const OWN = 'rtk-rest'
const names = libraries.map(({ name }) => name)

/** What was wanted and what came out, a line for each check. */
export function targetTable(targets: readonly Target[]): string {
  const lines = targets.flatMap(({ id, work, checks }) =>
    checks.map((check, at) => [
      at === 0 ? id : '',
      at === 0 ? work : '',
      check.what,
      `≤ ${digits(check.limit)} ${check.unit}`,
      check.value === undefined ? 'not measured' : digits(check.value),
      verdict(check),
    ]),
  )
  return formatTable(['', 'work', 'of', 'target', 'measured', ''], lines)
}

/** `met`, or by how much not. */
export function verdict(check: Check): string {
  const isGood = isMet(check)
  if (isGood === undefined) return '–'
  if (isGood) return 'met'
  const { value = 0, limit } = check
  return limit === 0 ? `missed by ${digits(value)}` : `missed, ${digits(value / limit)} × as much`
}

/** Everybody's times, with the yardsticks in front. */
export function timeTable(rows: readonly Measured[]): string {
  return formatTable(
    ['', 'work', 'issues', 'yardstick', ...names],
    rows.map(({ target, work, size, shape, cells }) => [
      target,
      work,
      `${size.toLocaleString('en')}${shape === 'issues' ? '' : `, ${shape}`}`,
      yardsticks(cells),
      ...names.map((name) => formatCell(cells[name])),
    ]),
  )
}

/** Garbage of one update and read. */
export function garbageTable(rows: readonly Measured[]): string {
  const weighed = rows.filter(({ cells }) => cells[OWN]?.bytes !== undefined)
  return formatTable(
    ['', 'garbage of', 'issues', ...names],
    weighed.map(({ target, work, size, shape, cells }) => [
      target,
      work,
      `${size.toLocaleString('en')}${shape === 'issues' ? '' : `, ${shape}`}`,
      ...names.map((name) => garbage(cells[name])),
    ]),
  )
}

/** Where another library did the same work faster, and where none did; the worst loss first. */
export function standingsTable(rows: readonly Measured[]): string {
  const standings = rows.flatMap((row) => standing(row) ?? []).toSorted((a, b) => b.ratio - a.ratio)
  const lines = standings.map(({ row, best, ratio }) => [
    ratio > 1 ? 'loss' : 'win',
    row.target,
    row.work,
    `${row.size.toLocaleString('en')}${row.shape === 'issues' ? '' : `, ${row.shape}`}`,
    best,
    ratio > 1 ? `${digits(ratio)} × its time` : `${digits(1 / ratio)} × faster`,
  ])
  return formatTable(['', '', 'work', 'issues', 'fastest other', 'rtk-rest takes'], lines)
}

/** New objects after each kind of change. */
export function referenceTable({ references }: Pick<Results, 'references'>): string {
  return formatTable(
    [
      'new item references',
      'same response again',
      'same list',
      'one issue changed',
      'one user changed',
      'issues with that user',
      'left stale',
    ],
    references.map((it) => [
      it.library,
      `${it.rewritten}`,
      it.isSameList ? 'yes' : 'no',
      `${it.oneChanged}`,
      `${it.userChanged}`,
      `${it.containing}`,
      `${it.stale}`,
    ]),
  )
}

/** Renders of a component that loads a list as it mounts. */
export function renderTable({ renders }: Pick<Results, 'renders'>): string {
  return formatTable(
    ['first load in a hook', 'renders for pending', 'renders'],
    renders.map(({ library, pending, total }) => [library, `${pending}`, `${total}`]),
  )
}

/** Requests that readers send by themselves. */
export function requestTable({ requests }: Pick<Results, 'requests'>): string {
  return formatTable(
    ['requests of a reader', '5 to 20 operations overlap', 'a message each 100 ms for 10 s'],
    requests.map(({ library, overlapping, fed }) => [library, digits(overlapping), `${fed}`]),
  )
}

/** A poll of a list of which each issue has a row on the page. */
export function pollTable({ polls }: Pick<Results, 'polls'>): string {
  return formatTable(
    ['a poll of 1,000 of which 10 changed', 'to the last render', '× JSON.parse', 'renders'],
    polls.map(({ library, ms, parsed, renders }) => [
      library,
      formatTime(ms),
      digits(ms / parsed),
      `${renders}`,
    ]),
  )
}

/** Calls, lists and entities in the state. */
export function unusedTable({ unused }: Pick<Results, 'unused'>): string {
  if (unused === undefined) return ''
  const { searches, feed } = unused
  return formatTable(
    ['rows in the state', 'without `garbage`', 'with it'],
    [
      ['after 10,000 searches, of which one is shown', searches.without, searches.with],
      ['after 20,000 entities of a feed, of which 50 are shown', feed.without, feed.with],
    ].map((cells) => cells.map((it) => it.toLocaleString('en'))),
  )
}

/** Memory that is kept. */
export function retainedTable({ retained }: Results): string {
  return formatTable(
    ['retained after a read', 'issues', 'bytes per issue'],
    retained.map(({ library, size, bytes }) => [
      library,
      size.toLocaleString('en'),
      Math.round(bytes).toLocaleString('en'),
    ]),
  )
}

function yardsticks(cells: Measured['cells']): string {
  return Object.entries(cells)
    .flatMap(([name, { ms }]) =>
      names.includes(name) || ms === undefined ? [] : `${name} ${formatTime(ms)}`,
    )
    .join(', ')
}

function garbage(cell: Cell | undefined): string {
  const { bytes } = cell ?? {}
  return bytes === undefined || Number.isNaN(bytes) ? '–' : formatBytes(bytes)
}

function standing(row: Measured) {
  const own = row.cells[OWN]?.ms
  const others = names.flatMap((name) => {
    const ms = row.cells[name]?.ms
    return name.startsWith(OWN) || ms === undefined ? [] : [{ name, ms }]
  })
  const best = others.toSorted((a, b) => a.ms - b.ms)[0]
  return own === undefined || best === undefined
    ? undefined
    : { row, best: best.name, ratio: own / best.ms }
}
