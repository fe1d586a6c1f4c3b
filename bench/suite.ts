import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { measure, type Results } from './measure'
import { choosePlan, wants } from './plan'
import { describeMachine, type Machine } from './report/machine'
import { toMarkdown } from './report/markdown'
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
} from './report/tables'
import { judge } from './targets'

// The measuring process; `main.ts` bundles it and starts it with what it needs.

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
    only: { type: 'string' },
    report: { type: 'boolean', default: false },
  },
})
const plan = choosePlan(values.quick, values.only)
const JSON_FILE = 'bench/results.json'
const started = performance.now()
if (values.report) {
  report()
} else {
  const results = await measure(plan, (line) => process.stderr.write(`${clock()} ${line}\n`))
  print(results)
  if (values.write) write(results)
}
process.stderr.write(`${clock()} done\n`)
// Caches have timers that would keep the process for an hour.
process.exit()

function clock(): string {
  return `${((performance.now() - started) / 1000).toFixed(0).padStart(4)} s`
}

function print(of: Results): void {
  const tables = [
    timeTable(of.rows),
    garbageTable(of.rows),
    referenceTable(of),
    renderTable(of),
    requestTable(of),
    pollTable(of),
    retainedTable(of),
    unusedTable(of),
    standingsTable(of.rows),
    targetTable(judge(of).filter(({ id }) => wants(plan, id))),
  ]
  process.stdout.write(`\n${tables.join('\n\n')}\n\n`)
}

function write(of: Results): void {
  const all = { machine: describeMachine(), targets: judge(of), ...of }
  writeFileSync(JSON_FILE, `${JSON.stringify(all, null, 2)}\n`)
  report()
}

/** Writes the Markdown of what was measured last, with the notes as they are now. */
function report(): void {
  const last = JSON.parse(readFileSync(JSON_FILE, 'utf8')) as Results & { machine: Machine }
  const notes = readFileSync('bench/notes.md', 'utf8')
  writeFileSync('bench/RESULTS.md', toMarkdown(last, judge(last), last.machine, notes))
}
