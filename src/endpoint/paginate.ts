import { Collection } from '../schema/Collection'
import { isKind } from '../schema/kinds'
import { ObjectSchema } from '../schema/ObjectSchema'
import { pageOf, type RemoveCursor } from '../schema/pageOf'
import { Query } from '../schema/Query'
import { isObject } from '../util/isObject'
import type { Seam } from '../util/seam'
import type { AnyCollection } from './findCollection'

/** A schema whose collections take pages: what comes is added to what is there. Everything else stays as it is. */
export function paginate(schema: unknown, removeCursor: RemoveCursor): unknown {
  if (schema instanceof Collection) return pageOf(schema as AnyCollection, removeCursor)
  if (schema instanceof Query) {
    return (schema as Query<Seam, Seam, unknown>).over(
      paginate(schema.schema, removeCursor) as Seam,
    )
  }
  if (schema instanceof ObjectSchema) {
    return new ObjectSchema(paginateFields(schema.fields, removeCursor) as Seam)
  }
  return isKind(schema) || !isObject(schema) ? schema : paginateFields(schema, removeCursor)
}

function paginateFields(fields: object, removeCursor: RemoveCursor): object {
  const pages = Object.entries(fields).map(([field, schema]) => [
    field,
    paginate(schema, removeCursor),
  ])
  return Object.fromEntries(pages) as object
}
