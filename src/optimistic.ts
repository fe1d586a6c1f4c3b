export { optimistic } from './managers/optimistic'

export type { Optimistic } from './managers/optimistic'
export type { OptimisticResponse } from './endpoint/contract'
