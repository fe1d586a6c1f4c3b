import { issues } from '../data'
import { libraries } from '../libraries/libraries'
import type { Library } from '../Library'
import { type Lane, Skip } from '../sample'
import type { Row, RowParts } from './Row'

/** Makes a row of all libraries that can take part in it. */
export function createRow(parts: RowParts): Row {
  const { prepare, shape = issues, ms = msFor(parts.size), yardsticks = [], ...rest } = parts
  const laneOf = (library: Library): Lane => ({
    name: library.name,
    prepare: () => {
      const reason = library.skips?.(parts.size)
      if (reason !== undefined) throw new Skip(reason)
      if (library.supports?.(shape) === false) throw new Skip('not for this shape')
      return prepare(library, shape)
    },
  })
  return { ...rest, shape, yardsticks, ms, lanes: libraries.map(laneOf) }
}

function msFor(size: number): number {
  if (size >= 100_000) return 1_500
  return size >= 10_000 ? 900 : 400
}
