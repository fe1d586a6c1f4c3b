export function isNothing(value: unknown): value is null | undefined {
  return value === null || value === undefined
}

/** Whether arguments switch off what would read a call: `null` or `undefined` is given in place of the first one. */
export function isOff(args: readonly unknown[]): boolean {
  return args.length > 0 && isNothing(args[0])
}

/** True for objects and arrays. */
export function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

/** True for every non-null object that is not an array. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return isContainer(value) && !Array.isArray(value)
}

/** Whether an object is of no class, in whatever window it was made. */
export function isPlainObject(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || Object.getPrototypeOf(prototype) === null
}

/** What most fields hold: a value that is plain data as it stands. */
export function isPlainScalar(value: unknown): boolean {
  return typeof value === 'number'
    ? Number.isFinite(value) && !Object.is(value, -0)
    : typeof value === 'string' || typeof value === 'boolean' || value === null
}

/** Whether an error is a TypeError, also one of another realm: under Jest `fetch` throws those of Node itself. */
export function isTypeError(error: unknown): error is TypeError {
  return (error as Partial<Error> | null | undefined)?.name === 'TypeError'
}

/** The result of a function, or `undefined` if it throws: one of a user's, called with values that it need not fit. */
export function attempt<Result>(run: () => Result): Result | undefined {
  try {
    return run()
  } catch {
    return undefined
  }
}
