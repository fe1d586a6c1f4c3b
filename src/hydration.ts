export { hydration } from './managers/hydration/hydration'
export { serializeState } from './managers/hydration/serializeState'

export type { HydrationApi, HydrationOptions } from './managers/hydration/hydration'
