import { type MutationRow, type RequestRow, rows } from 'rtk-rest'
import { ModelServer } from './ModelServer'
import { HEARD } from './Origin'
import type { Simulation } from './Simulation'

/** Another user signs in in another tab: the page, which has rows of the user before, hears of that a moment later, and resets. */
export class SignInElsewhere {
  readonly #simulation: Simulation
  /** What the server says to the user who has signed in, as long as this page goes on with the one before. */
  #next: ModelServer | undefined
  #resetAt = -Infinity

  constructor(simulation: Simulation) {
    this.#simulation = simulation
  }

  get isPending(): boolean {
    return this.#next !== undefined
  }

  /** What the server says to the other tabs, who are whose rows are stored. */
  get server(): ModelServer {
    return this.#next ?? this.#simulation.server
  }

  begin(): void {
    const { reloads, server, time } = this.#simulation
    // Which of two came last, tabs tell each other by the storage, or a moment later.
    const isAtOnce = time.elapsed - this.#resetAt <= HEARD
    const isPlain = reloads.origin.fault === undefined && reloads.version === 1
    if (this.isPending || (isAtOnce && !isPlain)) return
    this.#next = new ModelServer(server.user + 1)
    reloads.signIn()
    reloads.neighbours.signIn()
    setTimeout(() => this.#endEmpty(), HEARD)
  }

  /** A page that has had nothing since its last reset follows without another one. */
  #endEmpty(): void {
    const { entities, requests, mutations } = this.#simulation.simulated.state
    // A user who was refused has had nothing.
    const sent = [...rows<RequestRow>(requests), ...rows<MutationRow>(mutations)]
    const isRefused = sent.every(([, { status }]) => status === 'rejected')
    const tables = Object.values(entities)
    if (isRefused && tables.every((table) => rows(table).length === 0)) this.end()
  }

  /** The page has forgotten the user before. */
  end(): void {
    this.#resetAt = this.#simulation.time.elapsed
    if (this.isPending) this.signIn()
  }

  /** The page is that of the next user. */
  signIn(): void {
    const { ledger, reloads, server, simulated } = this.#simulation
    this.#next = undefined
    server.signIn()
    ledger.signIn()
    reloads.signIn()
    // What another tab repeats is that of its own user.
    simulated.recent = []
  }
}
