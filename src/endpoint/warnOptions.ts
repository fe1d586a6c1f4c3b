// Development only: warnings about options that have no effect.

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
