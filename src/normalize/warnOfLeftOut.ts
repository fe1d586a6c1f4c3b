import { isKind } from '../schema/kinds'
import { describeData } from '../util/describe'

/** What was said already, by schema: a list that comes again says it no second time. */
const warned = new WeakMap<object, Set<string>>()

/** Says once for each kind of value that a list has left it out. */
export function warnOfLeftOut(schema: unknown, path: string, value: unknown): void {
  const kind = isKind(schema) ? schema : undefined
  const text = kind?.found?.(value) ?? describeData(value)
  if (kind !== undefined) {
    const said = warned.get(kind) ?? new Set()
    warned.set(kind, said)
    if (said.has(text)) return
    said.add(text)
  }
  const expected = kind?.choice ?? 'an object or an id'
  console.warn(`${path} is left out of its list: expected ${expected}, found ${text}.`)
}
