import { Random } from '../support/Random'
import { checkAtRest } from './atRest'
import type { Finding } from './checkShown'
import type { Simulation } from './Simulation'
import { drawProfile, type Profile } from './Profile'
import { drawSteps, type Step } from './steps'

/** A seed with all that follows from it. */
export interface Plan {
  readonly seed: number
  readonly profile: Profile
  readonly steps: readonly Step[]
  /** Whether what happens is written down, which takes time. */
  readonly isTraced?: boolean
}

/** What a run found, and what happened in it. */
export interface Result {
  readonly findings: readonly Finding[]
  readonly trace: readonly string[]
}

/** A way to run plans. */
export interface Kind {
  /** The file of its test, by which one runs it. */
  readonly name: string
  readonly isMounted: boolean
  /** Whether a seed gives the very same history each time. */
  readonly isExact: boolean
  run(plan: Plan): Promise<Result>
}

const SHORTEST = 40
const LONGEST = 60

export function planOf(seed: number, { isMounted, isExact }: Kind): Plan {
  const random = new Random({ seed, size: 1 })
  const profile = drawProfile(random, isMounted, isExact)
  const length = SHORTEST + random.below(LONGEST - SHORTEST)
  return { seed, profile, steps: drawSteps(random, profile, length) }
}

/** Does the steps up to the first finding. */
export async function runSteps(simulation: Simulation, steps: readonly Step[]): Promise<Result> {
  const { findings, trace } = simulation
  try {
    for (const step of steps) {
      await simulation.step(step)
      if (findings.length > 0) return { findings, trace }
    }
    await checkAtRest(simulation)
  } catch (error) {
    simulation.find('error', (error as Error).stack ?? String(error))
  } finally {
    await simulation.end()
  }
  return { findings, trace }
}
