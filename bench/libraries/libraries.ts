import type { Library } from '../Library'
import { apollo } from './apollo'
import { dataClient } from './dataClient'
import { entityAdapter } from './entityAdapter'
import { normalizr } from './normalizr'
import { rtkQuery } from './rtkQuery'
import { rtkRest, rtkRestAgainst } from './rtkRest'
import { tanstack } from './tanstack'

/** Who takes part, in the order of the columns. */
export const libraries: readonly Library[] = [
  rtkRest,
  ...(process.env['BENCH_AGAINST'] === undefined ? [] : [rtkRestAgainst]),
  dataClient,
  normalizr,
  entityAdapter,
  rtkQuery,
  tanstack,
  apollo,
]
