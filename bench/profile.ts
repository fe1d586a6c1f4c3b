import { rtkRest } from './libraries/rtkRest'
import type { Row } from './rows/Row'
import { oneLandsRow, patchesLandRow, pushesLandRow } from './rows/landingRows'
import { updateBesidePendingRow, updateUnderPendingRow } from './rows/pendingRows'
import {
  optimisticRow,
  pushRow,
  pushWhileHangingRow,
  rereadEachRow,
  rereadRow,
  updateOutsideRow,
  updateRow,
} from './rows/updateRows'
import { firstReadRow, rewriteRow, writeRow } from './rows/writeRows'

// One row of rtk-rest alone, over and over for five seconds:
//
//   npm run bench -- --profile P1 [--size 1000]
//
// leaves `.cache/profiles/*.cpuprofile` (open it in Chrome's DevTools, Performance, or in VS Code; names
// are those of the source) and prints the functions in which most of the time was spent.

const SECONDS = 5

const makers: Readonly<Record<string, (size: number) => Row>> = {
  P1: (size) => writeRow(size),
  P2: rewriteRow,
  P3: (size) => firstReadRow(size),
  P4: rereadRow,
  P4b: rereadEachRow,
  P5: (size) => updateRow(size),
  P6: updateOutsideRow,
  P7: pushRow,
  P8: optimisticRow,
  P18: pushWhileHangingRow,
  P19: updateBesidePendingRow,
  P19b: updateUnderPendingRow,
  P20: pushesLandRow,
  P21: patchesLandRow,
  P22: oneLandsRow,
}

const [target = '', size = '10000'] = process.argv.slice(2)
const row = makers[target]?.(Number(size))
if (row === undefined) throw new Error(`Profile one of ${Object.keys(makers).join(', ')}.`)
await repeat(row)
process.exit()

async function repeat({ lanes, work }: Row): Promise<void> {
  const task = await lanes.find(({ name }) => name === rtkRest.name)?.prepare()
  const end = performance.now() + SECONDS * 1000
  let spent = 0
  let runs = 0
  for (; performance.now() < end; runs++) {
    await task?.before?.()
    const started = performance.now()
    await task?.run()
    spent += performance.now() - started
  }
  const each = (spent / runs).toPrecision(3)
  process.stdout.write(`${work}, ${size}: ${runs} runs, ${each} ms each\n`)
}
