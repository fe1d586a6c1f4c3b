/**
 * For `static validate`: says which required field is missing, `undefined` where all are there. A field that is present and
 * `undefined` is not missing.
 *
 * @example
 * static override validate(data: object) {
 *   return validateRequired(data, { id: '', name: '' })
 * }
 */
export function validateRequired(data: object, required: object): string | undefined {
  const missing = Object.keys(required).find((field) => !Object.hasOwn(data, field))
  return missing === undefined ? undefined : `Missing key ${missing}`
}
