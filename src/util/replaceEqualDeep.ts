import { getOwn, setOwn } from './record'

/**
 * Structural sharing: `next` with every part that equals the same part of `previous` replaced by it,
 * and `previous` itself when all of it is equal. Both are plain JSON data; neither is changed.
 */
export function replaceEqualDeep(previous: unknown, next: unknown): unknown {
  if (previous === next || !isContainer(previous) || !isContainer(next)) return next
  if (Array.isArray(previous) !== Array.isArray(next)) return next
  return Array.isArray(previous)
    ? reuseArray(previous, next as unknown[])
    : reuseRecord(previous as PlainRecord, next as PlainRecord)
}

/** Whether two pieces of plain JSON data are equal. */
export function isSame(one: unknown, other: unknown): boolean {
  return replaceEqualDeep(one, other) === one
}

type PlainRecord = Record<string, unknown>

function reuseArray(previous: readonly unknown[], next: readonly unknown[]): readonly unknown[] {
  let same = previous.length === next.length
  let copy: unknown[] | undefined
  for (const [index, member] of next.entries()) {
    const before = previous[index]
    if (member === before) continue
    const shared = replaceEqualDeep(before, member)
    if (shared !== before) same = false
    if (shared !== member) (copy ??= [...next])[index] = shared
  }
  return same ? previous : (copy ?? next)
}

function reuseRecord(previous: PlainRecord, next: PlainRecord): PlainRecord {
  const keys = Object.keys(next)
  let same = keys.length === Object.keys(previous).length
  let copy: PlainRecord | undefined
  for (const key of keys) {
    const member = next[key]
    const before = getOwn(previous, key)
    if (member === before) continue
    const shared = replaceEqualDeep(before, member)
    if (shared !== before) same = false
    if (shared !== member) setOwn((copy ??= { ...next }), key, shared)
  }
  return same ? previous : (copy ?? next)
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
