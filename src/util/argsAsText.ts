/**
 * The arguments of a read as text, by which what was computed from them is remembered.
 * @throws TypeError for what JSON cannot tell apart: functions, symbols, `NaN`, `Infinity`
 */
export function argsAsText(args: readonly unknown[]): string {
  return JSON.stringify(args, checkPlain)
}

function checkPlain(name: string, value: unknown): unknown {
  const isPlain =
    typeof value === 'number'
      ? Number.isFinite(value)
      : typeof value !== 'function' && typeof value !== 'symbol'
  if (isPlain) return value
  const found = typeof value === 'number' ? String(value) : `a ${typeof value}`
  const advice =
    process.env.NODE_ENV === 'production'
      ? ''
      : ', so that what is computed from them can be remembered'
  throw new TypeError(
    `The arguments of a read are plain data${advice}; found ${found} for "${name}".`,
  )
}
