/**
 * Headers as plain data, without those that are undefined. Of a name that comes twice, in whatever case, the later one
 * counts.
 * @throws TypeError for what no header may have, without the value
 */
export function mergeHeaders(
  ...sources: readonly (HeadersInit | undefined)[]
): Record<string, string> {
  const merged = new Headers()
  for (const source of sources) {
    const isList = source !== undefined && Symbol.iterator in source
    const entries = isList ? permitted(() => new Headers(source)) : Object.entries(source ?? {})
    for (const [name, value] of entries) {
      if (value !== undefined) permitted(() => merged.set(name, value), name)
    }
  }
  return Object.fromEntries(merged)
}

/** The platform's message has the value, which may be a token. */
function permitted<Result>(run: () => Result, name?: string): Result {
  try {
    return run()
  } catch {
    const header = name === undefined ? 'A header' : `The header ${JSON.stringify(name)}`
    throw new TypeError(`${header} has a name or value that is not allowed, such as a line break.`)
  }
}
