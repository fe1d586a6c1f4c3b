export { never, onFocus, onFocusOrReconnect, onReconnect, refetchOn } from './managers/refetchOn'

export type { RefetchOptions } from './managers/refetchOn'
export type { Presence } from './managers/Presence'
