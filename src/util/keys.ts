/** A hash of a whole text, as 32 bits of which each depends on every character. It takes two characters at a time. */
export function hashText(text: string): number {
  const { length } = text
  let hash = length
  let at = 0
  for (; at + 1 < length; at += 2) {
    hash = Math.imul(hash ^ (text.charCodeAt(at) | (text.charCodeAt(at + 1) << 16)), 0x01000193)
    hash ^= hash >>> 15
  }
  if (at < length) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return mix(hash)
}

function mix(hash: number): number {
  let mixed = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return mixed ^ (mixed >>> 16)
}

// The order in which an object lists its keys: those that are array indexes ascending, then the others as they were added.

/** The keys that an object has after some new ones were added to it. */
export function withKeys(keys: readonly string[], added: readonly string[]): readonly string[] {
  if (added.length === 0) return keys
  const indexes = added.filter(isIndex)
  if (indexes.length === 0) return keys.concat(added)
  const merged: string[] = []
  let from = 0
  for (const index of indexes.sort((one, other) => Number(one) - Number(other))) {
    const end = findPlace(keys, Number(index), from)
    while (from < end) merged.push(keys[from++] as string)
    merged.push(index)
  }
  return merged.concat(
    keys.slice(from),
    added.filter((key) => !isIndex(key)),
  )
}

/** Where an index belongs among keys that are in order. */
function findPlace(keys: readonly string[], index: number, from: number): number {
  let low = from
  let high = keys.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const key = keys[middle] as string
    if (isIndex(key) && Number(key) < index) low = middle + 1
    else high = middle
  }
  return low
}

const DIGITS = /^(?:0|[1-9]\d{0,9})$/

/** Whether an object takes a key for the index of an array. */
export function isIndex(key: string): boolean {
  return DIGITS.test(key) && Number(key) < 2 ** 32 - 1
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
