import { describeValue } from '../util/messages'
import { attempt, isObject } from '../util/checks'
import { jsonOf } from '../util/toPlain'
import type { AnyType } from '../util/anyType'
import type {
  AffectedDelegate,
  DenormalizeDelegate,
  NormalizeDelegate,
  QueryDelegate,
  RowMeta,
  Schema,
} from './contract'
import { checkReference } from './checkEntity'
import { entityData, type EntityPlan, entityPlan, type PLAN } from './entityData'
import { usablePk } from './entityRef'
import { listsOf } from './listsOf'
import { INVALID } from './schemaObject'

/** The data members of an entity class: what `fromJS` takes and `toJSON` gives. */
export type EntityFields<Instance> = {
  [
    Field in keyof Instance as Instance[Field] extends (...args: never[]) => unknown ? never : Field
  ]: Instance[Field]
}

/**
 * Describes one kind of object with an identity. Field initializers are the defaults of absent fields; `static key` names the
 * table (default: the class name, which minifiers change), `static schema` lists the fields that hold other schemas.
 *
 * @example
 * class User extends Entity {
 *   id = ''
 *   name = ''
 *   static override key = 'User'
 * }
 */
export class Entity {
  /** The table's name. Default: the name of the class, which minifiers change. */
  declare static key: string

  declare static [PLAN]?: EntityPlan

  /** The schema of each field that is not plain data. A field whose default is truthy is required. */
  static schema: { readonly [field: string]: Schema } = {}

  /** The fields by which an entity can be found besides its primary key: `static override indexes = ['username'] as const`. */
  declare static indexes: readonly string[] | undefined

  /**
   * An instance whose fields all have their defaults: `validateRequired(data, this.defaults)`. Each class has one of its
   * own, frozen in development. A static getter cannot name the class that it is read from, so its type is open.
   */
  static get defaults(): AnyType {
    return entityPlan(this, Entity).defaults()
  }

  /** The primary key. Called on response objects too, which are not instances. Default: `this.id`. */
  pk(_parent?: unknown, _key?: string, _args?: readonly unknown[]): string | number | undefined {
    return (this as { readonly id?: string | number }).id
  }

  /** Plain data again, for writing an instance back into the store. */
  toJSON(): object {
    return Object.assign({}, this)
  }

  /** The primary key of a response object, or of an instance, as text. */
  static pk(
    value: object,
    parent?: unknown,
    key?: string,
    args?: readonly unknown[],
  ): string | undefined {
    return usablePk(this.prototype.pk.call(value as Entity, parent, key, args))
  }

  /** An instance with the given fields; absent ones have their defaults. */
  static fromJS<Class extends typeof Entity>(
    this: Class,
    props: Partial<EntityFields<InstanceType<Class>>> = {},
  ): InstanceType<Class> {
    return assignFields(new this(), props) as InstanceType<Class>
  }

  /** Like `fromJS`, or `undefined` where `validate` objects. */
  static createIfValid<Class extends typeof Entity>(
    this: Class,
    data: object,
  ): InstanceType<Class> | undefined {
    return this.validate(data) === undefined ? this.fromJS(data) : undefined
  }

  /** Returns why the data is not usable, as a sentence, or `undefined`. Runs when data is stored and when it is read. */
  static validate(_data: object): string | undefined {
    return undefined
  }

  /** Changes a response object before it is stored; `undefined` invalidates the row instead. Default: a shallow copy. */
  static process(
    input: object,
    _parent: unknown,
    _key: string,
    _args: readonly unknown[],
  ): Record<string, unknown> | undefined {
    return { ...input }
  }

  /** Joins two writes of the same row. Default: fields of `incoming` over those of `existing`, not deep. */
  static merge(existing: object, incoming: object): object {
    return { ...existing, ...incoming }
  }

  /** False where an incoming row is to be ignored. */
  static shouldUpdate(
    _before: RowMeta,
    _now: RowMeta,
    _existing: object,
    _incoming: object,
  ): boolean {
    return true
  }

  /** True where the stored row is the newer one, so that the incoming one only fills in what it lacks. */
  static shouldReorder(
    before: RowMeta,
    now: RowMeta,
    _existing: object,
    _incoming: object,
  ): boolean {
    return now.fetchedAt < before.fetchedAt
  }

  static mergeWithStore(before: RowMeta, now: RowMeta, existing: object, incoming: object): object {
    if (!this.shouldUpdate(before, now, existing, incoming)) return existing
    return this.shouldReorder(before, now, existing, incoming)
      ? this.merge(incoming, existing)
      : this.merge(existing, incoming)
  }

  static mergeMetaWithStore(
    before: RowMeta,
    now: RowMeta,
    existing: object,
    incoming: object,
  ): RowMeta {
    return this.shouldReorder(before, now, existing, incoming) ? before : now
  }

  static get hasParts(): boolean {
    return Object.keys(this.schema).length > 0
  }

  /** True if the class, or one that it extends, was given its key by hand. */
  static get hasOwnKey(): boolean {
    return hasKeyByHand(this)
  }

