/**
 * Headers as plain data, without those that are undefined. Of a name that comes twice, in whatever case, the later one
 * counts.
 * @throws TypeError for what no header may have, without the value
 */
export function mergeHeaders(
  ...sources: readonly (HeadersInit | undefined)[]
): Record<string, string> {
  const merged = new Headers()
  let last: string | undefined
  try {
    for (const source of sources) {
      const isList = source !== undefined && Symbol.iterator in source
      for (const [name, value] of isList ? new Headers(source) : Object.entries(source ?? {})) {
        last = name
        if (value !== undefined) merged.set(name, value)
      }
    }
  } catch {
    // The platform's message has the value, which may be a token.
    throw new TypeError(
      `The header ${JSON.stringify(last)} has a name or value that is not allowed, such as a line break.`,
    )
  }
  return Object.fromEntries(merged)
}
