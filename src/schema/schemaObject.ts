import type { RowSchema, SchemaKind } from './contract'

/** Whether a schema has the verbs of a schema kind (an entity class, a collection, …). */
export function isSchemaObject(schema: unknown): schema is SchemaKind {
  return (
    (typeof schema === 'function' || (typeof schema === 'object' && schema !== null)) &&
    typeof (schema as Partial<SchemaKind>).normalize === 'function' &&
    typeof (schema as Partial<SchemaKind>).denormalize === 'function'
  )
}

/** Whether a schema's values are rows of a table. */
export function isRowSchema(schema: unknown): schema is RowSchema {
  return isSchemaObject(schema) && typeof (schema as Partial<RowSchema>).instantiate === 'function'
}
