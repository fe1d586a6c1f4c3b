import { isObject } from '../util/isObject'

/** What a call's arguments are divided by. */
interface BodyTaker {
  readonly method: string
  readonly body: unknown
}

/** The arguments of a call, by where they go. */
export interface SplitArgs {
  readonly params: Readonly<Record<string, unknown>>
  readonly body: unknown
}

/** Which argument of a call belongs into the URL and which is the body. */
export function splitArgs(endpoint: BodyTaker, args: readonly unknown[]): SplitArgs {
  if (!hasBody(endpoint)) return { params: asParams(args[0]), body: undefined }
  return args.length < 2
    ? { params: {}, body: args[0] }
    : { params: asParams(args[0]), body: args.at(-1) }
}

function asParams(arg: unknown): Readonly<Record<string, unknown>> {
  return isObject(arg) ? arg : {}
}

function hasBody(endpoint: BodyTaker): boolean {
  if (endpoint.method === 'GET') return false
  const isDeclared = Reflect.has(endpoint, 'body')
  if (isDeclared && endpoint.body === undefined) return false
  return isDeclared || endpoint.method !== 'DELETE'
}
