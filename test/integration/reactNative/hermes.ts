/**
 * What Hermes 0.12, the engine of React Native, lacks and Node has. `npm run integration -- metro` checks the engine.
 * What is newer than ES2023 is not here: the compiler does not know it.
 */
export const HERMES_LACKS: readonly string[] = [
  'Array.prototype.at',
  'Array.prototype.toReversed',
  'Array.prototype.toSorted',
  'Array.prototype.toSpliced',
  'Array.prototype.with',
  'Object.groupBy',
  'Promise.allSettled',
  'Promise.any',
  'Promise.withResolvers',
  'String.prototype.at',
  'String.prototype.isWellFormed',
  'String.prototype.toWellFormed',
  'Uint8Array.prototype.at',
  'Uint8Array.prototype.toReversed',
  'Uint8Array.prototype.toSorted',
  'Uint8Array.prototype.with',
]

/** The object that has a method, and the name of the method; `undefined` where this runtime lacks it too. */
export function findMethod(
  path: string,
): { readonly owner: object; readonly name: string } | undefined {
  const names = path.split('.')
  const name = names.pop() ?? ''
  const owner = names.reduce<unknown>((at, it) => Reflect.get(at as object, it), globalThis)
  return Reflect.has(owner as object, name) ? { owner: owner as object, name } : undefined
}
