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

/** What a walk returns for data that must not be shown. It never leaves the library and never enters the state. */
export const INVALID: unique symbol = Symbol('rtk-rest invalid')

/** Whether a schema is none, or but an example of a value: `''`, `0`, `false`, `null`, `[]`, `{}`. */
export function isLiteral(schema: unknown): boolean {
  return typeof schema !== 'function' && !expectsData(schema)
}

/** Whether a schema makes anything of a response: entities, lists or fields. */
export function expectsData(schema: unknown): boolean {
  if (isSchemaObject(schema)) return true
  if (typeof schema !== 'object' || schema === null) return false
  return (Array.isArray(schema) ? schema : Object.keys(schema)).length > 0
}

/** Whether a whole response has to be an object or a list: the response of a delete may be a primary key. */
export function expectsObject(schema: unknown): boolean {
  const takesPrimaryKey = isSchemaObject(schema) && 'entity' in schema
  return !takesPrimaryKey && expectsData(schema)
}
