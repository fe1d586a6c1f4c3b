/** A hash of a whole text (FNV-1a), as 32 bits. */
export function hashText(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  }
  return hash
}

/**
 * The arguments of a read as text, by which what was computed from them is remembered.
 * @throws TypeError, in development, for values that JSON cannot distinguish: functions, symbols, `NaN`, `Infinity`
 */
export function argsAsText(args: readonly unknown[]): string {
  return JSON.stringify(args, process.env.NODE_ENV === 'production' ? undefined : checkPlain)
}

function checkPlain(name: string, value: unknown): unknown {
  const isPlain =
    typeof value === 'number'
      ? Number.isFinite(value)
      : typeof value !== 'function' && typeof value !== 'symbol'
  if (isPlain) return value
  throw new TypeError(
    `The arguments of a read are plain data, so that what is computed from them can be remembered; found ${typeof value === 'number' ? value : `a ${typeof value}`} for "${name}".`,
  )
}
