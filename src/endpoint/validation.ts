import type { AnyType } from '../util/anyType'
import { describeValue } from '../util/messages'

/**
 * The interface that zod, valibot, arktype and others have in common: something that checks a value.
 * @see https://standardschema.dev
 */
export interface StandardSchema<Input = unknown, Output = Input> {
  /** The check itself, by version 1 of the standard. */
  readonly '~standard': {
    readonly version: 1
    readonly vendor: string
    readonly validate: (value: unknown) => StandardResult<Output> | Promise<StandardResult<Output>>
    readonly types?: { readonly input: Input; readonly output: Output } | undefined
  }
}

/** The result of a check: a value, perhaps a changed one, or all that is wrong. */
export type StandardResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly StandardIssue[] }

export interface StandardIssue {
  readonly message: string
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined
}

/** The type of the values that a standard schema takes. */
export type StandardInput<S> = S extends StandardSchema<infer Input, AnyType> ? Input : never

/** The type of the values that a standard schema gives. */
export type StandardOutput<S> = S extends StandardSchema<AnyType, infer Output> ? Output : never

/** One thing that is wrong with a body or a response: where, and why. Plain data. */
export interface ValidationIssue {
  /** The problem, in the words of the schema. */
  readonly message: string
  /** The place in the body or the response: field names and indexes. */
  readonly path: readonly (string | number)[]
}

/** A list of thousands may be wrong in each of its members; the message names the first of them. */
const MOST_SHOWN = 10

/** A schema may repeat its input in a message; this much is enough to know what is wrong. */
const LONGEST_TEXT = 500

/** The error for a body, or a response, that does not fit the schema that its endpoint has for it. */
export class ValidationError extends Error {
  /** The name of the class, which errors that were read back from the store have too. */
  override readonly name = 'ValidationError'
  /** The side that made the mistake: the caller, or the server. */
  readonly code: 'INVALID_BODY' | 'INVALID_RESPONSE'
  /** All that is wrong. */
  readonly issues: readonly ValidationIssue[]

  constructor(
    endpointName: string,
    code: ValidationError['code'],
    issues: readonly ValidationIssue[],
  ) {
    const value = code === 'INVALID_BODY' ? 'body' : 'response'
    super(`${endpointName}: the ${value} does not fit ${value}Schema: ${describeIssues(issues)}`)
    this.code = code
    this.issues = issues
  }
}

/** An endpoint, as far as the checks of its bodies, responses and errors depend on it. */
interface Validating {
  readonly name: string
  readonly sensitive?: boolean | undefined
  readonly bodySchema?: StandardSchema | undefined
  readonly responseSchema?: StandardSchema | undefined
  readonly errorSchema?: StandardSchema | undefined
}

/**
 * What the schema of an endpoint makes of a value; the value itself where there is no schema.
 * @throws ValidationError with every issue
 */
export async function validate(
  endpoint: Validating,
  what: 'body' | 'response' | 'error',
  value: unknown,
): Promise<unknown> {
  const schema = endpoint[`${what}Schema`]
  if (schema === undefined) return value
  const result = await schema['~standard'].validate(value)
  if (result.issues === undefined) return result.value
  // The keys of a path may be data, too.
  const issues = result.issues.map((issue) =>
    endpoint.sensitive === true ? { message: 'not valid', path: [] } : plainIssue(issue),
  )
  throw new ValidationError(
    endpoint.name,
    what === 'body' ? 'INVALID_BODY' : 'INVALID_RESPONSE',
    issues,
  )
}

/** What the `errorSchema` of an endpoint makes of the data of an error; `undefined` where the data does not fit it. */
export async function validateErrorData(endpoint: Validating, data: unknown): Promise<unknown> {
  try {
    return data === undefined ? undefined : await validate(endpoint, 'error', data)
  } catch (error) {
    if (process.env.NODE_ENV !== 'production') warnErrorData(endpoint.name, error)
    return undefined
  }
}

const warned = new Set<string>()

/** Warns once for each endpoint. The messages of a schema may quote the body, so only names of fields are shown. */
function warnErrorData(name: string, error: unknown): void {
  if (warned.has(name)) return
  warned.add(name)
  const issues = error instanceof ValidationError ? error.issues : undefined
  const paths = issues?.slice(0, MOST_SHOWN).map(({ path }) => path.join('.') || 'its root')
  const problem =
    paths === undefined
      ? `errorSchema threw ${describeValue(error)} for the body of an error`
      : `the body of an error does not fit errorSchema, at ${[...new Set(paths)].join(', ')}`
  console.warn(`${name}: ${problem}; the error has no \`data\`.`)
}

/** An issue that can be stored and logged: libraries add more to theirs, the value among it. */
function plainIssue({ message, path = [] }: StandardIssue): ValidationIssue {
  return {
    message: message.slice(0, LONGEST_TEXT),
    // `map` of arktype's paths would give another path of arktype.
    path: Array.from(path, (step) => {
      const key = typeof step === 'object' ? step.key : step
      return typeof key === 'number' ? key : String(key)
    }),
  }
}

function describeIssues(issues: readonly ValidationIssue[]): string {
  return issues
    .slice(0, MOST_SHOWN)
    .map(({ message, path }) => [path.join('.'), message].filter(Boolean).join(': '))
    .join('; ')
}
