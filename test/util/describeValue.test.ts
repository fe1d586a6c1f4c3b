import { describe, expect, it } from 'vitest'
import { describeValue } from '../../src/util/messages'

const nameless = (): new () => object => {
  return class {
    readonly id = 1
  }
}

const said: [value: unknown, as: string][] = [
  [null, 'null'],
  [undefined, 'undefined'],
  [true, 'true'],
  [5, '5'],
  [Number.NaN, 'NaN'],
  [5n, 'the bigint 5'],
  [Symbol('s'), 'Symbol(s)'],
  ['text', 'the string "text"'],
  ['x'.repeat(41), `the string "${'x'.repeat(40)}…"`],
  [[1], 'an array'],
  [() => 1, 'a function'],
  [{}, 'an object'],
  [Object.create(null), 'an object'],
  [{ constructor: 'not a function' }, 'an object'],
  [new Date(0), 'a Date'],
  [new (nameless())(), 'an object'],
]

describe('describeValue', () => {
  it.each(said)('returns for %o the text “%s”', (value, as) => {
    expect(describeValue(value)).toBe(as)
  })
})
