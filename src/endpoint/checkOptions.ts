import { expectsData } from '../schema/schemaObject'
import { isObject } from '../util/checks'
import { describeValue } from '../util/messages'
import { missingManager } from '../util/missingManager'
import { checkPath } from './checkPath'
import { type Content, isBinary } from './parseResponse'

// Development only: options that are wrong in themselves, or with each other, or that do not exist.

/** The options of an endpoint, as far as they are checked. */
interface Checked {
  readonly name: string
  readonly path: string
  readonly urlPrefix?: string | undefined
  readonly method: string
  readonly schema: unknown
  readonly content?: Content | undefined
  readonly retry?: unknown
  readonly paginationField?: unknown
  readonly responseSchema?: unknown
  readonly bodySchema?: unknown
  readonly errorSchema?: unknown
}

/**
 * Checks the options of an endpoint.
 * @throws TypeError naming the option that makes no sense, and what would
 */
export function checkOptions(endpoint: Checked): void {
  checkPath(endpoint)
  const { content, schema, retry, method } = endpoint
  if (isBinary(content) && expectsData(schema)) {
    throw new TypeError(
      `${endpoint.name} reads ${content}, which a schema cannot make entities of; leave out the schema, or the content.`,
    )
  }
  if (/^(get|head|options|post|put|patch|delete)$/i.test(method) && /[a-z]/.test(method)) {
    throw wrong(endpoint, 'method', `'${method.toUpperCase()}'`, method)
  }
  if (retry !== undefined && typeof retry !== 'function') {
    throw missingManager(endpoint.name, 'retry')
  }
  const { paginationField = [] } = endpoint
  if (!Array.isArray(paginationField)) throw missingManager(endpoint.name, 'paginationField')
  checkPages(endpoint, paginationField)
  for (const option of ['responseSchema', 'bodySchema', 'errorSchema'] as const) {
    const found = endpoint[option] as { readonly '~standard'?: unknown } | null | undefined
    if (found === undefined || found?.['~standard'] !== undefined) continue
    const expected = 'a Standard Schema, as those of zod, valibot and arktype are'
    throw wrong(endpoint, option, expected, found)
  }
}

function checkPages(endpoint: Checked, [, cursor, next]: readonly unknown[]): void {
  if (next !== undefined && typeof next !== 'function') {
    throw wrong(endpoint, 'paginationField', "[pages, 'cursor', (response) => response.next]", next)
  }
  if (!isObject(cursor)) return
  const found = Object.values(cursor).find((it) => it !== 'forwards' && it !== 'backwards')
  if (found === undefined) return
  throw wrong(
    endpoint,
    'paginationField',
    "[pages, { after: 'forwards', before: 'backwards' }]",
    found,
  )
}

function wrong(endpoint: Checked, option: string, expected: string, found: unknown): TypeError {
  return new TypeError(
    `${endpoint.name}: the option \`${option}\` must be ${expected}; found ${describeValue(found)}.`,
  )
}

/** Those of endpoints and resources. */
const KNOWN = [
  'body',
  'bodySchema',
  'content',
  'create',
  'dataExpiryLength',
  'errorExpiryLength',
  'errorPolicy',
  'errorSchema',
  'expireAll',
  'fetchResponse',
  'filters',
  'getHeaders',
  'getOptimisticResponse',
  'getRequestInit',
  'invalidIfStale',
  'invalidateAll',
  'live',
  'method',
  'movePath',
  'onDownloadProgress',
  'onUploadProgress',
  'optimistic',
  'paginationField',
  'parseResponse',
  'pollFrequency',
  'process',
  'refetchOn',
  'requestInit',
  'responseSchema',
  'retry',
  'schema',
  'scope',
  'searchParams',
  'searchToString',
  'sensitive',
  'sideEffect',
  'signal',
  'summary',
  'testKey',
  'timeout',
  'update',
  'urlPrefix',
  'validateStatus',
  'writtenFields',
]

/** What an option was called in an earlier build, or is in another library. */
const RENAMED: Readonly<Record<string, string>> = {
  expires: 'expireAll',
  invalidates: 'invalidateAll',
  invalidatesTags: 'invalidateAll',
  createCollectionFilter: 'filters',
  nonFilterArgumentKeys: 'filters',
  onProgress: 'onDownloadProgress',
  pollingInterval: 'pollFrequency',
}

const warned = new Set<string>()

/** Warns once of an option that is nearly a known one: it would do nothing, and `sensitve: true` hides nothing. */
export function warnUnknownOption(endpoint: { readonly name: string }, options: object): void {
  for (const option of Object.keys(options)) {
    if (KNOWN.includes(option) || warned.has(option) || isMember(endpoint, option)) continue
    const similar = RENAMED[option] ?? similarTo(option, KNOWN)
    if (similar === undefined) continue
    warned.add(option)
    console.warn(`${endpoint.name}: \`${option}\` is no option; did you mean \`${similar}\`?`)
  }
}

/** Warns once for an endpoint whose `onDownloadProgress` is not called, as `fetch` itself reports no progress. */
export function warnUnheardProgress(endpoint: {
  readonly name: string
  readonly onDownloadProgress?: unknown
}): void {
  const { name, onDownloadProgress } = endpoint
  if (onDownloadProgress === undefined || warned.has(name)) return
  warned.add(name)
  console.warn(
    `${name}: \`onDownloadProgress\` is not called, as fetch does not report progress: createRest({ fetchFn: progressFetch }), from rtk-rest/xhr, does; on React Native xhrFetch.`,
  )
}

/** Whether a class of the user's own has it. */
function isMember(endpoint: object, option: string): boolean {
  return option in (Object.getPrototypeOf(endpoint) as object)
}

/** That of some words which another one is nearly. */
export function similarTo(found: string, words: readonly string[]): string | undefined {
  return words.find((known) => isSimilar(known, found))
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
