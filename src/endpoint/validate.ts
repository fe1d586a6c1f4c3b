import type { StandardIssue, StandardSchema } from './StandardSchema'
import { ValidationError, type ValidationIssue } from './ValidationError'

/** A schema may repeat in a message what it was given; this much is enough to know what is wrong. */
const LONGEST_TEXT = 500

interface Validated {
  readonly name: string
  readonly sensitive?: boolean | undefined
}

/**
 * What a schema makes of a value; the value itself where there is no schema.
 * @throws ValidationError with every issue
 */
export async function validate(
  endpoint: Validated,
  schema: StandardSchema | undefined,
  code: ValidationError['code'],
  value: unknown,
): Promise<unknown> {
  if (schema === undefined) return value
  const result = await schema['~standard'].validate(value)
  if (result.issues === undefined) return result.value
  const isSensitive = endpoint.sensitive === true
  const issues = result.issues.map((issue) => plainIssue(issue, isSensitive))
  throw new ValidationError(endpoint.name, code, issues)
}

/** Libraries add more to their issues, the value among it: what is kept can be stored and logged. */
function plainIssue({ message, path = [] }: StandardIssue, isSensitive: boolean): ValidationIssue {
  // Keys may be data, too.
  if (isSensitive) return { message: 'not valid', path: [] }
  return {
    message: message.slice(0, LONGEST_TEXT),
    // Not `map`, which of arktype's paths makes another of its objects.
    path: Array.from(path, (step) => plainKey(typeof step === 'object' ? step.key : step)),
  }
}

function plainKey(key: PropertyKey): string | number {
  return typeof key === 'number' ? key : String(key).slice(0, LONGEST_TEXT)
}
