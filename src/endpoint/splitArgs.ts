import { advise } from '../util/advise'
import { isObject } from '../util/isObject'
import { pathNames } from './buildPath'
import { isForm } from './encodeBody'

/** What a call's arguments are divided by. */
interface BodyTaker {
  readonly name: string
  readonly method: string
  readonly path: string
  readonly body: unknown
  readonly searchParams?: unknown
}

/** The arguments of a call, by where they go. */
export interface SplitArgs {
  readonly params: Readonly<Record<string, unknown>>
  /** What `url` is called with: the parameters, or, where it is the endpoint's own, all that is no body. */
  readonly urlArgs: readonly unknown[]
  readonly body: unknown
}

/** Which steps of an endpoint are its own. */
export interface OwnSteps {
  /** A step may make something of further arguments. */
  readonly takesMore: boolean
  /** `url` says itself what its arguments are. */
  readonly readsUrlArgs: boolean
}

/**
 * Which argument of a call belongs into the URL and which is the body.
 * @throws TypeError for arguments that would be lost, or are no parameters
 */
export function splitArgs(endpoint: BodyTaker, args: readonly unknown[], own: OwnSteps): SplitArgs {
  const takesBody = hasBody(endpoint)
  const count = args.findLastIndex((arg) => arg !== undefined) + 1
  const { takesMore, readsUrlArgs } = own
  if (count > (takesBody ? 2 : 1) && !takesMore && !readsUrlArgs) {
    throw tooMany(endpoint, takesBody, count)
  }
  if (takesBody && count < 2 && isBodyAlone(endpoint, args)) {
    return { params: {}, urlArgs: [{}], body: args[0] }
  }
  // An undefined one after the body is none.
  const bodyAt = takesBody ? Math.max(count, 2) - 1 : args.length
  const body = takesBody ? args[bodyAt] : undefined
  if (!readsUrlArgs) {
    const params = asParams(endpoint, args[0])
    return { params, urlArgs: [params], body }
  }
  const urlArgs = args.slice(0, bodyAt)
  return { params: isObject(urlArgs[0]) ? urlArgs[0] : {}, urlArgs, body }
}

/** Whether one argument is the body; with an undefined one behind it, only where nothing but a body can be meant. */
function isBodyAlone(endpoint: BodyTaker, args: readonly unknown[]): boolean {
  const { path, body, searchParams } = endpoint
  const takesParams = pathNames(path).length > 0 || searchParams !== undefined
  return args.length < 2 || (!takesParams && body !== undefined)
}

/** Whether a call has a body among its arguments. */
export function hasBody(endpoint: Pick<BodyTaker, 'method' | 'body'>): boolean {
  if (endpoint.method === 'GET') return false
  const isDeclared = Reflect.has(endpoint, 'body')
  if (isDeclared && endpoint.body === undefined) return false
  return isDeclared || endpoint.method !== 'DELETE'
}

function asParams(endpoint: BodyTaker, arg: unknown): Readonly<Record<string, unknown>> {
  if (arg === undefined || arg === null) return {}
  // What can be gone through (a list, a Map) has no parameters as its members, and neither has a form.
  if (isObject(arg) && !(Symbol.iterator in arg) && !isForm(arg)) return arg
  // Not the value itself, which may be a secret.
  const kind = typeof arg === 'object' ? arg.constructor.name : typeof arg
  const found = /^[aeiou]/i.test(kind) ? `an ${kind}` : `a ${kind}`
  throw new TypeError(
    advise(
      'parameters are one object',
      process.env.NODE_ENV === 'production' ||
        `${endpoint.name} takes its parameters as one object, such as ({ id: '5' }); found ${found}.`,
    ),
  )
}

function tooMany(endpoint: BodyTaker, takesBody: boolean, count: number): TypeError {
  const takes = takesBody
    ? 'takes its parameters and a body, (params, body) or (body)'
    : 'takes its parameters as one object and sends no body; to send one, declare `body`'
  return new TypeError(
    advise(
      `${count} arguments of ${endpoint.name}`,
      process.env.NODE_ENV === 'production' ||
        `${endpoint.name} ${takes}; found ${count} arguments.`,
    ),
  )
}
