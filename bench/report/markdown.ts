import type { Results } from '../measure'
import { isMet, type Target } from '../targets'
import type { Machine } from './machine'
import {
  garbageTable,
  pollTable,
  referenceTable,
  renderTable,
  requestTable,
  retainedTable,
  standingsTable,
  targetTable,
  timeTable,
  unusedTable,
  verdict,
} from './tables'
import { digits } from './format'
import { neighboursChart, neighboursTable } from './neighbours'

const NEIGHBOURS =
  'The time of rtk-rest, and how many times as long the others take: above 1 they are slower, below 1 faster. Writes and first ' +
  'reads cost what normalizing costs; RTK Query and TanStack Query do not normalize, and apply an update to each list by hand.'

/** All that there is to say about a run, as `RESULTS.md`. `notes` is `notes.md`: what bounds each target, by hand. */
export function toMarkdown(
  results: Results,
  targets: readonly Target[],
  machine: Machine,
  notes: string,
): string {
  const { general, byTarget } = splitNotes(notes)
  const parts = [
    '# What `npm run bench` measured',
    'Written by `npm run bench`; only what `notes.md` says of it is written by hand.',
    '## Against the neighbours',
    NEIGHBOURS,
    neighboursTable(results.rows),
    neighboursChart(results.rows),
    `## Targets: ${scoreOf(targets)}`,
    'A `×` is the time of rtk-rest divided by that of the other, in this run.',
    targetTable(targets),
    '## How it was measured',
    general,
    machineList(machine),
    '## Target by target',
    ...targets.map((target) => targetSection(target, byTarget.get(target.id))),
    '## Losses and wins, against the fastest other library in each row',
    standingsTable(results.rows),
    '## Times',
    'Medians of one run, all libraries in turns.',
    timeTable(results.rows),
    '## Garbage',
    'Of one run. Where it is several MB, there was more: what is swept within a run is not seen.',
    garbageTable(results.rows),
    '## References',
    referenceTable(results),
    '## Renders',
    'Of one component, in production; the libraries that have hooks here.',
    renderTable(results),
    '## Polls',
    'Of a list of which each issue has a component, in production; the libraries that have hooks here.',
    pollTable(results),
    '## Requests',
    'Of one reader, besides the first, in virtual time.',
    requestTable(results),
    '## Memory',
    retainedTable(results),
    unusedTable(results),
  ]
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`
}

function machineList({ node, cpu, cpus, memoryGb, versions }: Machine): string {
  const lines = Object.entries(versions).map(([library, version]) =>
    library === version.split('@')[0] ? version : `${library}: ${version}`,
  )
  return [
    `- Node ${node}, ${cpus} × ${cpu}, ${memoryGb} GB of memory, NODE_ENV=production`,
    ...lines.map((line) => `- ${line}`),
  ].join('\n')
}

function scoreOf(targets: readonly Target[]): string {
  const verdicts = targets.flatMap(({ checks }) => checks.map(isMet))
  const count = (it: boolean | undefined) => verdicts.filter((verdict_) => verdict_ === it).length
  return `${count(true)} numbers met, ${count(false)} missed, ${count(undefined)} not measured`
}

function targetSection({ id, work, checks }: Target, note = 'Nothing was noted.'): string {
  const lines = checks.map((check) => {
    const { what, value, limit, unit } = check
    const measured = value === undefined ? 'not measured' : digits(value)
    return `- ${what}: ${measured}, wanted ≤ ${digits(limit)} ${unit}: ${verdict(check)}`
  })
  return [`### ${id}, ${work}`, lines.join('\n'), `**What bounds it.** ${note}`].join('\n\n')
}

/** `## P1` and so on start what is said of a target; what stands before the first of them is said of all. */
function splitNotes(notes: string) {
  const [general = '', ...sections] = notes.split(/^## (?=P\d+b?$)/m)
  const byTarget = sections.map((section) => {
    const end = section.indexOf('\n')
    return [section.slice(0, end), section.slice(end).trim()] as const
  })
  return { general: general.replace(/^# .*$/m, '').trim(), byTarget: new Map(byTarget) }
}
