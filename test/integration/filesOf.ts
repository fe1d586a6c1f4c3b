/** The files that a part of a page prints: each block of code after a line that begins with its name and ends with a colon. */
export function filesOf(text: string): ReadonlyMap<string, string> {
  const blocks = text.matchAll(/^`([^`]+)`[^\n]*:\n\n```\w+\n(.*?)^```$/gms)
  return new Map([...blocks].map(([, name = '', code = '']) => [name, code] as const))
}
