/** Reports an error that must not stop what goes on. */
export function report(error: unknown): void {
  if (typeof reportError === 'function') reportError(error)
  else console.error(error)
}

/** Calls something whose failure must not stop what goes on. */
export function runSafely<Result>(run: () => Result): Result | undefined {
  try {
    return run()
  } catch (error) {
    report(error)
    return undefined
  }
}
