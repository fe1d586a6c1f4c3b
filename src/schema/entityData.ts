import { isSame } from '../util/reuse'
import type { NormalizeDelegate } from './contract'
import { isPlainScalar } from '../util/isPlainScalar'
import type { EntityPlan } from './entityPlan'
import { sized } from '../util/sized'

type Fields = Record<string, unknown>

const NONE: readonly unknown[] = []

/**
 * What is stored of an entity: its fields as plain data, with primary keys in place of other entities.
 * @param known data that is there already; given back where the input adds nothing to it
 */
export function entityData(
  input: object,
  known: object | undefined,
  plan: EntityPlan,
  delegate: NormalizeDelegate,
): object {
  const visited = plan.fields.length === 0 ? NONE : visitFields(input as Fields, plan, delegate)
  if (known !== undefined && addsNothing(input as Fields, known as Fields, plan, visited)) {
    return known
  }
  const data = delegate.copy(input)
  for (let at = 0; at < visited.length; at++) {
    const field = plan.fields[at] as string
    if (visited[at] !== undefined) data[field] = visited[at]
    else if (field in data) Reflect.deleteProperty(data, field)
  }
  makePlain(data, plan, delegate)
  return data
}

/** The fields with a schema, visited; `undefined` where the input has none. */
function visitFields(
  input: Fields,
  { entity, fields, schemas }: EntityPlan,
  delegate: NormalizeDelegate,
): readonly unknown[] {
  const visited = sized<unknown>(fields.length)
  for (let at = 0; at < fields.length; at++) {
    const field = fields[at] as string
    visited[at] = Object.hasOwn(input, field)
      ? delegate.visitField(field, schemas[at], input, entity)
      : undefined
  }
  return visited
}

/** Whether a merge would change nothing; told without making an object. A getter that throws is left to the copy. */
function addsNothing(
  input: Fields,
  known: Fields,
  { places }: EntityPlan,
  visited: readonly unknown[],
): boolean {
  try {
    // Not `Object.keys`, which would make a list of names for each of many thousand objects. What is inherited is not
    // in `known`, and so ends the comparison.
    for (const field in input) {
      const value = input[field]
      const before = known[field]
      if (value === before && isPlainScalar(value)) continue
      const place = places.get(field)
      const next = place === undefined ? value : visited[place]
      if (next === undefined || (next !== before && !isSameData(before, next))) return false
    }
    return true
  } catch {
    return false
  }
}

function isSameData(before: unknown, next: unknown): boolean {
  return typeof next === 'object' && isSame(before, next)
}

/** Everything else as plain data; most of it is. */
function makePlain(data: Fields, { places }: EntityPlan, delegate: NormalizeDelegate): void {
  for (const field in data) {
    const value = data[field]
    if (isPlainScalar(value) || places.has(field)) continue
    const plain = delegate.visitField(field, undefined, data)
    if (plain === undefined) Reflect.deleteProperty(data, field)
    else data[field] = plain
  }
}
