/**
 * Headers as plain data, without those that are undefined. Of a name that comes twice, in whatever case, the later one
 * counts.
 */
export function mergeHeaders(
  ...sources: readonly (HeadersInit | undefined)[]
): Record<string, string> {
  const merged = new Headers()
  for (const source of sources) {
    const isList = source !== undefined && Symbol.iterator in source
    for (const [name, value] of isList ? new Headers(source) : Object.entries(source ?? {})) {
      if (value !== undefined) merged.set(name, value)
    }
  }
  return Object.fromEntries(merged)
}
