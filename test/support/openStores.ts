const open = new Set<() => void>()

/** Ends the work of a store after the test: a timer of it would run in another one. */
export function disposeAfterTest(dispose: () => void): void {
  open.add(dispose)
}

/** Ends the work of the stores of a test. */
export function disposeStores(): void {
  for (const dispose of open) dispose()
  open.clear()
}
