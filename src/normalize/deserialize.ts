import { describeData } from '../util/messages'
import { NotPlainError } from '../util/toPlain'

/** A function in place of a schema. */
export type DeserializerLike = ((value: unknown) => unknown) & { readonly prototype?: unknown }

/** Calls a converter, or constructs where it is a class: those have a `prototype` that cannot be reassigned. */
export function deserialize(convert: DeserializerLike, value: unknown): unknown {
  const isClass = Object.getOwnPropertyDescriptor(convert, 'prototype')?.writable === false
  if (!isClass || ALWAYS_CALLED.has(convert)) return convert(value)
  return Reflect.construct(convert as unknown as new (value: unknown) => object, [value])
}

/**
 * A converter that cannot read a value fails the one request here, and not every reader later.
 * @throws what the converter throws; an error of the language's own, whose message may show the value, only as the cause
 */
export function checkConverter(convert: DeserializerLike, value: unknown): void {
  try {
    deserialize(convert, value)
  } catch (cause) {
    if (!(cause instanceof Error && NATIVE.test(cause.name))) throw cause
    const name = convert.name === '' ? 'the converter' : convert.name
    throw new NotPlainError(`${name} cannot read ${describeData(value)}`, '', cause)
  }
}

/** `BigInt('x')`, `JSON.parse('x')`, `new URL('x')`, `'x'.toFixed(200)` and `decodeURI('%')` throw these. */
const NATIVE = /^(Syntax|Type|Range|URI)Error$/

const ALWAYS_CALLED: ReadonlySet<unknown> = /* @__PURE__ */ new Set([
  Number,
  String,
  Boolean,
  BigInt,
])
