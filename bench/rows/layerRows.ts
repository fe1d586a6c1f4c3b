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
export function updateBesideLayersRow(layers: number): Row {
  return layersRow('P19', 'update one beside those in flight, read the list', layers, (ids) =>
    ids.slice(layers),
  )
}

/** P19b: the server gives an issue another title that a mutation in flight changes as well. */
export function updateUnderLayerRow(layers: number): Row {
  return layersRow('P19b', 'update one of those in flight, read the list', layers, (ids) =>
    ids.slice(0, layers),
  )
}

/**
 * @param size how many mutations are in flight, each of another issue
 * @param chosen the issues that get another title
 */
function layersRow(
  target: string,
  work: string,
  size: number,
  chosen: (ids: readonly Id[]) => readonly Id[],
): Row {
  return createRow({
    target,
    work,
    size,
    yardsticks: [{ name: 'none in flight', prepare: () => layersTask(rtkRest, 0, chosen) }],
    prepare: (library) => layersTask(library, size, chosen),
  })
}

async function layersTask(
  library: Library,
  layers: number,
  chosen: (ids: readonly Id[]) => readonly Id[],
): Promise<Task> {
  const { read, update, startUpdate, ids } = await fillWorld(library, issues, LIST_SIZE)
  if (startUpdate === undefined) throw new Skip('keeps none in flight')
  for (const id of ids.slice(0, layers)) startUpdate(id, 'expected')
  const shown = read().filter(({ title }) => title === 'expected').length
  if (shown !== layers) throw new Error(`${library.name} shows ${shown} of ${layers} layers.`)
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
