export { progressFetch } from './progressFetch'
export { xhrFetch } from './xhrFetch'

export type { Progress, ProgressInit } from '../endpoint/contract'
