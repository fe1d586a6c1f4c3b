import { holdWarning } from '../schema/heldWarnings'
import { getOrCreate } from '../util/collections'

// Development only.

/** A member of a list that does not fit, and is not stored. */
interface LeftOut {
  readonly schema: object
  readonly path: string
  readonly expected: string
  readonly found: string
}

/** What was warned of, by schema: a list that comes again brings no second warning. */
const warned = new WeakMap<object, Set<string>>()
const members = new WeakMap<object, LeftOut[]>()

/** Has one message say which members a response lacks in its lists, by what was found. */
export function holdLeftOut(run: object, member: LeftOut): void {
  const found = getOrCreate(members, run, (): LeftOut[] => [])
  found.push(member)
  holdWarning(run, members, () => warnLeftOut(found))
}

function warnLeftOut(found: readonly LeftOut[]): void {
  const lines = found.filter(isNew).map(lineOf)
  if (lines.length > 0) console.warn(lines.join('\n'))
}

function isNew({ schema, found }: LeftOut): boolean {
  const known = getOrCreate(warned, schema, () => new Set<string>())
  return known.size < known.add(found).size
}

function lineOf({ path, expected, found }: LeftOut): string {
  return `${path} is left out of its list: expected ${expected}, found ${found}.`
}
