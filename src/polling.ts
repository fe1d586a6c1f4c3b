export { PollingManager } from './managers/PollingManager'

export type { PollingOptions } from './managers/PollingManager'
export type { Presence } from './managers/Presence'
