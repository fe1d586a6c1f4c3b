import type { Schema } from './contract'
import type { Entity } from './Entity'

/** What the walks need to know of an entity class, found out once. */
export interface EntityPlan {
  /** The fields that have a schema. */
  readonly fields: readonly string[]
  readonly schemas: readonly unknown[]
  /** The place of a field among `fields`. */
  readonly places: ReadonlyMap<string, number>
  /** Input is stored as it comes: no `process` of the class's own. */
  readonly isPlain: boolean
  /** Data that adds nothing changes nothing: none of the hooks that decide on merging is the class's own. */
  readonly isComparable: boolean
  /** The fields that a reader cannot do without: their default is truthy. */
  readonly required: ReadonlySet<string>
}

type Hook = 'merge' | 'mergeWithStore' | 'mergeMetaWithStore' | 'shouldUpdate' | 'shouldReorder'

const MERGE_HOOKS: readonly Hook[] = [
  'merge',
  'mergeWithStore',
  'mergeMetaWithStore',
  'shouldUpdate',
  'shouldReorder',
]

interface Planned {
  readonly schema: { readonly [field: string]: Schema }
  readonly plan: EntityPlan
}

const plans = new WeakMap<object, Planned>()

/** The plan of a class; made anew where its `schema` became another object. `base` is what classes extend. */
export function entityPlan(entity: typeof Entity, base: typeof Entity): EntityPlan {
  const known = plans.get(entity)
  if (known !== undefined && known.schema === entity.schema) return known.plan
  const { schema } = entity
  const plan = makePlan(entity, base)
  plans.set(entity, { schema, plan })
  return plan
}

function makePlan(entity: typeof Entity, base: typeof Entity): EntityPlan {
  const fields = Object.keys(entity.schema)
  const isPlain = entity.process === base.process
  const hasFields = fields.length > 0
  const defaults = hasFields ? (new entity() as unknown as Record<string, unknown>) : {}
  return {
    fields,
    schemas: fields.map((field) => entity.schema[field]),
    places: new Map(fields.map((field, at) => [field, at])),
    isPlain,
    isComparable: isPlain && MERGE_HOOKS.every((hook) => entity[hook] === base[hook]),
    required: new Set(fields.filter((field) => Boolean(defaults[field]))),
  }
}
