import { type Id, issues } from '../data'
import type { Library } from '../Library'
import { rtkRest } from '../libraries/rtkRest'
import { Skip, type Task } from '../sample'
import { createRow } from './createRow'
import type { Row } from './Row'
import { fillWorld } from './world'

/** How many issues are on the list. */
const LIST_SIZE = 10_000

/** P19: an issue gets another title while mutations of other issues wait for their responses. */
export function updateBesidePendingRow(count: number): Row {
  return pendingRow('P19', 'update one beside those in flight, read the list', count, (ids) =>
    ids.slice(count),
  )
}

/** P19b: the server gives an issue another title that a mutation in flight changes as well. */
export function updateUnderPendingRow(count: number): Row {
  return pendingRow('P19b', 'update one of those in flight, read the list', count, (ids) =>
    ids.slice(0, count),
  )
}

/**
 * @param size how many mutations are in flight, each of another issue
 * @param chosen the issues that get another title
 */
function pendingRow(
  target: string,
  work: string,
  size: number,
  chosen: (ids: readonly Id[]) => readonly Id[],
): Row {
  return createRow({
    target,
    work,
    size,
    yardsticks: [{ name: 'none in flight', prepare: () => pendingTask(rtkRest, 0, chosen) }],
    prepare: (library) => pendingTask(library, size, chosen),
  })
}

async function pendingTask(
  library: Library,
  count: number,
  chosen: (ids: readonly Id[]) => readonly Id[],
): Promise<Task> {
  const { read, update, startUpdate, ids } = await fillWorld(library, issues, LIST_SIZE)
  if (startUpdate === undefined) throw new Skip('keeps none in flight')
  for (const id of ids.slice(0, count)) startUpdate(id, 'expected')
  const shown = read().filter(({ title }) => title === 'expected').length
  if (shown !== count)
    throw new Error(`${library.name} shows ${shown} of ${count} expected titles.`)
  const updated = chosen(ids)
  let turn = 0
  return {
    isRepeatable: true,
    run: () => {
      turn += 1
      update(updated[turn % updated.length] as Id, `edition ${turn}`)
      return read()
    },
  }
}
