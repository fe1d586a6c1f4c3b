import * as fc from 'fast-check'
import { COLUMNS, type Ending, IDS } from './BoardServer'

/** What happens on a board, or to a request that is under way. */
export type BoardStep =
  | { readonly do: 'move' | 'moved elsewhere'; readonly id: string; readonly column: string }
  | { readonly do: 'rename' | 'vote' | 'renamed elsewhere' | 'look'; readonly id: string }
  | { readonly do: 'poll'; readonly column: string }
  | { readonly do: 'arrive' | Ending; readonly which: number }
  | { readonly do: 'wait'; readonly ms: number }

const one = <Name extends string>(...names: readonly Name[]): fc.Arbitrary<Name> =>
  fc.constantFrom(...names)
const id = one(...IDS)
const column = one(...COLUMNS)
const which = fc.nat(9)

export const boardStep: fc.Arbitrary<BoardStep> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: one('move'), id, column }) },
  { weight: 2, arbitrary: fc.record({ do: one('moved elsewhere'), id, column }) },
  { weight: 3, arbitrary: fc.record({ do: one('vote', 'rename'), id }) },
  { weight: 1, arbitrary: fc.record({ do: one('renamed elsewhere', 'look'), id }) },
  { weight: 2, arbitrary: fc.record({ do: one('poll'), column }) },
  { weight: 4, arbitrary: fc.record({ do: one('arrive'), which }) },
  { weight: 6, arbitrary: fc.record({ do: one('respond'), which }) },
  { weight: 3, arbitrary: fc.record({ do: one('respond empty', 'refuse', 'lose'), which }) },
  { weight: 2, arbitrary: fc.record({ do: one('wait'), ms: fc.constantFrom(10, 1_100) }) },
)
