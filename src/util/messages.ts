/** Like `describeValue`, for what a server sent, which no message shows: text and numbers are named by their kind. */
export function describeData(value: unknown): string {
  if (process.env.NODE_ENV === 'production') return describeValue(value)
  if (typeof value === 'string' && value !== '') return `a string of length ${value.length}`
  return typeof value === 'number' ? 'a number' : describeValue(value)
}

/**
 * Names a value for an error message: `null`, `an array`, `true`, `the string "abc…"`, `a Date`; in production by its kind
 * alone.
 */
export function describeValue(value: unknown): string {
  if (value === null || value === undefined) return String(value)
  if (Array.isArray(value)) return 'an array'
  if (process.env.NODE_ENV === 'production') {
    return typeof value === 'object' ? 'an object' : `a ${typeof value}`
  }
  if (typeof value === 'string') return `the string ${JSON.stringify(shorten(value))}`
  if (typeof value === 'object') return describeObject(value)
  if (typeof value === 'function') return 'a function'
  if (typeof value === 'bigint') return `the bigint ${value}`
  return typeof value === 'symbol' ? value.toString() : `${value as number | boolean}`
}

function describeObject(value: object): string {
  const name = (value.constructor as { name?: string } | undefined)?.name
  return name === undefined || name === '' || name === 'Object' ? 'an object' : `a ${name}`
}

function shorten(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}…` : text
}

/**
 * The message of an error for state, actions and other messages. The engine's message about a text that it cannot parse
 * (`JSON.parse`, `BigInt`) shows the text, which may be a part of a response.
 */
export function textOf({ name, message }: Error): string {
  if (name !== 'SyntaxError') return message
  return process.env.NODE_ENV === 'production' ? name : `a ${name}, whose text may show data`
}

/**
 * The message of a mistake in code: the whole text in development, and in production a code, which docs/errors.md explains.
 *
 * @param text `true` in production
 * @param facts what finds the place of the mistake in production: names and kinds, and never a value
 */
export function codedMessage(code: string, text: string | true, facts = ''): string {
  return text === true ? `rtk-rest/${code}${facts && `: ${facts}`}` : text
}
