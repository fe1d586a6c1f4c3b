/**
 * For keys: JSON writes `NaN` and `Infinity` as `null`, so two different calls would have one key.
 * @throws TypeError naming the member
 */
export function refuseNaN(name: string, value: unknown): void {
  if (typeof value !== 'number' || Number.isFinite(value)) return
  throw new TypeError(`"${name}" is ${value}, which a key cannot hold; leave it out, or give null.`)
}
