import type { Shape } from '../data'
import type { Library } from '../Library'
import type { Lane } from '../sample'

/** One line of a table: the same work, done by all. */
export interface Row {
  /** The target that it is measured for: `P5`. */
  readonly target: string
  readonly work: string
  readonly size: number
  readonly shape: Shape
  /** How long each library may take, in ms. */
  readonly ms: number
  /** What there is to compare with that is no library. */
  readonly yardsticks: readonly Lane[]
  readonly lanes: readonly Lane[]
}

/** What a row is made of; `prepare` is called for each library. */
export interface RowParts {
  readonly target: string
  readonly work: string
  readonly size: number
  readonly shape?: Shape
  /** How long each library may take, in ms; by default it follows from the size. */
  readonly ms?: number
  readonly yardsticks?: readonly Lane[]
  prepare(library: Library, shape: Shape): ReturnType<Lane['prepare']>
}
