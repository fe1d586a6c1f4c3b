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

/** Sets the fields of a row, except those that the class computes. */
export function assignFields<Instance extends object>(instance: Instance, data: object): Instance {
  try {
    return Object.assign(instance, data)
  } catch {
    for (const [field, value] of Object.entries(data)) Reflect.set(instance, field, value)
    return instance
  }
}
