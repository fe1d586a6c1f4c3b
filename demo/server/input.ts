import type { Context } from 'hono'
import { ApiError } from './ApiError'

/** The fields of a JSON request body, still unchecked. */
export type Fields = Readonly<Record<string, unknown>>

/** Reads JSON; anything else is a 400. */
export async function readBody(c: Context): Promise<unknown> {
  try {
    return await c.req.json()
  } catch {
    throw new ApiError(400, 'The request body must be JSON.')
  }
}

/** Reads a JSON object; anything else is a 400 that says what came. */
export async function readFields(c: Context): Promise<Fields> {
  const body = await readBody(c)
  if (isFields(body)) return body
  throw new ApiError(400, 'The request body must be a JSON object.')
}

function isFields(body: unknown): body is Fields {
  return typeof body === 'object' && body !== null && !Array.isArray(body)
}

/** A required text, trimmed; 422 when it is missing, empty or too long. */
export function requireText(fields: Fields, field: string, maxLength: number): string {
  const value = fields[field]
  const label = `${field[0]?.toUpperCase()}${field.slice(1)}`
  if (value === undefined || value === null) throw fieldError(field, `${label} is required.`)
  if (typeof value !== 'string') throw fieldError(field, `${label} must be text.`)
  const text = value.trim()
  if (text === '') throw fieldError(field, `${label} must not be empty.`)
  if (text.length > maxLength) {
    throw fieldError(field, `${label} must not be longer than ${maxLength} characters.`)
  }
  // PostgreSQL cannot store the character U+0000 in a text.
  if (text.includes('\0')) throw fieldError(field, `${label} holds a character that is not text.`)
  return text
}

/** A 422 for one field. */
export function fieldError(field: string, message: string): ApiError {
  return new ApiError(422, message, { errors: { [field]: message } })
}

/** Reads every field, and throws one 422 for all that are wrong, with the message of the first. */
export function readAll<Input extends object>(readers: {
  readonly [Field in keyof Input]: () => Input[Field]
}): Input {
  const failures: ApiError[] = []
  const entries = Object.entries<() => unknown>(readers).map(([field, read]) => {
    try {
      return [field, read()]
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      failures.push(error)
      return [field, undefined]
    }
  })
  const [first] = failures
  if (first === undefined) return Object.fromEntries(entries) as Input
  const errors = Object.assign({}, ...failures.map((failure) => failure.errors))
  throw new ApiError(first.status, first.message, { errors })
}
