/** The messages of a refused request by field. */
export type Errors = Readonly<Record<string, readonly string[]>>

/** An error with a status and a body as Conduit has them. */
export class Refusal extends Error {
  readonly status: number
  readonly errors: Errors

  constructor(status: number, errors: Errors) {
    super(JSON.stringify(errors))
    this.status = status
    this.errors = errors
  }
}
