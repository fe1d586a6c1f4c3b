import { denormalize, type EntityRow, normalize, type Schema } from 'rtk-rest'

/** A row as a store could hold it. */
export function row(data: object, invalid = false): EntityRow {
  return { data, invalid, meta: { fetchedAt: 0, date: 0, expiresAt: 8.64e15, landed: 0 } }
}

/** What readers see of a response once it has been stored. */
export function roundTrip<S extends Schema>(
  schema: S,
  response: unknown,
  args: readonly unknown[] = [],
) {
  const { result, entities } = normalize(schema, response, args)
  return denormalize(schema, result, entities, args)
}
