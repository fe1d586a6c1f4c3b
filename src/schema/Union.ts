import { isObject } from '../util/isObject'
import { describe, describeData } from '../util/describe'
import type {
  AffectedDelegate,
  DenormalizeDelegate,
  NormalizeDelegate,
  QueryDelegate,
  SchemaKind,
} from './contract'
import {
  checkEntityMap,
  describeChoice,
  discriminate,
  type EntityMap,
  entityNamed,
  type SchemaAttribute,
} from './discriminate'
import type { Entity } from './Entity'
import { type EntityRef, isEntityRef } from './entityRef'
import type { Denormalize, EntityArgs, Shape } from './types'
import { isNothing } from '../util/isNothing'

/** What readers see of a map of entities: any of them. */
export type AnyOf<Map extends EntityMap> = Denormalize<Map[keyof Map]>

type ArgsOfAny<Map extends EntityMap> = {
  [Name in keyof Map]: EntityArgs<InstanceType<Map[Name]>>
}[keyof Map]

/**
 * One of several entities, told apart by a field or a function. Stored as `{ id, schema }`.
 *
 * @example
 * new Union({ user: User, group: Group }, 'type')
 * @throws TypeError where there is no map of entities, or nothing that tells them apart
 */
export class Union<const Map extends EntityMap = EntityMap> implements SchemaKind {
  declare readonly shape?: Shape<
    AnyOf<Map>,
    readonly [ArgsOfAny<Map> | string | number | null | undefined],
    EntityRef<keyof Map & string>
  >
  readonly #entities: Map
  readonly #attribute: SchemaAttribute

  constructor(entities: Map, schemaAttribute: SchemaAttribute) {
    checkEntityMap(entities, schemaAttribute, 'Union')
    this.#entities = entities
    this.#attribute = schemaAttribute
  }

  /** The names of the tables, as in the table of a list of it: `User;Group`. */
  get key(): string {
    return Object.values(this.#entities)
      .map(({ key }) => key)
      .join(';')
  }

  /** What an error says was expected. */
  get choice(): string {
    return describeChoice(this.#entities, this.#attribute)
  }

  /** Whether it is one of these entities; text and lists are a mistake, and no kind that is not known yet. */
  canPlace(value: unknown, parent: unknown, key: string): boolean {
    return !isObject(value) || this.nameOf(value, parent, key) !== undefined
  }

  /** The name that a value goes by, if it is one of the map's. */
  nameOf(value: unknown, parent?: unknown, key = ''): string | undefined {
    if (!isObject(value)) return undefined
    const name = discriminate(this.#attribute, value, parent, key)
    return this.entityNamed(name) === undefined ? undefined : name
  }

  /** The entity that goes by a name. */
  entityNamed(name: string | undefined): typeof Entity | undefined {
    return entityNamed(this.#entities, name)
  }

  normalize(
    value: unknown,
    parent: unknown,
    key: string,
    delegate: NormalizeDelegate,
  ): EntityRef | undefined {
    const name = this.nameOf(value, parent, key)
    const entity = this.entityNamed(name)
    if (name === undefined || entity === undefined) return this.refuse(value, delegate)
    const id = entity.normalize(value, parent, key, delegate) as string
    return { id, schema: name }
  }

  denormalize(input: unknown, delegate: DenormalizeDelegate): unknown {
    if (isEntityRef(input)) {
      const entity = this.entityNamed(input.schema)
      return entity && delegate.visit(entity, input.id)
    }
    return isObject(input) ? this.#inferred(input, delegate) : input
  }

  queryKey(args: readonly unknown[], delegate: QueryDelegate): EntityRef | undefined {
    const [arg] = args
    if (isNothing(arg)) return undefined
    const name = this.#nameOfArgs(arg)
    const names = name === undefined ? Object.keys(this.#entities) : [name]
    for (const candidate of names) {
      const id = this.entityNamed(candidate)?.queryKey(args, delegate)
      if (id !== undefined) return { id, schema: candidate }
    }
    return undefined
  }

  /** Parameters of a call rarely say which of the entities is meant: then it may be any. */
  affected(args: readonly unknown[], delegate: AffectedDelegate): void {
    for (const arg of args) {
      const name = this.#nameOfArgs(arg)
      for (const candidate of name === undefined ? Object.keys(this.#entities) : [name]) {
        this.entityNamed(candidate)?.affected([arg], delegate)
      }
    }
  }

  /** Describes what was found in place of a known name: the name where a field has it, else the kind of the value. */
  found(value: unknown): string {
    const attribute = this.#attribute
    const isNamed =
      isObject(value) && typeof attribute !== 'function' && Object.hasOwn(value, attribute)
    return isNamed ? describe(value[attribute]) : describeData(value)
  }

  /** Fails with what was expected, and what the value says instead. */
  refuse(value: unknown, delegate: NormalizeDelegate): never {
    return delegate.fail(this.choice, value, this.found(value))
  }

  /** An object that was never stored, such as the default of a field. */
  #inferred(input: object, delegate: DenormalizeDelegate): unknown {
    const entity = this.entityNamed(this.nameOf(input))
    if (entity !== undefined) return delegate.visit(entity, input)
    if (process.env.NODE_ENV !== 'production' && !this.#isInstance(input)) {
      console.warn(
        `A Union of ${this.key} cannot tell what ${describe(input)} is; it needs ${this.choice}.`,
      )
    }
    return input
  }

  #isInstance(input: object): boolean {
    return Object.values(this.#entities).some((entity) => input instanceof entity)
  }

  /** Arguments are not always what the function was written for. */
  #nameOfArgs(arg: unknown): string | undefined {
    try {
      return this.nameOf(arg)
    } catch {
      return undefined
    }
  }
}
