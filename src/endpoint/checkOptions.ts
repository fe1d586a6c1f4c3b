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
  readonly errorSchema?: unknown
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
  const { content, schema, timeout, retry, method } = endpoint
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
  checkStandardSchema(endpoint, 'errorSchema')
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

type SchemaOption = 'responseSchema' | 'bodySchema' | 'errorSchema'

function checkStandardSchema(endpoint: Checked, option: SchemaOption): void {
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

// Development only: warnings about options that have no effect.

/** Those of endpoints and resources. */
const KNOWN = [
  'body',
  'bodySchema',
  'content',
  'dataExpiryLength',
  'errorExpiryLength',
  'errorPolicy',
  'errorSchema',
  'expires',
  'fetchResponse',
  'getHeaders',
  'getOptimisticResponse',
  'getRequestInit',
  'invalidIfStale',
  'invalidates',
  'method',
  'movePath',
  'nonFilterArgumentKeys',
  'onDownloadProgress',
  'onUploadProgress',
  'optimistic',
  'paginationField',
  'parseResponse',
  'pollFrequency',
  'process',
  'requestInit',
  'responseSchema',
  'schema',
  'scope',
  'searchParams',
  'searchToString',
  'sensitive',
  'sideEffect',
  'signal',
  'testKey',
  'timeout',
  'update',
  'urlPrefix',
  'validateStatus',
  'writtenFields',
]

const warned = new Set<string>()

/** Warns once of an option that is nearly a known one: it would do nothing, and `sensitve: true` hides nothing. */
export function warnUnknownOption(endpoint: { readonly name: string }, options: object): void {
  for (const option of Object.keys(options)) {
    if (KNOWN.includes(option) || warned.has(option) || isMember(endpoint, option)) continue
    const similar = KNOWN.find((known) => isSimilar(known, option))
    if (similar === undefined) continue
    warned.add(option)
    console.warn(`${endpoint.name}: \`${option}\` is no option; did you mean \`${similar}\`?`)
  }
}

/** Whether a class of the user's own has it. */
function isMember(endpoint: object, option: string): boolean {
  return option in (Object.getPrototypeOf(endpoint) as object)
}

/** Whether two words differ in capitals, in the order of their letters, or by one letter. */
function isSimilar(known: string, found: string): boolean {
  const [one, other] = [known.toLowerCase(), found.toLowerCase()]
  if (one.length === other.length) return sortLetters(one) === sortLetters(other)
  if (one.length > other.length) return lacksOneLetter(one, other)
  // `methods` and `updated` are words of their own.
  return !other.startsWith(one) && lacksOneLetter(other, one)
}

function sortLetters(word: string): string {
  return word.split('').sort().join('')
}

function lacksOneLetter(longer: string, shorter: string): boolean {
  return longer.split('').some((_, at) => longer.slice(0, at) + longer.slice(at + 1) === shorter)
}

const constructorOptions = new WeakMap<object, object>()

/** Remembers the options of a constructor, which class fields may overwrite later. */
export function rememberOptions(endpoint: object, options: object): void {
  constructorOptions.set(endpoint, options)
}

/**
 * Warns once where a class field overwrote an option of the constructor: JavaScript sets fields last, which is a surprise for
 * an option.
 */
export function warnShadowedOption(endpoint: { readonly name: string }): void {
  const { constructor, name } = endpoint
  let at: object = endpoint
  for (; constructorOptions.has(at); at = Object.getPrototypeOf(at) as object) {
    const options = constructorOptions.get(at) ?? {}
    constructorOptions.set(at, {})
    for (const [option, value] of Object.entries(options)) {
      const own: unknown = Object.getOwnPropertyDescriptor(at, option)?.value
      if (value === undefined || Object.is(own, value)) continue
      console.warn(
        `${constructor.name} (${name}): the class field \`${option}\` goes over the option \`${option}\` of the constructor; make it a getter, or use extend(), whose options always win.`,
      )
    }
  }
}
