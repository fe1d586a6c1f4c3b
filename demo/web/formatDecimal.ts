import type { Big } from 'big.js'

/** `9,412.50`: from the digits themselves, so that none is lost on the way through a floating point number. */
export function formatDecimal(value: Big, decimals: number): string {
  const [whole = '', fraction] = value.toFixed(decimals).split('.')
  const grouped = whole.replaceAll(/\B(?=(\d{3})+$)/g, ',')
  return fraction === undefined ? grouped : `${grouped}.${fraction}`
}

/** The same with its sign, also where it is positive: `+0.0010`. */
export function formatChange(value: Big, decimals: number): string {
  const text = formatDecimal(value.abs(), decimals)
  if (value.eq(0)) return text
  return value.lt(0) ? `\u2212${text}` : `+${text}`
}
