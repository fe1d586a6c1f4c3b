import { escapeLookalike } from '../util/binaries'
import { freeze } from '../util/freeze'
import { isObject } from '../util/isObject'
import { setOwn } from '../util/own'
import type { Seam } from '../util/seam'
import type { DenormalizeDelegate, NormalizeDelegate, Schema, SchemaKind } from './contract'
import type { SchemaAttribute } from './discriminate'
import { INVALID } from './invalid'
import { isRowSchema } from './kinds'
import {
  type MemberInput,
  type MemberNormalized,
  memberSchema,
  type MemberValue,
} from './memberSchema'
import type { Shape } from './types'
import { isNothing } from '../util/isNothing'

/**
 * An object with any keys, each holding the same kind of data: `{ eur: …, usd: … }`. Members that are `null`, missing or
 * invalid are left out.
 *
 * @example
 * new Values(Currency)
 * new Values({ user: User, group: Group }, 'type')
 */
export class Values<
  const S extends Schema,
  Attribute extends SchemaAttribute | undefined = undefined,
> implements SchemaKind {
  declare readonly shape?: Shape<
    Record<string, MemberValue<S, Attribute>>,
    readonly Seam[],
    Record<string, MemberNormalized<S, Attribute>>,
    Readonly<Record<string, MemberInput<S, Attribute>>>
  >
  readonly #member: unknown

  constructor(schema: S, schemaAttribute?: Attribute) {
    this.#member = memberSchema(schema, schemaAttribute, 'Values')
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
    if (!isObject(input)) return delegate.fail('an object', input)
    const result: Record<string, unknown> = {}
    for (const [key, value] of Object.entries(input)) {
      if (isNothing(value)) continue
      if (!delegate.takes(key, this.member, value, input, key)) continue
      const visited = delegate.visitAt(key, this.member, value, input, key)
      if (visited !== undefined) setOwn(result, key, visited)
    }
    return escapeLookalike(result)
  }

  denormalize(input: unknown, delegate: DenormalizeDelegate): unknown {
    return isObject(input) ? freeze(fillValues({}, input, this.member, delegate)) : input
  }

  queryKey(): undefined {
    return undefined
  }
}

/** Puts what readers see of each stored member into an object, without those that are missing or must not be shown. */
export function fillValues(
  target: Record<string, unknown>,
  stored: object,
  member: unknown,
  delegate: DenormalizeDelegate,
): Record<string, unknown> {
  for (const [key, ref] of Object.entries(stored)) {
    const value = delegate.visit(member, ref)
    if (isShown(value, member)) setOwn(target, key, value)
  }
  return target
}

/** An empty text is a value where a converter or a computation gives it, and none where it stands for an entity. */
function isShown(value: unknown, member: unknown): boolean {
  if (isNothing(value) || value === INVALID) return false
  return value !== '' || !isRowSchema(member)
}
