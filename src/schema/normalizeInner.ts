import type { NormalizeDelegate } from './contract'
import { isKind } from './kinds'

/** Stores a value as another schema would, at the place where the schema around it is. */
export function normalizeInner(
  schema: unknown,
  value: unknown,
  parent: unknown,
  key: string,
  delegate: NormalizeDelegate,
): unknown {
  if (isKind(schema)) return schema.normalize(value, parent, key, delegate)
  const isData = typeof value === 'object' && value !== null
  if (!isData && typeof schema === 'object') return delegate.fail('an object or a list', value)
  return delegate.visit(schema, value, parent, key, delegate.enclosing)
}
