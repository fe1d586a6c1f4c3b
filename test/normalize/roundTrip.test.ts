import * as fc from 'fast-check'
import { denormalize, normalize, type RowMeta } from 'rtk-rest'
import { describe, expect, it } from 'vitest'
import { Comparison } from '../support/compareData'
import { Universe } from '../support/randomData'
import { Random, randomness } from '../support/Random'
import { drawKinds, drawRoot } from '../support/randomSchemas'
import { runs } from '../support/runs'

function drawResponse(seed: ConstructorParameters<typeof Random>[0]) {
  const random = new Random(seed)
  const universe = new Universe(random, drawKinds(random))
  const root = drawRoot(random, universe.kinds)
  const value = universe.value(root, true)
  return { universe, root, value, response: universe.write(root, value) }
}

const later: RowMeta = {
  fetchedAt: 1,
  date: 1,
  expiresAt: 1,
  landed: 1.001,
}

describe('a response for a random schema', () => {
  it(`is read as it was sent (${runs(5_000)} runs)`, { timeout: 600_000 }, () => {
    fc.assert(
      fc.property(randomness, (seed) => {
        const { universe, root, value, response } = drawResponse(seed)
        const { result, entities } = normalize(root.schema, response)
        new Comparison(universe).check(root, denormalize(root.schema, result, entities), value)
      }),
      { numRuns: runs(5_000) },
    )
  })

  it(`changes nothing when it is stored again (${runs(3_000)} runs)`, { timeout: 600_000 }, () => {
    fc.assert(
      fc.property(randomness, (seed) => {
        const { root, response } = drawResponse(seed)
        const first = normalize(root.schema, response)
        const again = normalize(root.schema, response, [], first.entities, later)
        expect(again.entities).toEqual({})
        expect(again.result).toEqual(first.result)
        const rows = Object.entries(first.entities).map(([key, table]) => [key, Object.keys(table)])
        const touched = Object.entries(again.touched).map(([key, groups]) => [
          key,
          groups.flatMap(({ pks }) => pks),
        ])
        expect(sorted(Object.fromEntries(touched))).toEqual(sorted(Object.fromEntries(rows)))
      }),
      { numRuns: runs(3_000) },
    )
  })

  it('is not mutated', () => {
    fc.assert(
      fc.property(randomness, (seed) => {
        const { root, response } = drawResponse(seed)
        deepFreeze(response)
        expect(() => normalize(root.schema, response)).not.toThrow()
      }),
      { numRuns: runs(500) },
    )
  })
})

function sorted(names: Record<string, readonly string[]>): object {
  return Object.fromEntries(Object.entries(names).map(([key, pks]) => [key, pks.toSorted()]))
}

function deepFreeze(value: unknown): void {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return
  Object.freeze(value)
  for (const member of Object.values(value)) deepFreeze(member)
}
