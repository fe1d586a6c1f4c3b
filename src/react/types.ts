import type { ArgsOf, EndpointContract, ResponseOf, SchemaOf } from '../endpoint/contract'
import type { Denormalize, DenormalizeNullable } from '../schema/types'

/** The arguments of a hook: the endpoint's own, or `null` for "not now". */
export type HookArgs<E> = ArgsOf<E> | readonly [null]

/** What a hook shows once the data is there; with `null` arguments it may be nothing. */
export type Shown<E extends EndpointContract, Args> = null extends (
  [...(Args & readonly unknown[])] | [undefined]
)[0]
  ? ShownData<E> | undefined
  : ShownData<E>

/** What a hook shows that does not insist on data. */
export type MaybeShown<E> =
  (SchemaOf<E> extends undefined ? ResponseOf<E> : DenormalizeNullable<SchemaOf<E>>) | undefined

export type ShownData<E> = SchemaOf<E> extends undefined ? ResponseOf<E> : Denormalize<SchemaOf<E>>
