import { freeze } from '../util/freeze'
import type { RowSchema, Schema } from './contract'

/** Where a class keeps its plan; a subclass that inherits it makes its own. */
export const PLAN: unique symbol = Symbol('plan')

/** What the walks need to know of an entity class, found out once. */
export interface EntityPlan {
  readonly entity: RowSchema
  readonly schema: { readonly [field: string]: Schema }
  /** The fields that have a schema. */
  readonly fields: readonly string[]
  readonly schemas: readonly unknown[]
  /** The place of a field among `fields`. */
  readonly places: ReadonlyMap<string, number>
  /** Input is stored as it comes: no `process` of the class's own. */
  readonly isPlain: boolean
  /** Data that adds nothing changes nothing: none of the hooks that decide on merging is the class's own. */
  readonly isComparable: boolean
  /** The primary key is `id`: none of the ways to say otherwise is the class's own. */
  readonly hasDefaultPk: boolean
  /** The fields that a reader cannot do without: their default is truthy. */
  readonly required: ReadonlySet<string>
  /** An instance whose fields have their defaults; made when it is first read. */
  defaults(): object
}

/** An entity class, as far as plans are made of it. */
interface Planned extends Record<Hook | 'process' | 'pk', unknown> {
  new (): object
  readonly prototype: { readonly pk: unknown }
  readonly schema: { readonly [field: string]: Schema }
  [PLAN]?: EntityPlan
}

type Hook = 'merge' | 'mergeWithStore' | 'mergeMetaWithStore' | 'shouldUpdate' | 'shouldReorder'

const MERGE_HOOKS: readonly Hook[] = [
  'merge',
  'mergeWithStore',
  'mergeMetaWithStore',
  'shouldUpdate',
  'shouldReorder',
]

/** The plan of a class; made anew where its `schema` became another object. `base` is what classes extend. */
export function entityPlan(entity: Planned, base: Planned): EntityPlan {
  const known = entity[PLAN]
  const isOwn = (known?.entity as unknown) === entity
  if (known !== undefined && isOwn && known.schema === entity.schema) return known
  const plan = makePlan(entity, base)
  // Beside the class it would take a look into a map for each of many thousand entities.
  Object.defineProperty(entity, PLAN, { value: plan, configurable: true })
  return plan
}

function makePlan(entity: Planned, base: Planned): EntityPlan {
  const fields = Object.keys(entity.schema)
  const isPlain = entity.process === base.process
  const hasFields = fields.length > 0
  let instance: object | undefined
  const defaults = (): object => (instance ??= freeze(new entity()))
  const values = (hasFields ? defaults() : {}) as Record<string, unknown>
  return {
    entity: entity as unknown as RowSchema,
    schema: entity.schema,
    fields,
    schemas: fields.map((field) => entity.schema[field]),
    places: new Map(fields.map((field, at) => [field, at])),
    isPlain,
    isComparable: isPlain && MERGE_HOOKS.every((hook) => entity[hook] === base[hook]),
    hasDefaultPk: entity.pk === base.pk && entity.prototype.pk === base.prototype.pk,
    required: new Set(fields.filter((field) => Boolean(values[field]))),
    defaults,
  }
}
