import type { AnyType } from '../util/anyType'
import { isContainer, isNothing, isPlainObject } from '../util/checks'
import { isBodyInit } from './body'
import type { RunContext } from './contract'
import { NetworkError } from './NetworkError'
import type { RestEndpoint } from './RestEndpoint'

/**
 * A class of endpoints whose server wraps what it sends and takes: `{ article: { … } }`. A response is stored without its
 * envelope, and a body is sent in one. A schema that names the envelope gets the whole response, such as
 * `{ articles: new Collection([Article]), articlesCount: 0 }`, and so does a `process` in the options. A
 * `responseSchema` checks the whole response, and a `bodySchema` the body without its envelope. Errors stay as they are.
 *
 * @example
 * const UserEndpoint = envelope(RestEndpoint, 'user', 'users')
 * const getUser = new UserEndpoint({ path: '/users/:id', schema: User })
 * @param Base the class that it is made of: `RestEndpoint`, or your own
 * @param one the envelope of one entity, in which bodies are sent
 * @param list the envelope of a list. Default: the same
 * @throws NetworkError with the code `INVALID_RESPONSE` for a response without its envelope, unless it is that of a deletion
 */
export function envelope<Class extends new (...args: AnyType[]) => RestEndpoint>(
  Base: Class,
  one: string,
  list = one,
): Class {
  return class extends Base {
    override process(value: AnyType, ...args: AnyType[]): AnyType {
      return super.process(unwrap(this, value, [one, list]), ...args)
    }

    override getRequestInit(
      body: unknown,
      context: RunContext,
    ): RequestInit | Promise<RequestInit> {
      const name = Array.isArray(body) ? list : one
      const isSentAsItIs = body === undefined || isBodyInit(body)
      return super.getRequestInit(isSentAsItIs ? body : { [name]: body }, context)
    }
  }
}

function unwrap(
  { name, method, schema, content = 'json' }: RestEndpoint,
  value: unknown,
  envelopes: readonly string[],
): unknown {
  for (const it of envelopes) {
    if (isObjectWith(it, value)) return isObjectWith(it, schema) ? value : value[it]
  }
  // Bytes and texts have no envelope.
  if (isNothing(value) || method === 'DELETE' || content !== 'json') return value
  const message = `${name}: the response has no "${[...new Set(envelopes)].join('" and no "')}"`
  throw new NetworkError(undefined, message, undefined, { code: 'INVALID_RESPONSE' })
}

function isObjectWith<Name extends string>(
  name: Name,
  value: unknown,
): value is Record<Name, unknown> {
  return isContainer(value) && isPlainObject(value) && Object.hasOwn(value, name)
}
