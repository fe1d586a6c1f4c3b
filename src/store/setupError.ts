/**
 * The error of a store that was set up in a wrong way. Its advice is there in development, where it can be followed.
 *
 * @param advice `true` in production
 */
export function setupError(problem: string, advice: string | true): Error {
  return new Error(advice === true ? `rtk-rest: ${problem}` : advice)
}
