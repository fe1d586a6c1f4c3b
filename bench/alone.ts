import { parseArgs } from 'node:util'
import { libraries } from './libraries/libraries'
import { choosePlan } from './plan'
import { sample } from './sample'

// Runs in a process of its own for each measurement: alone.js --library <name> --row <index> [--quick] [--only P1,P2].
// Prints the cell of one library in one row, measured while no other library has run.

const { values } = parseArgs({
  options: {
    library: { type: 'string' },
    row: { type: 'string' },
    quick: { type: 'boolean', default: false },
    only: { type: 'string' },
  },
})
const plan = choosePlan(values.quick, values.only)
const row = plan.rows[Number(values.row)]
const lane = row?.lanes[libraries.findIndex(({ name }) => name === values.library)]
if (row === undefined || lane === undefined) throw new Error('There is no such row or library.')

const cells = await sample([lane], { ms: row.ms, samples: plan.samples })
process.stdout.write(`${JSON.stringify(cells[lane.name])}\n`)
process.exit()
