import { expectsData, isSchemaObject } from '../../schema/schemaObject'
import { isContainer, isNothing, isObject } from '../../util/checks'
import { getOwn } from '../../util/record'

type ListRow = readonly [schemaKey: string, pk: string]

/** A kind of schema, as far as its values stand in a result. */
interface Kind {
  readonly key?: string
  readonly schema?: unknown
  readonly fields?: unknown
  over?(inner: unknown): unknown
  holds?(value: unknown): boolean
}

const NONE: readonly ListRow[] = []
const known = new WeakMap<object, readonly ListRow[]>()

/** The lists of a stored result that has numbers, lists or objects beside them, which follow from the members. */
export function listsBeside(schema: unknown, result: unknown): readonly ListRow[] {
  if (!isObject(result)) return NONE
  let lists = known.get(result)
  if (lists === undefined) {
    lists = find(schema, result)
    known.set(result, lists)
  }
  return lists
}

function find(root: unknown, result: object): readonly ListRow[] {
  const lists: ListRow[] = []
  let hasValues = false
  const visit = (schema: unknown, value: unknown): void => {
    if (isNothing(value)) return
    if (isSchemaObject(schema)) {
      const { key = '', fields, schema: inner, over, holds } = schema as Kind
      if ('moveWith' in schema) lists.push([key, value as string])
      else if (over) visit(fields ?? inner, value)
      else hasValues ||= holds?.(value) !== true
    } else if (expectsData(schema) && isObject(schema) && isObject(value)) {
      for (const [field, it] of Object.entries(value)) visit(getOwn(schema, field), it)
    } else hasValues ||= typeof value === 'number' || isContainer(value)
  }
  visit(root, result)
  return hasValues ? lists : NONE
}
