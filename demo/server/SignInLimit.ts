import { ApiError } from './ApiError'
import { AttemptLimiter } from './AttemptLimiter'

const window = 5 * 60_000

/** How many attempts may fail in five minutes. Many people may share one address, so it has more of them. */
const attempts = { name: 5, address: 20 } as const

/** Limits the failed attempts to sign in, by the name of the user and by the address that they come from. */
export class SignInLimit {
  readonly #names: AttemptLimiter
  readonly #addresses: AttemptLimiter

  constructor(now: () => number) {
    this.#names = new AttemptLimiter({ attempts: attempts.name, window, now })
    this.#addresses = new AttemptLimiter({ attempts: attempts.address, window, now })
  }

  /**
   * Counts an attempt, or refuses it with a 429, the same for a known and an unknown name. It counts before the password
   * is compared, so that many attempts at once do not all get through. Call the returned function on success.
   */
  begin(name: string, address: string): () => void {
    const wait = Math.max(this.#names.waitOf(name), this.#addresses.waitOf(address))
    if (wait > 0) throw tooManyAttempts(wait)
    this.#names.count(name)
    this.#addresses.count(address)
    return () => {
      this.#names.clear(name)
      this.#addresses.uncount(address)
    }
  }
}

function tooManyAttempts(wait: number): ApiError {
  const minutes = Math.ceil(wait / 60_000)
  return new ApiError(
    429,
    `Too many attempts to sign in. Try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`,
    { headers: { 'retry-after': String(Math.ceil(wait / 1000)) } },
  )
}
