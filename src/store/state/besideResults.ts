import { isLiteral } from '../../schema/schemaObject'
import { isPlainObject } from '../../util/checks'

/** By what stands for them in rows and actions, so that a result lives as long as its row, in whatever state that is. */
const results = new WeakMap<object, object>()

/** What stands for a response without a schema that is no JSON; `undefined` where the response itself can be stored. */
export function keepBeside(schema: unknown, value: unknown): object | undefined {
  if (!isLiteral(schema) || !isKeptBeside(value)) return undefined
  const beside = {}
  results.set(beside, value)
  return beside
}

/** The result; `undefined` in a state that came from elsewhere. */
export function readBeside(beside: object): unknown {
  return results.get(beside)
}

/** Whether a response is kept beside the state: a `Blob`, a stream, or an object or list with one, such as `{ blob, filename }`. */
function isKeptBeside(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false
  return isNoJson(value) || Object.values(value).some(isNoJson)
}

/** A `Buffer` has a `toJSON`, and is as little JSON as other bytes. */
function isNoJson(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  return ArrayBuffer.isView(value) || !(isPlainObject(value) || 'toJSON' in value)
}
