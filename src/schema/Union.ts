import { describeValue } from '../util/messages'
import { isNothing, isObject } from '../util/checks'
import type { DenormalizeDelegate, NormalizeDelegate, QueryDelegate, SchemaKind } from './contract'
import { Discriminator, type EntityMap, type SchemaAttribute } from './Discriminator'
import type { Entity } from './Entity'
import { type EntityRef, isEntityRef } from './entityRef'
import type { Denormalize, EntityArgs, Normalize, PartInput, Shape } from './types'

/** What readers see of a map of entities: any of them. */
export type AnyOf<Map extends EntityMap> = Denormalize<Map[keyof Map]>

type ArgsOfAny<Map extends EntityMap> = {
  [Name in keyof Map]: EntityArgs<InstanceType<Map[Name]>>
}[keyof Map]

/**
 * Describes one of several entities, identified by a field or a function. It is stored as `{ id, schema }`.
 *
 * @example
 * const member = new Union({ user: User, group: Group }, 'type')
 * @throws TypeError where there is no map of entities, or no `schemaAttribute`
 */
export class Union<const Map extends EntityMap = EntityMap>
  extends Discriminator<Map>
  implements SchemaKind
{
  declare readonly shape?: Shape<
    AnyOf<Map>,
    readonly [ArgsOfAny<Map> | string | number | null | undefined],
    EntityRef<keyof Map & string>
  >

  constructor(entities: Map, schemaAttribute: SchemaAttribute, kind = 'Union') {
    super(entities, schemaAttribute, kind)
  }

  /** The names of the tables, as in the table of a list of it: `User;Group`. */
  get key(): string {
    return Object.values(this.entities)
      .map(({ key }) => key)
      .join(';')
  }

  normalize(
    value: unknown,
    parent: unknown,
    key: string,
    delegate: NormalizeDelegate,
  ): EntityRef | undefined {
    const store = (entity: typeof Entity): string =>
      entity.normalize(value, parent, key, delegate) as string
    return this.normalizeBy(store, value, parent, key, delegate)
  }

  denormalize(input: unknown, delegate: DenormalizeDelegate): unknown {
    if (isEntityRef(input)) {
      const entity = this.entityNamed(input.schema)
      return entity && delegate.visit(entity, input.id)
    }
    return isObject(input) ? this.#inferred(input, delegate) : input
  }

  queryKey(args: readonly unknown[], delegate: QueryDelegate): EntityRef | undefined {
    if (isNothing(args[0])) return undefined
    for (const schema of this.namesOfArg(args[0])) {
      const id = this.entityNamed(schema)?.queryKey(args, delegate)
      if (id !== undefined) return { id, schema }
    }
    return undefined
  }

  /** An object that was never stored, such as the default of a field. */
  #inferred(input: object, delegate: DenormalizeDelegate): unknown {
    const entity = this.entityNamed(this.nameOf(input))
    if (entity !== undefined) return delegate.visit(entity, input)
    if (process.env.NODE_ENV !== 'production' && !this.#isInstance(input)) {
      console.warn(
        `A Union of ${this.key} cannot tell what ${describeValue(input)} is; it needs ${this.describeChoice()}.`,
      )
    }
    return input
  }

  #isInstance(input: object): boolean {
    return Object.values(this.entities).some((entity) => input instanceof entity)
  }
}

/** What readers see of a member: any entity of a map where there is a schemaAttribute, else what readers see of the schema. */
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
 * The schema of the members of a list or map: the given one, or a union of a map of entities.
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
