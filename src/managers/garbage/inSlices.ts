/** Safari lacks it. */
interface Surroundings {
  readonly requestIdleCallback?: (
    run: (value: unknown) => void,
    options: { readonly timeout: number },
  ) => unknown
}

/** A page that is never idle is interrupted after so many ms. */
const TIMEOUT = 1_000

/** Takes steps in idle time, in slices of about 2 ms; a step in which a set grows may take as long again. */
export async function inSlices(steps: Iterator<void>): Promise<void> {
  const { requestIdleCallback: idle = (run) => setTimeout(run) } = globalThis as Surroundings
  for (let end = 0; steps.next().done !== true;) {
    if (performance.now() < end) continue
    await new Promise<unknown>((resolve) => idle(resolve, { timeout: TIMEOUT }))
    end = performance.now() + 2
  }
}
