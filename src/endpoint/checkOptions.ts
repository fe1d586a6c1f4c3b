import { expectsData } from '../schema/schemaObject'
import { describeValue } from '../util/messages'
import { type Content, isBinary } from './parseResponse'
import type { RetryOptions } from './retry'

/** The options that can be wrong in themselves, or with each other. */
interface Checked {
  readonly name: string
  readonly path?: unknown
  readonly method: string
  readonly schema: unknown
  readonly content?: Content | undefined
  readonly timeout?: number | undefined
  readonly retry?: number | RetryOptions | undefined
  readonly responseSchema?: unknown
  readonly bodySchema?: unknown
}

const CONTENTS: readonly unknown[] = ['json', 'text', 'blob', 'arrayBuffer', 'stream']
const RETRY_OPTIONS: ReadonlySet<string> = new Set([
  'retries',
  'minDelay',
  'maxDelay',
  'factor',
  'methods',
  'statuses',
  'shouldRetry',
])
const LONGEST_TIMEOUT = 2 ** 31 - 1

/**
 * Checks the options of an endpoint; for development only.
 * @throws TypeError naming the option that makes no sense, and what would
 */
export function checkOptions(endpoint: Checked): void {
  const { path, content, schema, timeout, retry, method } = endpoint
  if (typeof path !== 'string') {
    throw new TypeError("A RestEndpoint needs a `path`, such as '/users/:id'.")
  }
  if (content !== undefined && !CONTENTS.includes(content)) {
    throw wrong(endpoint, 'content', `one of ${CONTENTS.join(', ')}`, content)
  }
  if (isBinary(content) && expectsData(schema)) {
    throw new TypeError(
      `${endpoint.name} reads ${content}, which a schema cannot make entities of; leave out the schema, or the content.`,
    )
  }
  if (/^(get|head|options|post|put|patch|delete)$/i.test(method) && /[a-z]/.test(method)) {
    throw wrong(endpoint, 'method', `'${method.toUpperCase()}'`, method)
  }
  if (timeout !== undefined && !(timeout > 0 && timeout <= LONGEST_TIMEOUT)) {
    throw wrong(endpoint, 'timeout', `a number of ms from 1 to ${LONGEST_TIMEOUT}`, timeout)
  }
  if (retry !== undefined) checkRetry(endpoint, retry)
  checkStandardSchema(endpoint, 'responseSchema')
  checkStandardSchema(endpoint, 'bodySchema')
}

function checkRetry(endpoint: Checked, retry: number | RetryOptions): void {
  const given: unknown = typeof retry === 'object' ? (retry.retries ?? 1) : retry
  if (!Number.isInteger(given) || (given as number) < 0) {
    throw wrong(endpoint, 'retry', 'a whole number of tries, or an object with `retries`', given)
  }
  for (const option of ['minDelay', 'maxDelay', 'factor'] as const) {
    const value = typeof retry === 'object' ? retry[option] : undefined
    if (value !== undefined && !(value >= 0 && value <= LONGEST_TIMEOUT)) {
      throw wrong(endpoint, `retry.${option}`, `a number from 0 to ${LONGEST_TIMEOUT}`, value)
    }
  }
  const unknown = Object.keys(Object(retry) as object).find((option) => !RETRY_OPTIONS.has(option))
  if (unknown === undefined) return
  throw new TypeError(
    `${endpoint.name}: \`retry.${unknown}\` is no option; there are ${[...RETRY_OPTIONS].join(', ')}.`,
  )
}

function checkStandardSchema(endpoint: Checked, option: 'responseSchema' | 'bodySchema'): void {
  const schema = endpoint[option] as { readonly '~standard'?: unknown } | null | undefined
  if (schema === undefined || schema?.['~standard'] !== undefined) return
  throw wrong(
    endpoint,
    option,
    'a Standard Schema, as those of zod, valibot and arktype are',
    schema,
  )
}

function wrong(endpoint: Checked, option: string, expected: string, found: unknown): TypeError {
  return new TypeError(
    `${endpoint.name}: the option \`${option}\` must be ${expected}; found ${describeValue(found)}.`,
  )
}
