const onDemand = process.env['RTK_REST_RUNS']

/** Whether this run does all of what `npm test` does a part of: `npm run exhaustive`. */
export const isExhaustive = process.env['RTK_REST_EXHAUSTIVE'] !== undefined

/**
 * How often a property is tried: ten times as often in an exhaustive run, and more on demand:
 * `RTK_REST_RUNS=100000 npx vitest run …`.
 */
export function runs(usual: number): number {
  if (onDemand !== undefined) return Number(onDemand)
  return isExhaustive ? 10 * usual : usual
}
