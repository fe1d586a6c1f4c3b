import type { AnyType } from '../util/anyType'
import type { DenormalizeDelegate, NormalizeDelegate, QueryDelegate, SchemaKind } from './contract'
import { listOf } from './ArraySchema'
import { type EntityMap, isEntity, type SchemaAttribute } from './Discriminator'
import type { Entity } from './Entity'
import type { EntityRef } from './entityRef'
import { INVALID } from './schemaObject'
import type { Shape } from './types'
import { type MemberInput, type MemberValue, Union } from './Union'

/**
 * Reads every stored entity of a kind, in the order of its table. A response of this schema stores its entities
 * and is read as all of them.
 *
 * @example
 * const users = controller.get(new All(User))
 * const members = new All({ user: User, group: Group }, 'type')
 */
export class All<
  const S extends typeof Entity | EntityMap,
  Attribute extends SchemaAttribute | undefined = undefined,
> implements SchemaKind {
  declare readonly shape?: Shape<
    readonly MemberValue<S, Attribute>[],
    readonly AnyType[],
    undefined,
    readonly MemberInput<S, Attribute>[]
  >
  readonly #entities: EntityMap | undefined
  readonly #member: typeof Entity | Union

  constructor(
    entity: S,
    ...[attribute]: S extends typeof Entity ? [] : [schemaAttribute: Attribute]
  ) {
    if (isEntity(entity) && attribute === undefined) this.#member = entity
    else {
      this.#entities = entity as EntityMap
      this.#member = new Union(this.#entities, attribute as SchemaAttribute, 'All')
    }
  }

  /** The schema of each member. */
  get member(): unknown {
    return this.#member
  }

  normalize(input: unknown, parent: unknown, key: string, delegate: NormalizeDelegate): undefined {
    for (const [index, value] of listOf(input, delegate).entries()) {
      delegate.visitMember(this.#member, value, parent, key, index)
    }
  }

  denormalize(input: unknown, delegate: DenormalizeDelegate): unknown {
    return Array.isArray(input) ? delegate.list(this.#member, input) : input
  }

  /** The references of all rows; INVALID where there is not even a table, so that readers request it. */
  queryKey(args: readonly unknown[], delegate: QueryDelegate): unknown {
    if (args[0] === null) return undefined
    return this.#entities === undefined
      ? (delegate.pks((this.#member as typeof Entity).key) ?? INVALID)
      : (allRefs(this.#entities, delegate) ?? INVALID)
  }
}

function allRefs(entities: EntityMap, delegate: QueryDelegate): EntityRef[] | undefined {
  let refs: EntityRef[] | undefined
  for (const [schema, { key }] of Object.entries(entities)) {
    const pks = delegate.pks(key)
    if (pks !== undefined) refs = [...(refs ?? []), ...pks.map((id) => ({ id, schema }))]
  }
  return refs
}
