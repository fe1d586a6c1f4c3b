/** The last item of a list. Older versions of Hermes, the engine of React Native, have no `at`. */
export function lastOf<T>(list: readonly T[] = []): T | undefined {
  return list[list.length - 1]
}
