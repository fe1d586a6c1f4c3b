import { Collection } from '../schema/Collection'
import { isKind } from '../schema/kinds'
import { pageOf, type RemoveCursor } from '../schema/pageOf'
import { isObject } from '../util/isObject'
import type { AnyCollection } from './findCollection'

/** A schema of other schemas, such as a `Query` or an object schema. */
interface Wrapper {
  readonly schema?: unknown
  readonly fields?: unknown
  /** The same kind of schema with another one inside. */
  over(schema: unknown): unknown
}

/** A schema whose collections take pages: what comes is added to what is there. Everything else stays as it is. */
export function paginate(schema: unknown, removeCursor: RemoveCursor): unknown {
  if (schema instanceof Collection) return pageOf(schema as AnyCollection, removeCursor)
  if (!isObject(schema)) return schema
  if (isKind(schema)) {
    const wrapper = schema as Partial<Wrapper>
    return wrapper.over?.(paginate(wrapper.schema ?? wrapper.fields, removeCursor)) ?? schema
  }
  const pages = Object.entries(schema).map(([field, it]) => [field, paginate(it, removeCursor)])
  return Object.fromEntries(pages)
}
