import type { Step } from './steps'

/** Whether a history fails in the way that is looked for. */
type Fails = (steps: readonly Step[]) => Promise<boolean>

/**
 * Leaves out of a history what is not needed for it to fail in the same way.
 * @param maxRuns how many runs to try at most
 */
export async function shrink(
  steps: readonly Step[],
  fails: Fails,
  maxRuns: number,
): Promise<readonly Step[]> {
  let tries = 0
  const failsToo: Fails = async (candidate) => {
    tries += 1
    return tries <= maxRuns && fails(candidate)
  }
  let best = steps
  let size = Math.ceil(steps.length / 2)
  while (size >= 1) {
    const before = best.length
    best = await withoutParts(best, size, failsToo)
    if (size > 1 || best.length === before) size = Math.floor(size / 2)
  }
  return simplified(best, failsToo)
}

/** Leaves out parts of some size, beginning at the end, where what happens has the least to do with what failed. */
async function withoutParts(
  steps: readonly Step[],
  size: number,
  fails: Fails,
): Promise<readonly Step[]> {
  let best = steps
  for (let end = best.length; end > 0; end -= size) {
    const candidate = [...best.slice(0, Math.max(0, end - size)), ...best.slice(end)]
    if (await fails(candidate)) best = candidate
  }
  return best
}

/** Takes from single steps what makes them special. */
async function simplified(steps: readonly Step[], fails: Fails): Promise<readonly Step[]> {
  let best = steps
  for (const [at, step] of steps.entries()) {
    const { isTransition: _, hurry: _hurry, ...plain } = step
    if (step.isTransition === undefined && step.hurry === undefined) continue
    const candidate = best.with(at, plain)
    if (await fails(candidate)) best = candidate
  }
  return best
}
