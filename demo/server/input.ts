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
  if (value === undefined || value === null) throw new ApiError(422, `${label} is required.`)
  if (typeof value !== 'string') throw new ApiError(422, `${label} must be text.`)
  const text = value.trim()
  if (text === '') throw new ApiError(422, `${label} must not be empty.`)
  if (text.length > maxLength) {
    throw new ApiError(422, `${label} must not be longer than ${maxLength} characters.`)
  }
  // PostgreSQL cannot store the character U+0000 in a text.
  if (text.includes('\0')) throw new ApiError(422, `${label} holds a character that is not text.`)
  return text
}
