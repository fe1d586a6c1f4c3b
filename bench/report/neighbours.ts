import { libraries } from '../libraries/libraries'
import type { Measured } from '../measure'
import { digits, formatTable, formatTime } from './format'

const OWN = 'rtk-rest'

/** The rows that say most to someone who chooses a library: a list of 10,000 issues, each with its users and labels. */
const SHOWN = ['P5', 'P6', 'P7', 'P8', 'P4', 'P2', 'P1', 'P3']
const SIZE = 10_000
const CHARTED = 'P5'

const others = libraries.map(({ name }) => name).filter((name) => !name.startsWith(OWN))

/** How long each other library takes for the same work, as a multiple of the time of rtk-rest. */
export function neighboursTable(rows: readonly Measured[]): string {
  const lines = SHOWN.flatMap((target) => {
    const row = rowOf(rows, target)
    const own = timeOf(row, OWN)
    if (row === undefined || own === undefined) return []
    return [[row.work, formatTime(own), ...others.map((name) => ratio(timeOf(row, name), own))]]
  })
  return formatTable([`${SIZE.toLocaleString('en')} issues`, OWN, ...others], lines)
}

/** A chart of the times of one row, which GitHub draws; the fastest first. */
export function neighboursChart(rows: readonly Measured[]): string {
  const row = rowOf(rows, CHARTED)
  const times = [OWN, ...others]
    .flatMap((name) => {
      const ms = timeOf(row, name)
      return ms === undefined ? [] : [{ name, ms }]
    })
    .toSorted((one, other) => one.ms - other.ms)
  return [
    '```mermaid',
    'xychart-beta horizontal',
    `  title "${row?.work ?? CHARTED}, ${SIZE.toLocaleString('en')} issues: milliseconds"`,
    `  x-axis [${times.map(({ name }) => `"${name}"`).join(', ')}]`,
    `  bar [${times.map(({ ms }) => ms.toPrecision(3)).join(', ')}]`,
    '```',
  ].join('\n')
}

function rowOf(rows: readonly Measured[], target: string): Measured | undefined {
  return rows.find((it) => it.target === target && it.size === SIZE && it.shape === 'issues')
}

function timeOf(row: Measured | undefined, name: string): number | undefined {
  return row?.cells[name]?.ms
}

function ratio(ms: number | undefined, own: number): string {
  return ms === undefined ? '–' : `${digits(ms / own)} ×`
}
