/**
 * Listens to events of the page, if there is one; returns how to stop. React Native has a window without events. A signal would not
 * do, as the window of jsdom refuses those of Node.
 */
export function listenToPage(
  types: readonly string[],
  listener: (event: never) => void,
): () => void {
  const { window: page } = globalThis as { readonly window?: Partial<Window> }
  for (const type of types) page?.addEventListener?.(type, listener as EventListener)
  return () => {
    for (const type of types) page?.removeEventListener?.(type, listener as EventListener)
  }
}
