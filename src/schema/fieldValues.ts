import { isObject } from '../util/checks'
import { getOwn } from '../util/record'
import { isEntity } from './Discriminator'
import { isRowSchema } from './schemaObject'

/** The data of an entity, as it is stored. */
export type Fields = Readonly<Record<string, unknown>>

/** An entity class, as far as the values of its fields are concerned. */
interface Kind {
  readonly schema: Fields
}

/** Finds the data of a row. */
export type FindData = (schemaKey: string, pk: string) => object | undefined

/** The values of a field: one, or those of a list. */
export interface FieldValues {
  readonly isList: boolean
  /** Texts of scalars; of nested entities their primary keys. */
  readonly texts: readonly string[]
}

/** The values of a field, or of a field of nested entities (`author.name`); `undefined` where it is missing, or has others than scalars. */
export function valuesAt(
  entity: Kind | undefined,
  data: Fields,
  path: string,
  find: FindData,
): FieldValues | undefined {
  const dot = path.indexOf('.')
  const field = dot < 0 || Object.hasOwn(data, path) ? path : path.slice(0, dot)
  const value = getOwn(data, field)
  const schema = entity && getOwn(entity.schema, field)
  if (value === undefined || isListSchema(schema)) return undefined
  const inner = field === path ? undefined : path.slice(dot + 1)
  // Where there is no entity, none of its fields has the value of an argument.
  if (inner === undefined || value === null) return textsOf(value)
  const rows = nestedRows(schema, value, find)
  return textsOf(Array.isArray(value) ? rows.map((it) => it[inner]) : rows[0]?.[inner])
}

/** A scalar, or a list of them, as texts. */
export function textsOf(value: unknown): FieldValues | undefined {
  const items = [value].flat()
  return items.every(isScalar)
    ? { isList: Array.isArray(value), texts: items.map(textOf) }
    : undefined
}

/** The data of the entities that a field holds. */
export function nestedRows(schema: unknown, value: unknown, find: FindData): readonly Fields[] {
  const [entity] = [schema].flat()
  if (!isEntity(entity)) return []
  return [value].flat().map((pk) => (find(entity.key, String(pk)) ?? {}) as Fields)
}

/** Whether a field has the value of an argument, or one of its values; `undefined` where the two cannot be compared. */
export function equalsArgument(
  values: FieldValues | undefined,
  argument: unknown,
): boolean | undefined {
  if (values === undefined || isObject(argument)) return undefined
  const { isList, texts } = values
  if (!Array.isArray(argument)) return texts.includes(textOf(argument))
  return isList ? undefined : argument.some((it) => texts.includes(textOf(it)))
}

/** An argument, or a scalar, as text. */
export function textOf(value: unknown): string {
  return `${value as number}`
}

function isScalar(value: unknown): boolean {
  return value !== undefined && Object(value) !== value
}

/** A list in an entity is stored as the name of its row. */
function isListSchema(schema: unknown): boolean {
  return isRowSchema(schema) && schema.isList === true
}
