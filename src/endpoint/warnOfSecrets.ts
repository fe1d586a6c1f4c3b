import { isObject } from '../util/isObject'
import { isPairs, pairsOf } from './encodeBody'

const SECRET = /(?:password|token|secret|authorization)$/i
const DEEPEST = 3

const warned = new Set<string>()

/** Warns once of a body with a secret in it: actions, which are logged and shown in DevTools, have the arguments of a call. */
export function warnOfSecrets(
  { name, sensitive }: { readonly name: string; readonly sensitive?: boolean | undefined },
  body: unknown,
): void {
  if (sensitive !== undefined || warned.has(name)) return
  const field = found(body)
  if (field === undefined) return
  warned.add(name)
  console.warn(
    `${name}: the field \`${field}\` of the body looks like a secret, and is shown in actions and logs; give the endpoint \`sensitive: true\`, or \`sensitive: false\` if it is none.`,
  )
}

function found(body: unknown): string | undefined {
  try {
    return secretIn(body, 0)
  } catch {
    // A body that cannot be read has an error of its own where it is encoded.
    return undefined
  }
}

/** The first field that is called like a secret and holds a value, in nested objects too. */
function secretIn(body: unknown, depth: number): string | undefined {
  if (!isObject(body) || depth > DEEPEST) return undefined
  const fields = isPairs(body) ? pairsOf(body) : Object.entries(body)
  for (const [name, value] of fields) {
    const isSet = value !== undefined && value !== null && value !== ''
    if (isSet && SECRET.test(name)) return name
    const nested = secretIn(value, depth + 1)
    if (nested !== undefined) return nested
  }
  return undefined
}
