/** A primary key as text, or `undefined` where the value cannot be one (`undefined`, `''`, `NaN`, an object, …). */
export function usablePk(value: unknown): string | undefined {
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'bigint') {
    return undefined
  }
  const text = typeof value === 'string' ? value : `${value}`
  return text === '' || text === 'undefined' || text === 'NaN' ? undefined : text
}
