import { shapes } from './data'
import { apollo } from './libraries/apollo'
import type { Row } from './rows/Row'
import { type Lane, Skip } from './sample'
import { lookalikeRow, lookalikes, searchesRow } from './rows/keyRows'
import { commentsLandRow, oneLandsRow, patchesLandRow, pushesLandRow } from './rows/landingRows'
import { updateBesidePendingRow, updateUnderPendingRow } from './rows/pendingRows'
import {
  manyListsRow,
  optimisticRow,
  pushRow,
  pushWhileHangingRow,
  rereadEachRow,
  rereadRow,
  updateOutsideRow,
  updateRow,
} from './rows/updateRows'
import { firstReadRow, rewriteRow, writeRow } from './rows/writeRows'

/** What is measured in a run. */
export interface Plan {
  /** The targets to measure; absent: all. */
  readonly targets?: readonly string[]
  readonly rows: readonly Row[]
  /** How many samples are enough. */
  readonly samples: number
  /** What all rows together may take, in ms. */
  readonly ms: number
  readonly referencesAt: number
  /** How many issues are kept when memory is weighed. */
  readonly retainedAt: number
}

/** Everything, in three to four minutes. */
const fullPlan: Plan = {
  rows: [
    ...[1_000, 10_000].flatMap((size) => [writeRow(size), rewriteRow(size), firstReadRow(size)]),
    ...[100, 1_000, 10_000].map(rereadRow),
    rereadEachRow(1_000),
    ...[100, 1_000, 10_000].map((size) => updateRow(size)),
    ...[100, 1_000, 10_000].map(updateOutsideRow),
    pushRow(10_000),
    optimisticRow(10_000),
    updateBesidePendingRow(1_000),
    updateUnderPendingRow(1_000),
    pushWhileHangingRow(2_000),
    pushesLandRow(200),
    patchesLandRow(200),
    commentsLandRow(200),
    oneLandsRow(1_000),
    ...[10, 10_000].map((size) => manyListsRow(size, 'title')),
    manyListsRow(10_000, 'q'),
    ...lookalikes.map(lookalikeRow),
    searchesRow(),
    ...shapes
      .slice(1)
      .flatMap((shape) => [
        writeRow(1_000, shape),
        firstReadRow(1_000, shape),
        updateRow(1_000, shape),
      ]),
    // Last, since a heap that was once so large is slow to sweep.
    updateRow(100_000),
    updateOutsideRow(100_000),
  ],
  samples: 31,
  ms: 150_000,
  referencesAt: 1_000,
  retainedAt: 100_000,
}

/** Enough to see where one stands, in less than a minute. */
const quickPlan: Plan = {
  rows: [
    writeRow(1_000),
    rewriteRow(1_000),
    firstReadRow(1_000),
    rereadRow(1_000),
    rereadEachRow(1_000),
    updateRow(1_000),
    updateRow(10_000),
    updateOutsideRow(100),
    updateOutsideRow(10_000),
    pushRow(1_000),
    optimisticRow(1_000),
    updateBesidePendingRow(1_000),
    updateUnderPendingRow(1_000),
    pushWhileHangingRow(500),
    pushesLandRow(50),
    patchesLandRow(50),
    commentsLandRow(50),
    oneLandsRow(1_000),
  ].map(withoutSlowest),
  samples: 11,
  ms: 22_000,
  referencesAt: 1_000,
  retainedAt: 5_000,
}

/** The plan that the options of the command line select; `only` is such as `P5,P6`. */
export function choosePlan(isQuick: boolean, only: string | undefined): Plan {
  const whole = isQuick ? quickPlan : fullPlan
  if (only === undefined) return whole
  const targets = only.split(',')
  return { ...whole, targets, rows: whole.rows.filter(({ target }) => targets.includes(target)) }
}

/** Whether a plan has a target; some are no rows but counts. */
export function wants({ targets }: Plan, target: string): boolean {
  return targets === undefined || targets.includes(target)
}

function withoutSlowest(row: Row): Row {
  const isTooSlow = ({ name }: Lane) => name === apollo.name && row.size >= 10_000
  return { ...row, lanes: row.lanes.map((lane) => (isTooSlow(lane) ? leaveOut(lane) : lane)) }
}

function leaveOut({ name }: Lane): Lane {
  return { name, prepare: skip }
}

function skip(): never {
  throw new Skip('in the full run')
}
