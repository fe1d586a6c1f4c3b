import type { ArgsOf, EndpointContract, ResponseOf, SchemaOf } from '../endpoint/contract'
import type { Denormalize, DenormalizeNullable } from '../schema/types'

/** The arguments of a hook: the endpoint's own, or `null` in place of the first for "not now". */
export type NullableArgs<E> =
  ArgsOf<E> extends readonly []
    ? [first?: null]
    : ArgsOf<E> extends readonly [first?: infer First, ...rest: infer Rest]
      ? [] extends ArgsOf<E>
        ? [first?: First | null, ...rest: Rest]
        : [first: First | null, ...rest: Rest]
      : ArgsOf<E>

/** What a hook shows once the data is there. */
export type Shown<E extends EndpointContract> =
  SchemaOf<E> extends undefined ? ResponseOf<E> : Denormalize<SchemaOf<E>>

/** What a hook shows that does not insist on data. */
export type MaybeShown<E extends EndpointContract> =
  (SchemaOf<E> extends undefined ? ResponseOf<E> : DenormalizeNullable<SchemaOf<E>>) | undefined
