import { getOwn, setOwn } from './own'

/**
 * Structural sharing: `next` with every part that equals the same part of `previous` replaced by it,
 * and `previous` itself when all of it is equal. Both are plain JSON data; neither is changed.
 */
export function reuse(previous: unknown, next: unknown): unknown {
  if (previous === next || !isContainer(previous) || !isContainer(next)) return next
  if (Array.isArray(previous) !== Array.isArray(next)) return next
  return Array.isArray(previous)
    ? reuseArray(previous, next as unknown[])
    : reuseRecord(previous as PlainRecord, next as PlainRecord)
}

/** Whether two pieces of plain JSON data say the same. */
export function isSame(one: unknown, other: unknown): boolean {
  return reuse(one, other) === one
}

type PlainRecord = Record<string, unknown>

function reuseArray(previous: readonly unknown[], next: readonly unknown[]): readonly unknown[] {
  const shared = next.map((member, index) => reuse(previous[index], member))
  const same =
    previous.length === next.length && shared.every((it, index) => it === previous[index])
  return same ? previous : shared
}

function reuseRecord(previous: PlainRecord, next: PlainRecord): PlainRecord {
  const keys = Object.keys(next)
  let same = keys.length === Object.keys(previous).length
  const shared: PlainRecord = {}
  for (const key of keys) {
    const before = getOwn(previous, key)
    const member = reuse(before, next[key])
    setOwn(shared, key, member)
    if (member !== before) same = false
  }
  return same ? previous : shared
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
