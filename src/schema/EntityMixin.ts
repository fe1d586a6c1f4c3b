import { describeValue } from '../util/messages'
import type { AnyType } from '../util/anyType'
import type { Schema } from './contract'
import { Entity } from './Entity'

type Constructor<Instance = object> = new (...args: AnyType[]) => Instance

/** The options that make an entity of a class; every other static member of `Entity` may be given, too. */
export interface EntityMixinOptions<Instance = AnyType> {
  /** The field that is the primary key, or a function that gives it. Default: the class's own `pk()`, else `id`. */
  readonly pk?:
    | (keyof Instance & string)
    | ((
        value: Instance,
        parent?: AnyType,
        key?: string,
        args?: readonly AnyType[],
      ) => string | number | undefined)
  /** The table's name. Default: the class's own `static key`, else its name. */
  readonly key?: string
  /** The schema of each field that is not plain data. Default: none. */
  readonly schema?: { readonly [field: string]: Schema }
  readonly [member: string]: unknown
}

type HasPk =
  { readonly id: string | number } | { pk(...args: AnyType[]): string | number | undefined }

type OptionsFor<Instance> = Instance extends HasPk
  ? [options?: EntityMixinOptions<Instance>]
  : [
      options: EntityMixinOptions<Instance> & {
        readonly pk: EntityMixinOptions<Instance>['pk'] & {}
      },
    ]

/** A class that is an entity as well. */
export type MixedEntity<Base extends Constructor> = typeof Entity &
  Constructor<InstanceType<Base>> &
  Omit<Base, 'prototype' | keyof typeof Entity>

/**
 * Makes an entity of a class that extends another one already.
 *
 * @example
 * class AccountEntity extends EntityMixin(Account, { pk: 'username', key: 'Account' }) {}
 */
export function EntityMixin<Base extends Constructor>(
  base: Base,
  ...rest: OptionsFor<InstanceType<Base>>
): MixedEntity<Base> {
  if (process.env.NODE_ENV !== 'production' && typeof base !== 'function') {
    const found = describeValue(base)
    throw new TypeError(`EntityMixin() takes a class; found ${found}.`)
  }
  const { pk, ...statics }: EntityMixinOptions = rest[0] ?? {}
  class Mixed extends base {}
  define(Mixed, 'name', { value: base.name })
  inheritFrom(Entity, Mixed, base)
  inheritFrom(Entity.prototype, Mixed.prototype, base.prototype as object)
  if (pk !== undefined) define(Mixed.prototype, 'pk', { value: pkMethod(pk), writable: true })
  for (const [name, value] of Object.entries(statics)) {
    if (value !== undefined) define(Mixed, name, { value, writable: true })
  }
  const hasKeyByHand = Object.hasOwn(statics, 'key') || 'key' in base
  define(Mixed, 'hasOwnKey', {
    get(this: object) {
      return hasKeyByHand || isKeyGivenBelow(this, Mixed)
    },
  })
  return Mixed as unknown as MixedEntity<Base>
}

/** Gives a class what `Entity` has, except what it has itself. */
function inheritFrom(source: object, target: object, declared: object): void {
  for (const name of Reflect.ownKeys(source)) {
    const isTaken = name in declared && !isBuiltIn(declared, name)
    if (isTaken || NEVER_COPIED.has(name)) continue
    define(target, name, Object.getOwnPropertyDescriptor(source, name) as PropertyDescriptor)
  }
}

const NEVER_COPIED: ReadonlySet<PropertyKey> = /* @__PURE__ */ new Set([
  'prototype',
  'name',
  'length',
  'constructor',
])

/** Members that every object has do not count as the class's own. */
function isBuiltIn(declared: object, name: PropertyKey): boolean {
  const value: unknown = Reflect.get(declared, name)
  return (
    value === Reflect.get(Object.prototype, name) || value === Reflect.get(Function.prototype, name)
  )
}

function define(target: object, name: PropertyKey, descriptor: PropertyDescriptor): void {
  Object.defineProperty(target, name, { ...descriptor, configurable: true })
}

function pkMethod(pk: NonNullable<EntityMixinOptions['pk']>): (...args: AnyType[]) => unknown {
  return typeof pk === 'function'
    ? function pkOfMixin(this: object, ...args: AnyType[]) {
        return pk(this, ...args)
      }
    : function pkOfMixin(this: object) {
        return Reflect.get(this, pk) as unknown
      }
}

/** Whether a subclass of the mixed class was given its key by hand. */
function isKeyGivenBelow(at: object | null, mixed: object): boolean {
  if (at === null || at === mixed) return false
  return Object.hasOwn(at, 'key') || isKeyGivenBelow(Object.getPrototypeOf(at) as object, mixed)
}
