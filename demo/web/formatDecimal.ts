import type { Big } from 'big.js'

/** `9,412.50`: from the digits themselves, so that none is lost on the way through a floating point number. */
export function formatDecimal(value: Big, decimals: number): string {
  const [whole = '', fraction] = value.toFixed(decimals).split('.')
  const grouped = whole.replaceAll(/\B(?=(\d{3})+$)/g, ',')
  return fraction === undefined ? grouped : `${grouped}.${fraction}`
}

/** The same with its sign, also where it is positive: `+0.0010`. What rounds to zero has none. */
export function formatChange(value: Big, decimals: number): string {
  const rounded = value.round(decimals)
  const text = formatDecimal(rounded.abs(), decimals)
  if (rounded.eq(0)) return text
  return rounded.lt(0) ? `\u2212${text}` : `+${text}`
}
