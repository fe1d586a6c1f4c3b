const KNOWN = [
  'body',
  'bodySchema',
  'content',
  'dataExpiryLength',
  'errorExpiryLength',
  'errorPolicy',
  'fetchResponse',
  'getHeaders',
  'getOptimisticResponse',
  'getRequestInit',
  'invalidIfStale',
  'method',
  'movePath',
  'onDownloadProgress',
  'paginationField',
  'parseResponse',
  'pollFrequency',
  'process',
  'requestInit',
  'responseSchema',
  'schema',
  'searchParams',
  'searchToString',
  'sensitive',
  'sideEffect',
  'signal',
  'testKey',
  'timeout',
  'update',
  'urlPrefix',
  'writtenFields',
]

const told = new Set<string>()

/** Warns once of an option that is nearly a known one: it would do nothing, and `sensitve: true` hides nothing. */
export function warnOfMisspelt(endpoint: { readonly name: string }, options: object): void {
  for (const option of Object.keys(options)) {
    if (KNOWN.includes(option) || told.has(option) || isMember(endpoint, option)) continue
    const meant = KNOWN.find((known) => isNear(known, option))
    if (meant === undefined) continue
    told.add(option)
    console.warn(`${endpoint.name}: \`${option}\` is no option; did you mean \`${meant}\`?`)
  }
}

/** Whether a class of the user's own has it. */
function isMember(endpoint: object, option: string): boolean {
  return option in (Object.getPrototypeOf(endpoint) as object)
}

/** Whether two words differ in capitals, in the order of their letters, or by one letter. */
function isNear(known: string, found: string): boolean {
  const [one, other] = [known.toLowerCase(), found.toLowerCase()]
  if (one.length === other.length) return inOrder(one) === inOrder(other)
  if (one.length > other.length) return isOneLess(one, other)
  // `methods` and `updated` are words of their own.
  return !other.startsWith(one) && isOneLess(other, one)
}

function inOrder(word: string): string {
  return word.split('').sort().join('')
}

function isOneLess(longer: string, shorter: string): boolean {
  return longer.split('').some((_, at) => longer.slice(0, at) + longer.slice(at + 1) === shorter)
}
