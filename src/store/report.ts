/** Makes an error heard that must not stop what goes on. */
export function report(error: unknown): void {
  if (typeof reportError === 'function') reportError(error)
  else console.error(error)
}
