/** One thing that is wrong with a body or an answer: where, and why. Plain data. */
export interface ValidationIssue {
  readonly message: string
  readonly path: readonly (string | number)[]
}

/** A body, or an answer, that does not fit the schema that the endpoint has for it. */
export class ValidationError extends Error {
  override readonly name = 'ValidationError'
  readonly status = 400
  /** Whose fault it is: that of the caller, or that of the server. */
  readonly code: 'INVALID_BODY' | 'INVALID_RESPONSE'
  /** All that is wrong. */
  readonly issues: readonly ValidationIssue[]

  constructor(
    endpointName: string,
    code: ValidationError['code'],
    issues: readonly ValidationIssue[],
  ) {
    const what =
      code === 'INVALID_BODY'
        ? 'the body does not fit bodySchema'
        : 'the answer does not fit responseSchema'
    super(`${endpointName}: ${what}: ${describeIssues(issues)}`)
    this.code = code
    this.issues = issues
  }

  /** What may be logged: what is wrong, in the words of the schema, which may have values in them; of a sensitive endpoint none. */
  toJSON(): Pick<ValidationError, 'name' | 'message' | 'status' | 'code' | 'issues'> {
    const { name, message, status, code, issues } = this
    return { name, message, status, code, issues }
  }
}

/** A list of thousands may be wrong in each of its members; the message names the first of them. */
const MOST_SHOWN = 10

function describeIssues(issues: readonly ValidationIssue[]): string {
  const shown = issues.slice(0, MOST_SHOWN).map(describeIssue).join('; ')
  const others = issues.length - MOST_SHOWN
  return others > 0 ? `${shown}; and ${others} more, in \`issues\`` : shown
}

function describeIssue({ message, path }: ValidationIssue): string {
  return path.length === 0 ? message : `${path.join('.')}: ${message}`
}
