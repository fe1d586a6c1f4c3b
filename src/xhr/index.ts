export { progressFetch } from './progressFetch'
export { xhrFetch } from './xhrFetch'

export type { ProgressInit } from '../endpoint/contract'
