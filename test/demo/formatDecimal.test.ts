import { Big } from 'big.js'
import { describe, expect, it } from 'vitest'
import { formatChange } from '../../demo/web/formatDecimal'

describe('the change of a price', () => {
  it.each([
    ['-0.004', '0.00'],
    ['0.004', '0.00'],
    ['-0', '0.00'],
    ['-0.005', '\u22120.01'],
    ['0.005', '+0.01'],
    ['-1234.5', '\u22121,234.50'],
    ['1234567.891', '+1,234,567.89'],
  ])('of %s is shown as %s', (change, text) => {
    expect(formatChange(new Big(change), 2)).toBe(text)
  })
})
