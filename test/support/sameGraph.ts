/** Where two graphs of objects differ: in what they say, or in what is one object and what is two; undefined: nowhere. */
export function differenceOf(one: unknown, other: unknown): string | undefined {
  const pairs = new Map<object, object>()
  const backwards = new Map<object, object>()
  const queue: [unknown, unknown, string][] = [[one, other, '']]
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    const [left, right, path] = next
    if (Object.is(left, right)) continue
    if (!isObject(left) || !isObject(right)) return `${path}: ${say(left)} and ${say(right)}`
    if (Object.getPrototypeOf(left) !== Object.getPrototypeOf(right)) return `${path}: prototypes`
    const isKnown = pairs.has(left) || backwards.has(right)
    if (isKnown && (pairs.get(left) !== right || backwards.get(right) !== left)) {
      return `${path}: one object, and two`
    }
    if (isKnown) continue
    pairs.set(left, right)
    backwards.set(right, left)
    const names = Object.keys(left)
    if (names.join() !== Object.keys(right).join()) {
      return `${path}: fields ${names.join()} and ${Object.keys(right).join()}`
    }
    for (const name of names) queue.push([own(left, name), own(right, name), `${path}.${name}`])
  }
  return undefined
}

/** Every object that can be reached. */
export function reach(from: unknown): ReadonlySet<object> {
  const found = new Set<object>()
  const queue = [from]
  while (queue.length > 0) {
    const next = queue.pop()
    if (!isObject(next) || found.has(next)) continue
    found.add(next)
    queue.push(...Object.values(next))
  }
  return found
}

function own(object: object, name: string): unknown {
  return Object.getOwnPropertyDescriptor(object, name)?.value
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

function say(value: unknown): string {
  return isObject(value) ? `an object of ${Object.keys(value).join()}` : String(value)
}
