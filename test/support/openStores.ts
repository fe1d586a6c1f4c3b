/** The stores of a test with React; no other tests end theirs, as their promises would reject. */
let open: Set<() => void> | undefined

/** Has stores end their work after each test. */
export function collectStores(): void {
  open = new Set()
}

/** Ends the work of a store after the test: a timer of it would run in another one. */
export function disposeAfterTest(dispose: () => void): void {
  open?.add(dispose)
}

/** Ends the work of the stores of a test. */
export function disposeStores(): void {
  open?.forEach((dispose) => dispose())
  open?.clear()
}
