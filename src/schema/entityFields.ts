import { isSame } from '../util/reuse'

/** An instance that is written back says itself what it is as plain data. */
export function plainObject(input: object): object {
  return 'toJSON' in input && typeof input.toJSON === 'function'
    ? (input.toJSON() as object)
    : input
}

/** Whether a merge would change nothing; told without making an object. */
export function includesAll(existing: object, incoming: object): boolean {
  const fields = existing as Record<string, unknown>
  for (const [field, value] of Object.entries(incoming)) {
    if (fields[field] !== value && !isSame(fields[field], value)) return false
    if (value === undefined) return false
  }
  return true
}

/** What most fields hold: a value that is plain data as it stands. */
export function isPlainScalar(value: unknown): boolean {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return true
    case 'number':
      return Number.isFinite(value) && !Object.is(value, -0)
    default:
      return value === null
  }
}

/** Sets the fields of a row, except those that the class computes. */
export function assignFields<Instance extends object>(instance: Instance, data: object): Instance {
  try {
    return Object.assign(instance, data)
  } catch {
    for (const [field, value] of Object.entries(data)) Reflect.set(instance, field, value)
    return instance
  }
}
