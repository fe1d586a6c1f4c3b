import { describeValue } from '../util/messages'
import { attempt, isObject } from '../util/checks'
import type { AnyType } from '../util/anyType'
import type {
  AffectedDelegate,
  DenormalizeDelegate,
  NormalizeDelegate,
  SchemaKind,
} from './contract'
import {
  Discriminator,
  type EntityMap,
  entityOf,
  isEntity,
  type SchemaAttribute,
} from './Discriminator'
import type { Entity } from './Entity'
import { type EntityRef, isEntityRef, type MemberRef, pkOfRef, usablePk } from './entityRef'
import { isSchemaObject } from './schemaObject'
import type { Denormalize, Shape } from './types'
import type { Union } from './Union'

/** What can be invalidated: an entity, a union of entities, or a map of them. */
export type Invalidated = typeof Entity | Union<AnyType> | EntityMap

type InvalidatedValue<S> = S extends typeof Entity | Union<AnyType>
  ? Denormalize<S>
  : Denormalize<S[keyof S]>

type AttributeFor<S> = S extends typeof Entity | Union<AnyType>
  ? []
  : [schemaAttribute: SchemaAttribute]

/** What `Invalidate` is of one entity, or of a union that is there already. */
export class InvalidateOne<const S extends Invalidated = typeof Entity> implements SchemaKind {
  declare readonly shape?: Shape<
    InvalidatedValue<S>,
    readonly AnyType[],
    S extends typeof Entity ? string : EntityRef
  >
  /** The entity; `undefined` where there are several. */
  readonly entity: S extends typeof Entity ? S : undefined
  readonly #target: typeof Entity | Discriminator

  constructor(target: typeof Entity | Discriminator) {
    this.#target = target
    this.entity = (isEntity(target) ? target : undefined) as typeof this.entity
  }

  normalize(
    value: unknown,
    parent: unknown,
    key: string,
    delegate: NormalizeDelegate,
  ): MemberRef | undefined {
    const target = this.#target
    const store = (entity: typeof Entity): string =>
      invalidate(entity, value, parent, key, delegate)
    return isEntity(target)
      ? store(target)
      : target.normalizeBy(store, value, parent, key, delegate)
  }

  denormalize(input: unknown, delegate: DenormalizeDelegate): unknown {
    if (typeof input !== 'string' && !isEntityRef(input)) return input
    const entity = entityOf(this.#target, input)
    return entity === undefined ? input : delegate.readIncludingInvalid(entity, pkOfRef(input))
  }

  affected(args: readonly unknown[], delegate: AffectedDelegate): void {
    const row = (schemaKey: string, pk: string): void => delegate.row(schemaKey, pk, true)
    // A list that holds it is doubtful with its row; what stands beside others may count it.
    this.#target.affected(args, { row, lists: (schemaKey) => delegate.lists(schemaKey, 'changed') })
  }

  /**
   * The entity that a response invalidates: the server sends the deleted entity, its primary key, or nothing, and then the body or the
   * parameters of the request identify it.
   * @param name of a DELETE: what it requested is deleted, whatever the response names
   */
  inferOne(value: unknown, body: unknown, params: unknown, name: string | false): unknown {
    const requested = { ...(params as object), ...(body as object) }
    const response = value as object
    const joined = name ? { ...response, ...requested } : { ...requested, ...response }
    const all = [name ? joined : value, joined, value, body, params]
    const found = all.find((it) => this.#pkOf(it) !== undefined) ?? joined
    if (process.env.NODE_ENV !== 'production' && name !== false) {
      const pk = this.#pkOf(value) ?? this.#pkOf(found)
      if (pk !== this.#pkOf(found)) warnOtherPk(this, name)
    }
    return found
  }

  /** Like `inferOne`, of several: the list of the response, else that of the body. Of anything else it would be a guess. */
  inferList(value: unknown, body: unknown, name: string): unknown {
    if (Array.isArray(value) && value.length > 0) return value
    if (Array.isArray(body)) return body
    const members = isObject(value) ? Object.values(value) : []
    const isMap =
      members.length > 0 && members.every((it) => isObject(it) && this.#pkOf(it) !== undefined)
    if (isMap || Array.isArray(value)) return value
    const problem =
      process.env.NODE_ENV === 'production'
        ? 'gave no list of what was deleted'
        : 'was accepted, but neither the response nor the body lists what was deleted; make a list of primary keys in `process`.'
    throw Object.assign(new Error(`${name} ${problem}`), { code: 'INVALID_RESPONSE' })
  }

  #pkOf(value: unknown): string | undefined {
    if (isObject(value)) return attempt(() => entityOf(this.#target, value)?.pk(value))
    return typeof value !== 'bigint' && isEntity(this.#target) ? usablePk(value) : undefined
  }
}

/**
 * Describes a response that deletes an entity: an object with its primary key, or the primary key alone. Lists drop the
 * entity, optional fields become `undefined`, and readers that require it fetch again.
 *
 * @example
 * const deleteUser = new RestEndpoint({ path: '/users/:id', method: 'DELETE', schema: new Invalidate(User) })
 * const deleted = new Invalidate({ user: User, group: Group }, 'type')
 */
export class Invalidate<const S extends Invalidated> extends InvalidateOne<S> {
  constructor(target: S, ...attribute: AttributeFor<S>) {
    super(targetOf(target, attribute[0]))
  }

  /** The schema of a resource's `delete` is one, too. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return this === Invalidate ? value instanceof InvalidateOne : super[Symbol.hasInstance](value)
  }
}

const warned = new WeakSet<object>()

/** Warns once for each schema. */
function warnOtherPk(schema: object, name: string): void {
  if (warned.has(schema)) return
  warned.add(schema)
  console.warn(
    `${name}: the response names another primary key than the request. What was requested counts as deleted. If the response is right, give the parameter of the path another name than the fields of the primary key have, such as :projectId.`,
  )
}

function targetOf(
  target: Invalidated,
  attribute: SchemaAttribute | undefined,
): typeof Entity | Discriminator {
  if (isEntity(target) || target instanceof Discriminator) return target
  if (process.env.NODE_ENV !== 'production') checkTarget(target, attribute)
  return new Discriminator(target, attribute as SchemaAttribute, 'Invalidate')
}

function checkTarget(target: Invalidated, attribute: SchemaAttribute | undefined): void {
  const isMap = isObject(target) && !isSchemaObject(target)
  if (isMap && (attribute !== undefined || Object.keys(target).length > 0)) return
  throw new TypeError(
    `new Invalidate() takes an entity class: new Invalidate(User), a Union, or a map of entities with a schemaAttribute: new Invalidate({ user: User, group: Group }, 'type'). Found ${describeValue(target)}.`,
  )
}

function invalidate(
  entity: typeof Entity,
  value: unknown,
  parent: unknown,
  key: string,
  delegate: NormalizeDelegate,
): string {
  let pk: string | undefined
  if (isObject(value)) {
    const processed = entity.process(value, parent, key, delegate.args) ?? value
    pk = entity.pk(processed, parent, key, delegate.args)
  } else pk = usablePk(value)
  if (pk === undefined) {
    const advice =
      process.env.NODE_ENV === 'production'
        ? ''
        : ' (as an object, a string or a number; make it in `process`)'
    return delegate.fail(`the primary key of the ${entity.key} to invalidate${advice}`, value)
  }
  delegate.invalidate(entity, pk)
  return pk
}
