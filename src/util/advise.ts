/**
 * The message of a mistake in code: the advice in development, where it can be followed, and a few words in production.
 *
 * @param advice `true` in production
 */
export function advise(problem: string, advice: string | true): string {
  return advice === true ? `rtk-rest: ${problem}` : advice
}
