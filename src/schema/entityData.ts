import { freeze } from '../util/freeze'
import { isPlainScalar } from '../util/checks'
import { preallocate } from '../util/collections'
import { isSame } from '../util/replaceEqualDeep'
import { checkEntity } from './checkEntity'
import type { NormalizeDelegate, RowSchema, Schema } from './contract'

/** Where a class keeps its plan; a subclass that inherits it makes its own. */
export const PLAN: unique symbol = Symbol('plan')

/** What the walks need to know of an entity class, found out once. */
export interface EntityPlan {
  readonly entity: RowSchema
  readonly schema: { readonly [field: string]: Schema }
  /** The fields that have a schema. */
  readonly fields: readonly string[]
  readonly schemas: readonly unknown[]
  /** Input is stored as it comes: no `process` of the class's own. */
  readonly isPlain: boolean
  /** Data that adds nothing changes nothing: none of the hooks that decide on merging is the class's own. */
  readonly isComparable: boolean
  /** Warns of what the class lacks, or of a rounded key; in development alone, as each look at the environment takes long. */
  readonly check: typeof checkEntity | undefined
  /** The fields that a reader cannot do without: their default is truthy. */
  readonly required: ReadonlySet<string>
  /** An instance whose fields have their defaults; made when it is first read. */
  defaults(): object
}

/** An entity class, as far as plans are made of it. */
interface Planned extends Record<Hook | 'process', unknown> {
  new (): object
  readonly schema: { readonly [field: string]: Schema }
  [PLAN]?: EntityPlan
}

const HOOKS = [
  'merge',
  'mergeWithStore',
  'mergeMetaWithStore',
  'shouldUpdate',
  'shouldReorder',
] as const
type Hook = (typeof HOOKS)[number]
type Fields = Record<string, unknown>

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
  const { schema } = entity
  const fields = Object.keys(schema)
  const isPlain = entity.process === base.process
  let instance: object | undefined
  const defaults = (): object => (instance ??= freeze(new entity()))
  return {
    entity: entity as unknown as RowSchema,
    schema,
    fields,
    schemas: fields.map((field) => schema[field]),
    isPlain,
    check: process.env.NODE_ENV === 'production' ? undefined : checkEntity,
    isComparable: isPlain && HOOKS.every((hook) => entity[hook] === base[hook]),
    required: new Set(fields.filter((field) => Boolean((defaults() as Fields)[field]))),
    defaults,
  }
}

/**
 * What is stored of an entity: its fields as plain data, with primary keys in place of other entities.
 * @param known data that is there already; given back where the input adds nothing to it
 */
export function entityData(
  input: object,
  known: object | undefined,
  plan: EntityPlan,
  delegate: NormalizeDelegate,
): object {
  const { entity, fields, schemas } = plan
  const visited = preallocate<unknown>(fields.length)
  for (let at = 0; at < fields.length; at++) {
    const field = fields[at] as string
    if (!Object.hasOwn(input, field)) continue
    visited[at] = delegate.visitField(schemas[at], input, field, entity)
  }
  if (known && addsNothing(input as Fields, known as Fields, fields, visited)) return known
  const data: Fields = { ...input }
  // It would replace the prototype of every instance.
  if (Object.hasOwn(data, '__proto__')) Reflect.deleteProperty(data, '__proto__')
  for (const field in data) {
    // Most fields are scalars, which need no look at the schema.
    if (isPlainScalar(data[field]) || fields.includes(field)) continue
    setField(data, field, delegate.visitField(undefined, data, field, entity))
  }
  for (let at = 0; at < fields.length; at++) {
    const field = fields[at] as string
    if (Object.hasOwn(data, field)) setField(data, field, visited[at])
  }
  return data
}

function setField(data: Fields, field: string, value: unknown): void {
  if (value === undefined) Reflect.deleteProperty(data, field)
  else data[field] = value
}

/** Whether a merge would change nothing; found out without making an object. */
function addsNothing(
  input: Fields,
  known: Fields,
  fields: readonly string[],
  visited: readonly unknown[],
): boolean {
  // Not `Object.keys`, which would make a list of names for each of many thousand objects. What is inherited is not
  // in `known`, and so ends the comparison.
  for (const field in input) {
    const value = input[field]
    const before = known[field]
    if (value === before) continue
    const at = fields.indexOf(field)
    const next = at < 0 ? value : visited[at]
    if (next === undefined || !isSame(before, next)) return false
  }
  return true
}

/**
 * For `static validate`: names a required field that is missing, `undefined` where all are there. A field that is present
 * and `undefined` is not missing.
 *
 * @example
 * class User extends Entity {
 *   id = ''
 *   name = ''
 *   static override key = 'User'
 *   static override validate(data: object) {
 *     return validateRequired(data, this.defaults)
 *   }
 * }
 */
export function validateRequired(data: object, required: object): string | undefined {
  const missing = Object.keys(required).find((field) => !Object.hasOwn(data, field))
  return missing === undefined ? undefined : `Missing key ${missing}`
}
