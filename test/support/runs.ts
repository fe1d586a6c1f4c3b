const onDemand = process.env['RTK_REST_RUNS']

/** How often a property is tried: more on demand, `RTK_REST_RUNS=100000 npx vitest run …`. */
export function runs(usual: number): number {
  return onDemand === undefined ? usual : Number(onDemand)
}
