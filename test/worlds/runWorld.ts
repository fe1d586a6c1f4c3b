import { Random } from '../support/Random'
import { type Excuse, type Verdict, verdictsOf } from './AtRest'
import { drawFeatures, type Features } from './Features'
import type { Finding } from './Finding'
import { OnTheWay } from './OnTheWay'
import { PageReaders } from './Page'
import { RequestCheck } from './RequestCheck'
import { LONGEST_REST, pause, Session } from './Session'
import { type Act, drawActs } from './steps'
import type { WorldServer } from './WorldServer'

/** A seed with all that follows from it. */
export interface Plan {
  readonly seed: number
  readonly features: Features
  readonly acts: readonly Act[]
}

/** What a run found, and what it counted. */
export interface Result {
  readonly findings: readonly Finding[]
  readonly log: readonly string[]
  readonly excuses: readonly Excuse[]
  readonly requests: Pick<RequestCheck, 'operations' | 'silent' | 'decidable' | 'bounded'>
  /** How many acts were taken. */
  readonly acts: number
}

/** A page may render a moment after its store has come to rest: so often it is looked at again, after so many ms. */
const MOST_LOOKS = 20
const LOOK_AGAIN = 50

export function planOf(seed: number): Plan {
  const random = new Random({ seed, size: 1 })
  const features = drawFeatures(random)
  return { seed, features, acts: drawActs(random, features) }
}

/** Runs a plan up to the first finding. */
export async function runWorld({ features, acts }: Plan, server: WorldServer): Promise<Result> {
  const run = new Run(new Session(features, server))
  try {
    for (const act of acts) if (run.findings.length === 0) await run.take(act)
  } catch (error) {
    run.find('error', (error as Error).stack ?? String(error))
  } finally {
    run.session.end()
  }
  return run
}

class Run implements Result {
  readonly session: Session
  readonly findings: Finding[] = []
  readonly excuses: Excuse[] = []
  readonly requests: RequestCheck
  acts = 0
  readonly #onTheWay: OnTheWay

  constructor(session: Session) {
    this.session = session
    this.requests = new RequestCheck(session)
    this.#onTheWay = new OnTheWay(session)
  }

  get log(): readonly string[] {
    return this.session.world.log
  }

  find(kind: string, detail: string): void {
    this.findings.push({ kind, detail })
    this.session.world.log.push(`  FOUND ${kind}: ${detail}`)
  }

  async take(act: Act): Promise<void> {
    this.acts += 1
    this.requests.begin(act)
    await this.session.take(act, this.#look)
    await this.#checkAtRest()
    this.session.expected = []
    for (const { kind, detail } of this.requests.end(act)) this.find(kind, detail)
  }

  readonly #look = (): void => {
    const invented = this.findings.length === 0 ? this.#onTheWay.look() : undefined
    if (invented !== undefined) this.find('invented', invented)
  }

  async #checkAtRest(): Promise<void> {
    for (const { call, difference, excuse } of await this.#lastingVerdicts()) {
      if (excuse !== undefined) this.excuses.push(excuse)
      else if (difference !== undefined) this.find('differs at rest', `${call.name} ${difference}`)
    }
    const { readers } = this.session
    const problems = readers instanceof PageReaders ? readers.problems.splice(0) : []
    for (const problem of problems) this.find('problem in React', problem)
  }

  /** What differs is looked at again, until it has differed at rest for long enough. */
  async #lastingVerdicts(): Promise<readonly Verdict[]> {
    let verdicts: readonly Verdict[] = []
    for (let looks = 0; looks < MOST_LOOKS; looks++) {
      if (!(await this.session.rest(this.#look))) {
        this.find('does not come to rest', `within ${LONGEST_REST} ms`)
        return []
      }
      verdicts = verdictsOf(this.session)
      if (verdicts.every((it) => it.difference === undefined || it.excuse)) break
      await pause(LOOK_AGAIN)
      await this.session.readers.caughtUp()
    }
    return verdicts
  }
}
