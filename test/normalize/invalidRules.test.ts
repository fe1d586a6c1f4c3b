import * as fc from 'fast-check'
import { denormalize } from 'rtk-rest'
import { describe, expect, it } from 'vitest'
import { InvalidModel } from '../support/invalidModel'
import { Random, randomness } from '../support/Random'
import { runs } from '../support/runs'

/** Objects without their classes; what is there and `undefined` is not the same as what is not there. */
function plain(value: unknown): unknown {
  if (value === undefined) return 'undefined'
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(plain)
  return Object.fromEntries(Object.entries(value).map(([key, it]) => [key, plain(it)]))
}

describe('invalid and missing rows', () => {
  it(
    `are omitted or hide their parents as each kind of schema defines (${runs(3_000)} runs)`,
    {
      timeout: 600_000,
    },
    () => {
      fc.assert(
        fc.property(randomness, (seed) => {
          const model = new InvalidModel(new Random(seed))
          const { root, tables } = model
          const stored = model.stored(root)
          const read = (schema: typeof root.schema, input: unknown): unknown =>
            plain(denormalize(schema, input, tables))
          expect(read(root.schema, stored)).toEqual(plain(model.shown(root, stored)))
          // In an object one sees whether something is missing or must not be shown, in a list that it is either.
          const object = { ...root, kind: 'object', fields: { it: root } } as never
          expect(read({ it: root.schema }, { it: stored })).toEqual(
            plain(model.shown(object, { it: stored })),
          )
          const list = { ...root, kind: 'list', member: root } as never
          expect(read([root.schema], [stored])).toEqual(plain(model.shown(list, [stored])))
        }),
        { numRuns: runs(3_000) },
      )
    },
  )
})
