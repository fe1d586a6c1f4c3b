import type { AnyType } from '../util/anyType'
import { isObject } from '../util/checks'
import type { DenormalizeDelegate, NormalizeDelegate, Schema, SchemaKind } from './contract'
import type { SchemaAttribute } from './Discriminator'
import type { Shape } from './types'
import { type MemberInput, type MemberNormalized, memberSchema, type MemberValue } from './Union'

/**
 * A list: `schema.Array`. The same as `[S]`, and can hold several entities by a map. `null` members are kept, as servers
 * use them for gaps; those that are missing or invalid are left out.
 *
 * @example
 * const members = new schema.Array({ user: User, group: Group }, 'type')
 */
export class ArraySchema<
  const S extends Schema,
  Attribute extends SchemaAttribute | undefined = undefined,
> implements SchemaKind {
  declare readonly shape?: Shape<
    readonly MemberValue<S, Attribute>[],
    readonly AnyType[],
    MemberNormalized<S, Attribute>[],
    readonly MemberInput<S, Attribute>[]
  >
  readonly #member: unknown

  constructor(schema: S, schemaAttribute?: Attribute) {
    this.#member = memberSchema(schema, schemaAttribute, 'schema.Array')
  }

  /** The schema of each member. */
  get member(): unknown {
    return this.#member
  }

  normalize(
    input: unknown,
    parent: unknown,
    key: string,
    delegate: NormalizeDelegate,
  ): readonly unknown[] {
    return delegate.visit([this.member], listOf(input, delegate), parent, key) as unknown[]
  }

  denormalize(input: unknown, delegate: DenormalizeDelegate): unknown {
    return Array.isArray(input) ? delegate.list(this.member, input) : input
  }
}

/** The members of a list without holes; an object of objects stands for the list of its values. */
export function listOf(input: unknown, delegate: NormalizeDelegate): readonly unknown[] {
  if (Array.isArray(input)) return Array.from(input as unknown[])
  const values = isObject(input) ? Object.values(input) : undefined
  const isList = values?.every((it) => isObject(it) || it === null)
  return values && isList ? values : delegate.fail('a list', input)
}
