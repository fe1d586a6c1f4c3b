import { describeData, describeValue } from '../util/messages'
import { attempt, isObject } from '../util/checks'
import { getOwn } from '../util/record'
import type { AnyType } from '../util/anyType'
import type { AffectedDelegate, NormalizeDelegate } from './contract'
import type { Entity } from './Entity'
import { type EntityRef, isEntityRef } from './entityRef'
import { isRowSchema } from './schemaObject'

/** Entities by the name that identifies them: `{ user: User, group: Group }`. */
export interface EntityMap {
  readonly [name: string]: typeof Entity
}

/** The field of a value that names its entity, or a function that gives the name. */
export type SchemaAttribute =
  | string
  | ((value: AnyType, parent: AnyType, key: string) => string | number | boolean | null | undefined)

/** Finds out which entity of a map a value is. */
export class Discriminator<const Map extends EntityMap = EntityMap> {
  /** The entities by the names that identify them. */
  readonly entities: Map
  readonly #attribute: SchemaAttribute

  /** @throws TypeError in development where there is no map of entities, or no `schemaAttribute` */
  constructor(entities: Map, schemaAttribute: SchemaAttribute, kind: string) {
    if (process.env.NODE_ENV !== 'production') checkEntityMap(entities, schemaAttribute, kind)
    this.entities = entities
    this.#attribute = schemaAttribute
  }

  /** The name of the entity that a value is, if the map has it. */
  nameOf(value: unknown, parent?: unknown, key = ''): string | undefined {
    if (!isObject(value)) return undefined
    const attribute = this.#attribute
    const found: unknown =
      typeof attribute === 'function' ? attribute(value, parent, key) : value[attribute]
    const name = typeof found === 'number' || typeof found === 'boolean' ? `${found}` : found
    return typeof name === 'string' && Object.hasOwn(this.entities, name) ? name : undefined
  }

  /** The entity of a name; names that every object inherits are none. */
  entityNamed(name: string | undefined): typeof Entity | undefined {
    return name === undefined ? undefined : getOwn(this.entities, name)
  }

  /**
   * The reference to a value, which `store` stores as one of the entities. Another object is refused; text and lists are no
   * kind that is not known yet, but a mistake.
   */
  normalizeBy(
    store: (entity: typeof Entity) => string,
    value: unknown,
    parent: unknown,
    key: string,
    delegate: NormalizeDelegate,
  ): EntityRef | undefined {
    const schema = this.nameOf(value, parent, key)
    const entity = this.entityNamed(schema)
    if (schema !== undefined && entity !== undefined) return { id: store(entity), schema }
    const choice = this.describeChoice()
    const text = this.#nameOfValue(value)
    return isObject(value)
      ? delegate.refuse(this, value, choice, text)
      : delegate.fail(choice, value, text)
  }

  /** The names of the entities that an argument may be: parameters of a call rarely name it, so it may be any. */
  namesOfArg(arg: unknown): readonly string[] {
    const name = attempt(() => this.nameOf(arg))
    return name === undefined ? Object.keys(this.entities) : [name]
  }

  affected(args: readonly unknown[], delegate: AffectedDelegate): void {
    for (const arg of args) {
      for (const name of this.namesOfArg(arg)) this.entityNamed(name)?.affected([arg], delegate)
    }
  }

  /** The words of an error for an expected value: ``an object whose `type` is "user" or "group"``. */
  describeChoice(): string {
    const names = Object.keys(this.entities)
    const quoted = names.map((name) => JSON.stringify(name))
    const choice = names.length > 8 ? `${quoted.slice(0, 8).join(', ')}, …` : quoted.join(' or ')
    return typeof this.#attribute === 'function'
      ? `an object for which schemaAttribute gives ${choice}`
      : `an object whose \`${this.#attribute}\` is ${choice}`
  }

  /** The name that a value has in place of a known one, else the kind of the value. */
  #nameOfValue(value: unknown): string {
    const attribute = this.#attribute
    const isNamed =
      isObject(value) && typeof attribute !== 'function' && Object.hasOwn(value, attribute)
    return isNamed ? describeValue(value[attribute]) : describeData(value)
  }
}

function checkEntityMap(map: EntityMap, attribute: unknown, kind: string): void {
  const example = `new ${kind}({ user: User, group: Group }, 'type')`
  const isMap = typeof map === 'object' && map !== null && !Array.isArray(map)
  if (!isMap || Object.keys(map).length === 0) {
    throw new TypeError(
      `new ${kind}() takes entities by name: ${example}. Found ${describeValue(map)}.`,
    )
  }
  for (const [name, entity] of Object.entries(map as Record<string, unknown>)) {
    if (isEntity(entity)) continue
    throw new TypeError(
      `new ${kind}() takes entities by name: ${example}. Found ${describeValue(entity)} for "${name}".`,
    )
  }
  if (typeof attribute === 'function' || (typeof attribute === 'string' && attribute !== '')) return
  throw new TypeError(
    `new ${kind}() needs a schemaAttribute as its second argument, the field or function that tells which entity a value is: ${example}.`,
  )
}

/**
 * Returns the entity class of a member of a collection: the only one, or that which its value or reference names. Several are
 * known by their members and not by their class, which an app without them then does not get.
 */
export function entityOf(member: unknown, value: unknown): typeof Entity | undefined {
  if (isEntity(member)) return member
  const several = member as Partial<Discriminator> | undefined
  return several?.entityNamed?.(isEntityRef(value) ? value.schema : several.nameOf?.(value))
}

/** Whether something is an entity class: a row schema that makes instances, and has a function for their primary key. */
export function isEntity(schema: unknown): schema is typeof Entity {
  return (
    typeof schema === 'function' &&
    isRowSchema(schema) &&
    typeof (schema as Partial<typeof Entity>).pk === 'function'
  )
}
