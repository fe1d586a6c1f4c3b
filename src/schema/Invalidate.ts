import { advise } from '../util/advise'
import { describe } from '../util/describe'
import { isObject } from '../util/isObject'
import type { Seam } from '../util/seam'
import type {
  AffectedDelegate,
  DenormalizeDelegate,
  NormalizeDelegate,
  SchemaKind,
} from './contract'
import { checkEntityMap, type EntityMap, type SchemaAttribute } from './discriminate'
import type { Entity } from './Entity'
import { type EntityRef, isEntityRef, type MemberRef } from './entityRef'
import type { Denormalize, Shape } from './types'
import { Union } from './Union'
import { isEntity } from './isEntity'
import { isKind } from './kinds'
import { usablePk } from './usablePk'

/** What the response alone says, by the object in which the request says with it which entity is meant. */
export const ownResponses = new WeakMap<object, unknown>()

/** What can be invalidated: an entity, a union of entities, or a map of them. */
export type Invalidated = typeof Entity | Union<Seam> | EntityMap

type InvalidatedValue<S> = S extends typeof Entity | Union<Seam>
  ? Denormalize<S>
  : Denormalize<S[keyof S]>

type AttributeFor<S> = S extends typeof Entity | Union<Seam>
  ? []
  : [schemaAttribute: SchemaAttribute]

/**
 * The schema of a response that says an entity is gone: an object with its primary key, or the primary key alone.
 * Lists drop the entity, optional fields become `undefined`, readers that cannot do without it fetch again.
 *
 * @example
 * new RestEndpoint({ path: '/users/:id', method: 'DELETE', schema: new Invalidate(User) })
 * new Invalidate({ user: User, group: Group }, 'type')
 */
export class Invalidate<const S extends Invalidated> implements SchemaKind {
  declare readonly shape?: Shape<
    InvalidatedValue<S>,
    readonly Seam[],
    S extends typeof Entity ? string : EntityRef
  >
  /** The entity; `undefined` where there are several. */
  readonly entity: S extends typeof Entity ? S : undefined
  readonly #union: Union | undefined

  constructor(target: S, ...attribute: AttributeFor<S>) {
    this.#union = unionOf(target, attribute[0])
    this.entity = (this.#union === undefined ? target : undefined) as typeof this.entity
  }

  get choice(): string | undefined {
    return this.#union?.choice
  }

  found(value: unknown): string | undefined {
    return this.#union?.found(value)
  }

  canPlace(value: unknown, parent: unknown, key: string): boolean {
    return this.#union?.canPlace(value, parent, key) !== false
  }

  normalize(value: unknown, parent: unknown, key: string, delegate: NormalizeDelegate): MemberRef {
    const union = this.#union
    const only: typeof Entity | undefined = this.entity
    if (union === undefined) return invalidate(only as typeof Entity, value, parent, key, delegate)
    const schema = union.nameOf(value, parent, key)
    const entity = union.entityNamed(schema)
    if (schema === undefined || entity === undefined) return union.refuse(value, delegate)
    return { id: invalidate(entity, value, parent, key, delegate), schema }
  }

  denormalize(input: unknown, delegate: DenormalizeDelegate): unknown {
    if (typeof input === 'string' && this.#union === undefined) {
      return delegate.readIncludingInvalid(this.entity as typeof Entity, input)
    }
    const entity = isEntityRef(input) ? this.#union?.entityNamed(input.schema) : undefined
    return entity === undefined
      ? input
      : delegate.readIncludingInvalid(entity, (input as EntityRef).id)
  }

  queryKey(): undefined {
    return undefined
  }

  affected(args: readonly unknown[], delegate: AffectedDelegate): void {
    ;(this.#union ?? this.entity)?.affected(args, delegate)
  }

  /** Whether a value tells which entity is meant. */
  isTold(value: unknown): boolean {
    const isId = this.#union === undefined && typeof value !== 'bigint'
    if (!isObject(value)) return isId && usablePk(value) !== undefined
    try {
      const entity = this.#union?.entityNamed(this.#union.nameOf(value)) ?? this.entity
      return entity?.pk(value) !== undefined
    } catch {
      // What was written for answers may not fit the arguments of a call.
      return false
    }
  }
}

function unionOf(target: Invalidated, attribute: SchemaAttribute | undefined): Union | undefined {
  if (target instanceof Union) return target
  if (isEntity(target)) return undefined
  if (
    isObject(target) &&
    !isKind(target) &&
    (attribute !== undefined || Object.keys(target).length > 0)
  ) {
    checkEntityMap(target, attribute, 'Invalidate')
    return new Union(target, attribute as SchemaAttribute)
  }
  throw new TypeError(
    advise(
      'no entity to invalidate',
      process.env.NODE_ENV === 'production' ||
        `new Invalidate() takes an entity class: new Invalidate(User), a Union, or a map of entities with a schemaAttribute: new Invalidate({ user: User, group: Group }, 'type'). Found ${describe(target)}.`,
    ),
  )
}

function invalidate(
  entity: typeof Entity,
  value: unknown,
  parent: unknown,
  key: string,
  delegate: NormalizeDelegate,
): string {
  const isCompleted = isObject(value) && ownResponses.has(value)
  const said = isCompleted ? ownResponses.get(value) : value
  // As it came: `process` may change what it is given.
  const carried = isObject(said) ? { response: { ...said }, parent, key } : undefined
  const processed = isObject(value)
    ? (entity.process(value, parent, key, delegate.args) ?? value)
    : undefined
  const pk =
    processed === undefined ? usablePk(value) : entity.pk(processed, parent, key, delegate.args)
  if (pk === undefined) {
    const advice =
      process.env.NODE_ENV === 'production'
        ? ''
        : ' (as an object, a string or a number; make it in `process`)'
    return delegate.fail(`the primary key of the ${entity.key} to invalidate${advice}`, value)
  }
  delegate.invalidate(entity, pk, carried)
  return pk
}
