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

/** A record with every value changed. */
export function mapValues<Value, Result>(
  record: { readonly [key: string]: Value },
  change: (value: Value, key: string) => Result,
): Record<string, Result> {
  const result: Record<string, Result> = {}
  for (const [key, value] of Object.entries(record)) setOwn(result, key, change(value, key))
  return result
}

/** The form of React Native, which has no iterator. */
interface Parts {
  getParts(): readonly {
    readonly fieldName: string
    readonly headers: unknown
    readonly string?: string
  }[]
}

/** The fields of a form, in order: texts and files, which are plain objects in React Native. */
export function formFields(
  form: FormData | URLSearchParams,
): readonly (readonly [name: string, value: unknown])[] {
  if (Symbol.iterator in form) return [...form]
  return (form as unknown as Parts)
    .getParts()
    .map(({ fieldName, headers: _, string, ...file }) => [fieldName, string ?? file])
}

/** An object with some of the members of another. */
export function pick(data: object, names: readonly string[]): object {
  return Object.fromEntries(names.map((name) => [name, (data as Record<string, unknown>)[name]]))
}
