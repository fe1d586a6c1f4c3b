import type { Entity } from './Entity'
import { isRowSchema } from './kinds'

/** Whether something is an entity class: a row schema that makes instances, and tells their primary key. */
export function isEntity(schema: unknown): schema is typeof Entity {
  return (
    typeof schema === 'function' &&
    isRowSchema(schema) &&
    typeof (schema as Partial<typeof Entity>).pk === 'function'
  )
}
