import { advise } from '../util/advise'
import { describe } from '../util/describe'
import { isObject } from '../util/isObject'

/** What tells the lists of one collection apart: usually the arguments of the endpoint. */
export type CollectionKey = Readonly<Record<string, unknown>>

/** A key object as JSON: names sorted, numbers and booleans as text, `undefined` left out. */
export function collectionPk(key: CollectionKey, option = 'argsKey'): string {
  if (!isObject(key)) {
    throw new TypeError(
      advise(
        'no key of a list',
        process.env.NODE_ENV === 'production' ||
          `\`${option}\` of a Collection gives an object, such as { team: '1' }; found ${describe(key)}`,
      ),
    )
  }
  const sorted = Object.keys(key).sort()
  return JSON.stringify(Object.fromEntries(sorted.map((name) => [name, asText(key[name])])))
}

function asText(value: unknown): unknown {
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : value
}
