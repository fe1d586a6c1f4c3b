/** Safari lacks it. */
interface Surroundings {
  readonly requestIdleCallback?: (run: (value: unknown) => void) => unknown
}

/** Takes steps in idle time, in slices of about 2 ms; a step in which a set grows may take as long again. */
export async function inSlices(steps: Iterator<void>): Promise<void> {
  const { requestIdleCallback: idle = setTimeout } = globalThis as Surroundings
  for (let end = 0; steps.next().done !== true;) {
    if (performance.now() < end) continue
    await new Promise<unknown>((resolve) => idle(resolve))
    end = performance.now() + 2
  }
}
