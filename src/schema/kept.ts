import type { AnyType } from '../util/anyType'
import type { Schema, SchemaKind } from './contract'
import type { Denormalize, InputOf, Normalize, Shape } from './types'

/** A value beside a list that stays as the last response said. */
export interface Kept<S> extends SchemaKind {
  readonly shape?: Shape<Denormalize<S>, readonly AnyType[], Normalize<S>, InputOf<S>>
}

interface KeptAnything extends SchemaKind {
  readonly shape?: Shape<AnyType>
  /** Of a value that has a schema, such as an entity, or a type: `kept(User)`, `kept({} as Facets)`. */
  <const S extends Schema>(schema: S): Kept<S>
}

/**
 * Describes a value beside a list that does not follow from the members of the list, such as the user who reads it. It stays as the
 * last response said where the list changes, so that no request is sent for it.
 *
 * @example
 * const getFriends = new RestEndpoint({
 *   path: '/friends',
 *   schema: { friends: new Collection([User]), viewer: kept(User), limit: kept(0) },
 * })
 */
export const kept: KeptAnything = /* @__PURE__ */ Object.assign(
  keptOf,
  /* @__PURE__ */ keptOf(undefined),
)

function keptOf(schema: unknown): SchemaKind {
  return {
    normalize: (value, parent, key, delegate) => delegate.visit(schema, value, parent, key),
    denormalize: (input, delegate) => delegate.visit(schema, input),
    holds: () => true,
  }
}
