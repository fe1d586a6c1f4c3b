import { isContainer } from './checks'
import { getOwn, setOwn } from './record'

/**
 * Structural sharing: `next` with every part that equals the same part of `previous` replaced by it,
 * and `previous` itself when all of it is equal. Both are plain JSON data; neither is changed.
 */
export function replaceEqualDeep(previous: unknown, next: unknown): unknown {
  if (previous === next || !isContainer(previous) || !isContainer(next)) return next
  const isList = Array.isArray(next)
  if (isList !== Array.isArray(previous)) return next
  let same = sizeOf(previous) === sizeOf(next)
  let copy: Members | undefined
  for (const key of isList ? next.keys() : Object.keys(next)) {
    const member = (next as Members)[key]
    const before = getOwn(previous as Members, key as string)
    if (member === before) continue
    const shared = replaceEqualDeep(before, member)
    if (shared !== before) same = false
    if (shared !== member) {
      copy ??= (isList ? [...next] : { ...next }) as Members
      setOwn(copy, key as string, shared)
    }
  }
  return same ? previous : (copy ?? next)
}

/** Whether two pieces of plain JSON data are equal. */
export function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true
  if (!isContainer(one) || !isContainer(other) || sizeOf(one) !== sizeOf(other)) return false
  if (Array.isArray(one) !== Array.isArray(other)) return false
  if (Array.isArray(one)) return one.every((it, at) => isSame(it, (other as unknown[])[at]))
  for (const key in other) if (!isSameField(one, other, key)) return false
  return true
}

type Members = Record<string | number, unknown>

function sizeOf(value: object): number {
  return Array.isArray(value) ? value.length : Object.keys(value).length
}

/** Whether a field is equal in two objects. */
export function isSameField(one: object, other: object, field: string): boolean {
  return isSame(getOwn(one as Members, field), getOwn(other as Members, field))
}
