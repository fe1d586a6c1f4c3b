/**
 * A merge for `addWith` and `moveWith` that puts what came in front.
 *
 * @example
 * const getTodo = endpoint.extend({ schema: todos.moveWith(unshift) })
 */
export function unshift<Member>(
  existing: readonly Member[],
  incoming: readonly Member[],
): Member[] {
  return [...incoming, ...existing]
}
