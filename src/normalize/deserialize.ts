/** A function in place of a schema. */
export type DeserializerLike = ((value: unknown) => unknown) & { readonly prototype?: unknown }

/** Calls a converter, or constructs where it is a class: those have a `prototype` that cannot be reassigned. */
export function deserialize(convert: DeserializerLike, value: unknown): unknown {
  const isClass = Object.getOwnPropertyDescriptor(convert, 'prototype')?.writable === false
  if (!isClass || ALWAYS_CALLED.has(convert)) return convert(value)
  return Reflect.construct(convert as unknown as new (value: unknown) => object, [value])
}

const ALWAYS_CALLED: ReadonlySet<unknown> = /* @__PURE__ */ new Set([
  Number,
  String,
  Boolean,
  BigInt,
])
