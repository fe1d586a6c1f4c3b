export { mockServer } from './mockServer'
export { renderDataHook } from './renderDataHook'

export type { RenderedDataHook } from './renderDataHook'
export type { MockableResource } from './mockServer'
