/** A primary key as text, or `undefined` where the value cannot be one (`undefined`, `''`, `NaN`, an object, …). */
export function usablePk(value: unknown): string | undefined {
  const isScalar =
    typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint'
  const text = isScalar ? `${value}` : ''
  return text === '' || text === 'undefined' || text === 'NaN' ? undefined : text
}