  static normalize(
    input: unknown,
    parent: unknown,
    key: string,
    delegate: NormalizeDelegate,
  ): unknown {
    if (typeof input === 'string') return input
    if (typeof input === 'number' && !Number.isNaN(input)) {
      if (!Number.isSafeInteger(input) && process.env.NODE_ENV !== 'production') {
        checkReference(this, input, key, delegate)
      }
      return `${input}`
    }
    const plain = jsonOf(input)
    if (!isObject(plain)) return delegate.fail('an object or an id', plain)
    const plan = entityPlan(this, Entity)
    const processed = plan.isPlain ? plain : this.process(plain, parent, key, delegate.args)
    const value = processed ?? (input as object)
    const pk =
      this.pk(value, parent, key, delegate.args) ??
      delegate.missingPk(expectedPk(this, value), input)
    if (processed === undefined) {
      delegate.invalidate(this, pk)
      return pk
    }
    plan.check?.(plan, pk, processed, delegate)
    const row = delegate.pendingRow(this, pk)
    const hasParts = plan.fields.length > 0
    if (hasParts && !delegate.enter(input as object)) return row.pk
    const objection = delegate.isExpected ? undefined : this.validate(processed)
    if (objection !== undefined) delegate.fail(`valid data (${objection})`, processed)
    const known = plan.isComparable ? row.known : undefined
    row.merge(this, entityData(processed, known, plan, delegate))
    if (hasParts) delegate.leave()
    return row.pk
  }

  static denormalize(input: unknown, delegate: DenormalizeDelegate): unknown {
    if (typeof input === 'string') return input === '' ? input : delegate.row(this, input)
    if (input instanceof this) return input
    if (!isObject(input)) return input
    const instance = this.instantiate(input)
    return instance === INVALID ? INVALID : this.denormalizeRow(instance as object, input, delegate)
  }

  static instantiate(data: object): unknown {
    return this.createIfValid(data) ?? INVALID
  }

  static denormalizeRow(instance: object, data: object, delegate: DenormalizeDelegate): unknown {
    const shown = instance as Record<string, unknown>
    const { fields, schemas, required } = entityPlan(this, Entity)
    for (let at = 0; at < fields.length; at++) {
      const field = fields[at] as string
      if (!Object.hasOwn(data, field)) continue
      const value = delegate.visit(schemas[at], shown[field])
      if (value === INVALID && required.has(field)) return INVALID
      shown[field] = value === INVALID ? undefined : value
    }
    return instance
  }

  static queryKey(args: readonly unknown[], delegate: QueryDelegate): string | undefined {
    const [arg] = args
    const pk = this.pkOfArg(arg, args)
    if (pk !== undefined) {
      return delegate.hasRow(this.key, pk) ? pk : delegate.createdAs(this.key, pk)
    }
    if (!isObject(arg)) return undefined
    const field = this.indexes?.find((it) => Object.hasOwn(arg, it))
    return field === undefined ? undefined : delegate.find(this.key, field, arg[field])
  }

  static affected(args: readonly unknown[], delegate: AffectedDelegate): void {
    for (const arg of args.flat()) {
      const pk = this.pkOfArg(arg, args)
      if (pk !== undefined) delegate.row(this.key, pk)
    }
    // Which lists hold it may depend on any field.
    for (const { key } of listsOf(this)) delegate.lists(key)
  }

  private static pkOfArg(arg: unknown, args: readonly unknown[]): string | undefined {
    return isObject(arg) ? attempt(() => this.pk(arg, undefined, '', args)) : usablePk(arg)
  }
}

// A getter, so that a subclass without `static key` is named by its own class name and not by its parent's.
Object.defineProperty(Entity, 'key', {
  configurable: true,
  get(this: typeof Entity): string {
    if (this.name === '' && process.env.NODE_ENV !== 'production') {
      throw new TypeError('An entity class without a name must define `static key`.')
    }
    return this.name
  },
  set(this: typeof Entity, key: string) {
    Object.defineProperty(this, 'key', { value: key, configurable: true, writable: true })
  },
})

/** What an error expects of an entity without a primary key. */
function expectedPk(schema: typeof Entity, value: object): string {
  const expected = `a primary key for ${schema.key}`
  if (process.env.NODE_ENV === 'production') return expected
  const hasOwnPk = schema.prototype.pk !== Entity.prototype.pk
  const id = describeValue((value as { id?: unknown }).id)
  const found = hasOwnPk ? '`pk()` gives none' : `\`id\` is ${id}`
  return `${expected} (${found}; add it in \`process\`, or override \`pk()\`)`
}

/** Sets the fields of a row, except those that the class computes. */
function assignFields<Instance extends object>(instance: Instance, data: object): Instance {
  try {
    return Object.assign(instance, data)
  } catch {
    for (const [field, value] of Object.entries(data)) Reflect.set(instance, field, value)
    return instance
  }
}

function hasKeyByHand(schema: object): boolean {
  if (schema === Entity) return false
  return Object.hasOwn(schema, 'key') || hasKeyByHand(Object.getPrototypeOf(schema) as object)
}
