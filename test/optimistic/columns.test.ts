import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '../support/runs'
import { Board } from './Board'
import { boardStep, type BoardStep } from './boardSteps'

/** Histories that once left a card in no column, or in one that it does not show. */
const FOUND: readonly BoardStep[][] = [
  [
    { do: 'move', id: '1', column: 'doing' },
    { do: 'look', id: '1' },
    { do: 'arrive', which: 0 },
    { do: 'respond', which: 7 },
  ],
  [
    { do: 'move', id: '2', column: 'doing' },
    { do: 'move', id: '2', column: 'todo' },
    { do: 'arrive', which: 0 },
    { do: 'respond empty', which: 3 },
    { do: 'wait', ms: 1_100 },
  ],
  [
    { do: 'move', id: '2', column: 'todo' },
    { do: 'move', id: '2', column: 'doing' },
    { do: 'vote', id: '1' },
    { do: 'respond', which: 1 },
  ],
]

describe('a board of columns, with moves, votes, polls, messages and empty responses', () => {
  it(
    'shows each card in one column, each pending change until its request ends, and nothing older than confirmed',
    { timeout: 600_000 },
    async () => {
      const looks = { all: 0, inDoubt: 0 }
      await fc.assert(
        fc.asyncProperty(fc.array(boardStep, { maxLength: 24 }), async (steps) => {
          const board = new Board()
          try {
            await board.open()
            for (const step of steps) {
              await board.run(step)
              board.check()
            }
            await board.settle()
          } finally {
            board.close()
          }
          looks.all += board.looks.all
          looks.inDoubt += board.looks.inDoubt
        }),
        { numRuns: runs(120), examples: FOUND.map((steps) => [steps]) },
      )
      // What is doubtful is not looked at closely.
      expect(looks.inDoubt / looks.all).toBeLessThan(0.5)
    },
  )
})
