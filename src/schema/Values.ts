import { attempt, isNothing, isObject } from '../util/checks'
import { setOwn } from '../util/record'
import type { AnyType } from '../util/anyType'
import type { CollectionLayout, MemberMap, Place } from './collectionLayout'
import type { DenormalizeDelegate, NormalizeDelegate, Schema, SchemaKind } from './contract'
import { entityOf, type SchemaAttribute } from './Discriminator'
import { identityOf, isEntityRef, type MemberRef, pkOfRef } from './entityRef'
import { INVALID, isRowSchema } from './schemaObject'
import type { Shape } from './types'
import { type MemberInput, type MemberNormalized, memberSchema, type MemberValue } from './Union'

/**
 * Describes an object with any keys and one kind of data: `{ eur: …, usd: … }`. Members that are `null`, missing or
 * invalid are left out.
 *
 * @example
 * const rates = new Values(Currency)
 * const membersByName = new Values({ user: User, group: Group }, 'type')
 */
export class Values<
  const S extends Schema,
  Attribute extends SchemaAttribute | undefined = undefined,
> implements SchemaKind {
  declare readonly shape?: Shape<
    Readonly<Record<string, MemberValue<S, Attribute>>>,
    readonly AnyType[],
    Record<string, MemberNormalized<S, Attribute>>,
    Readonly<Record<string, MemberInput<S, Attribute>>>
  >
  readonly #member: unknown

  constructor(schema: S, schemaAttribute?: Attribute) {
    this.#member = memberSchema(schema, schemaAttribute, 'Values')
  }

  /**
   * How a collection keeps its members.
   * @internal
   */
  get layout(): CollectionLayout {
    return mapLayout
  }

  /** The schema of each member. */
  get member(): unknown {
    return this.#member
  }

  normalize(
    input: unknown,
    _parent: unknown,
    _key: string,
    delegate: NormalizeDelegate,
  ): Record<string, unknown> {
    return visitValues(input, this.member, delegate)
  }

  denormalize(input: unknown, delegate: DenormalizeDelegate): unknown {
    return isObject(input) ? fillValues({}, input, this.member, delegate) : input
  }
}

/** A collection that is an object: members have keys of the server's choice. */
const mapLayout: CollectionLayout = {
  isMap: true,
  normalize: (input, member, _place, delegate) =>
    visitValues(input, member, delegate) as Record<string, MemberRef>,
  readByKey(input, member, place, delegate) {
    if (!isObject(input) || hasPk(input, member, place, delegate.args)) return undefined
    return visitValues(input, member, delegate) as Record<string, MemberRef>
  },
  show(stored, member, delegate) {
    const isOne = typeof stored === 'string' || isEntityRef(stored)
    if (isOne || !isObject(stored)) return delegate.visit(member, stored)
    return fillValues({}, stored, member, delegate)
  },
  instantiate: () => ({}),
  fill: (instance, stored, member, delegate) =>
    fillValues(instance as Record<string, unknown>, stored, member, delegate),
  append: (existing, added) => ({ ...(existing as MemberMap), ...(added as MemberMap) }),
  remove(existing, gone) {
    const identities = new Set(gone.map(identityOf))
    const rest = Object.entries(existing).filter(([, ref]) => !identities.has(identityOf(ref)))
    return Object.fromEntries(rest)
  },
  toMembers: (members) =>
    Array.isArray(members)
      ? Object.fromEntries((members as MemberRef[]).map((ref) => [pkOfRef(ref), ref]))
      : members,
}

/** Stores the members of a map, without those that are `null` or of no known kind. */
function visitValues(
  input: unknown,
  member: unknown,
  delegate: NormalizeDelegate,
): Record<string, unknown> {
  if (!isObject(input)) return delegate.fail('an object', input)
  const result: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(input)) {
    const visited = isNothing(value) ? undefined : delegate.visit(member, value, input, key, key)
    if (visited !== undefined) setOwn(result, key, visited)
  }
  return result
}

/** Whether an object is one member, and not a map of members. */
function hasPk(
  input: object,
  member: unknown,
  { parent, key }: Place,
  args: readonly unknown[],
): boolean {
  const pk = attempt(() => {
    const entity = entityOf(member, input)
    const processed = entity?.process(input, parent, key, args) ?? input
    return entity?.pk(processed, parent, key, args)
  })
  return pk !== undefined
}

/** Puts what readers see of each stored member into an object, without those that are missing or must not be shown. */
function fillValues(
  target: Record<string, unknown>,
  stored: object,
  member: unknown,
  delegate: DenormalizeDelegate,
): Record<string, unknown> {
  for (const [key, ref] of Object.entries(stored)) {
    const value = delegate.visit(member, ref)
    if (isShown(value, member)) setOwn(target, key, value)
  }
  return Object.freeze(target)
}

/** An empty text is a value where a converter or a computation gives it, and none where it stands for an entity. */
function isShown(value: unknown, member: unknown): boolean {
  if (isNothing(value) || value === INVALID) return false
  return value !== '' || !isRowSchema(member)
}
