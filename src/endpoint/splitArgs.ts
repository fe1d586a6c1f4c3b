import { isObject } from '../util/isObject'

/** What a call's arguments are divided by. */
interface BodyTaker {
  readonly name: string
  readonly method: string
  readonly body: unknown
}

/** The arguments of a call, by where they go. */
export interface SplitArgs {
  readonly params: Readonly<Record<string, unknown>>
  readonly body: unknown
}

/**
 * Which argument of a call belongs into the URL and which is the body.
 * @param isOpen true where steps of the endpoint's own may make something of further arguments
 * @throws TypeError for arguments that would be lost, or are no parameters
 */
export function splitArgs(
  endpoint: BodyTaker,
  args: readonly unknown[],
  isOpen: boolean,
): SplitArgs {
  const takesBody = hasBody(endpoint)
  const count = args.findLastIndex((arg) => arg !== undefined) + 1
  if (count > (takesBody ? 2 : 1) && !isOpen) throw tooMany(endpoint, takesBody, count)
  if (!takesBody) return { params: asParams(endpoint, args[0]), body: undefined }
  return args.length < 2
    ? { params: {}, body: args[0] }
    : { params: asParams(endpoint, args[0]), body: args.at(-1) }
}

/** Whether a call has a body among its arguments. */
export function hasBody(endpoint: Omit<BodyTaker, 'name'>): boolean {
  if (endpoint.method === 'GET') return false
  const isDeclared = Reflect.has(endpoint, 'body')
  if (isDeclared && endpoint.body === undefined) return false
  return isDeclared || endpoint.method !== 'DELETE'
}

function asParams(endpoint: BodyTaker, arg: unknown): Readonly<Record<string, unknown>> {
  if (arg === undefined || arg === null) return {}
  // What can be gone through (a list, FormData, a Map) has no parameters as its members.
  if (isObject(arg) && !(Symbol.iterator in arg)) return arg
  // Not the value itself, which may be a secret.
  const found = typeof arg === 'object' ? `a ${arg.constructor.name}` : `a ${typeof arg}`
  throw new TypeError(
    `${endpoint.name} takes its parameters as one object, such as ({ id: '5' }); found ${found}.`,
  )
}

function tooMany(endpoint: BodyTaker, takesBody: boolean, count: number): TypeError {
  const takes = takesBody
    ? 'takes its parameters and a body, (params, body) or (body)'
    : 'takes its parameters as one object and sends no body; to send one, declare `body`'
  return new TypeError(`${endpoint.name} ${takes}; found ${count} arguments.`)
}
