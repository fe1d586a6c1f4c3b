/** Reads an own property, so that a key such as `constructor` never finds what every object inherits. */
export function getOwn<Value>(
  object: { readonly [key: string]: Value } | undefined,
  key: string,
): Value | undefined {
  const value = object?.[key]
  // Few names are inherited: one look at the object is enough for all others.
  if (value === undefined || !(key in Object.prototype)) return value
  return Object.hasOwn(object as object, key) ? value : undefined
}

/** Writes an own property; plain assignment to `__proto__` would change the prototype instead. */
export function setOwn<Value>(object: { [key: string]: Value }, key: string, value: Value): void {
  if (key === '__proto__') {
    Object.defineProperty(object, key, {
      value,
      configurable: true,
      enumerable: true,
      writable: true,
    })
  } else object[key] = value
}
