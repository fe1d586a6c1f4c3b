import type { EntityMap, SchemaAttribute } from './discriminate'
import type { Denormalize, Normalize, PartInput } from './types'
import { Union } from './Union'

/** What readers see of a member: any entity of a map where there is a schemaAttribute, else what the schema says. */
export type MemberValue<S, Attribute> = Attribute extends SchemaAttribute
  ? Denormalize<S[keyof S]>
  : Denormalize<S>

/** What may be written of a member. */
export type MemberInput<S, Attribute> = Attribute extends SchemaAttribute
  ? PartInput<S[keyof S]>
  : PartInput<S>

/** What is stored of a member. */
export type MemberNormalized<S, Attribute> = Attribute extends SchemaAttribute
  ? { readonly id: string; readonly schema: keyof S & string }
  : Normalize<S>

/**
 * The schema of the members of a list or map: the one that was given, or a union of a map of entities.
 * @throws TypeError where there is none
 */
export function memberSchema(
  schema: unknown,
  attribute: SchemaAttribute | undefined,
  kind: string,
): unknown {
  if (schema === undefined && process.env.NODE_ENV !== 'production') {
    throw new TypeError(`new ${kind}() takes the schema of its members: new ${kind}(User).`)
  }
  return attribute === undefined ? schema : new Union(schema as EntityMap, attribute)
}
