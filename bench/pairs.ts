import { parseArgs } from 'node:util'
import { rtkRest, rtkRestAgainst } from './libraries/rtkRest'
import { countRenders, countRequests, measurePolls, weighRetained } from './measure'
import { choosePlan, type Plan, wants } from './plan'
import { countReferences } from './references'
import { type Pairing, pairTable, type Round } from './report/pairTable'
import { pollTable, referenceTable, renderTable, requestTable } from './report/tables'
import { runScript } from './runScript'
import type { Cell } from './sample'

// Compares two builds of rtk-rest; main.ts starts it: pairs.js --pairs 7 [--quick] [--only P1,P2].
//
// Each measurement has a process of its own, so that neither build meets a heap or an engine that the other has
// warmed up. A round measures the new build once and the old one twice, within seconds of each other and each time in
// another order. So the ratio of the old build to itself shows how far the machine alone moves a ratio.

const { values } = parseArgs({
  options: {
    pairs: { type: 'string', default: '7' },
    quick: { type: 'boolean', default: false },
    only: { type: 'string' },
  },
})
const started = performance.now()
const plan = choosePlan(values.quick, values.only)
const pairings: Pairing[] = []
for (const [index, row] of plan.rows.entries()) {
  report(`${row.target} ${row.work}, ${row.size} ${row.shape.name}`)
  const rounds = await measureRounds(async (library) => toQuantities(await cellOf(index, library)))
  pairings.push({ ...row, shape: row.shape.name, rounds })
}
if (wants(plan, 'P10')) pairings.push(await pairRetained(plan))
process.stdout.write(`\n${pairTable(pairings)}\n`)
// These are counted and come out the same each time.
if (wants(plan, 'P9')) process.stdout.write(`\n${await compareReferences(plan)}\n`)
if (wants(plan, 'P23') || wants(plan, 'P24')) {
  process.stdout.write(`\n${requestTable({ requests: await countRequests() })}\n`)
}
if (wants(plan, 'P29')) {
  process.stdout.write(`\n${pollTable({ polls: await measurePolls() })}\n`)
}
if (wants(plan, 'P16')) process.stdout.write(`\n${await compareRenders()}\n`)
report('done')
process.exit()

type Quantities = Round['own']

async function measureRounds(
  measure: (library: string) => Promise<Quantities>,
): Promise<readonly Round[]> {
  const builds = [
    ['own', rtkRest.name],
    ['against', rtkRestAgainst.name],
    ['again', rtkRestAgainst.name],
  ] as const
  const rounds: Round[] = []
  for (let round = 0; round < Number(values.pairs); round++) {
    const measured: Partial<Record<keyof Round, Quantities>> = {}
    const first = round % builds.length
    for (const [build, library] of [...builds.slice(first), ...builds.slice(0, first)]) {
      measured[build] = await measure(library)
    }
    rounds.push(measured as Round)
  }
  return rounds
}

async function cellOf(row: number, library: string): Promise<Cell> {
  const args = ['--library', library, '--row', `${row}`, ...(values.quick ? ['--quick'] : [])]
  const only = values.only === undefined ? [] : ['--only', values.only]
  return (await runScript('alone', [...args, ...only])) as Cell
}

function toQuantities({ ms, bytes }: Cell): Quantities {
  return { ...(ms === undefined ? {} : { time: ms }), ...(bytes ? { garbage: bytes } : {}) }
}

async function pairRetained({ retainedAt }: Plan): Promise<Pairing> {
  report('bytes retained')
  const rounds = await measureRounds(async (library) => {
    const { bytes } = await weighRetained(library, retainedAt)
    return { memory: bytes }
  })
  return { target: 'P10', work: 'retain an issue', size: retainedAt, shape: 'issues', rounds }
}

async function compareReferences({ referencesAt }: Plan): Promise<string> {
  const references = []
  for (const library of [rtkRest, rtkRestAgainst]) {
    references.push(await countReferences(library, referencesAt))
  }
  return referenceTable({ references })
}

async function compareRenders(): Promise<string> {
  const renders = await countRenders()
  return renderTable({ renders: renders.filter(({ library }) => library.startsWith(rtkRest.name)) })
}

function report(line: string): void {
  const seconds = (performance.now() - started) / 1000
  process.stderr.write(`${seconds.toFixed(0).padStart(4)} s ${line}\n`)
}
