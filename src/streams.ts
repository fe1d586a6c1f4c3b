export { eventSource } from './managers/streams/eventSource'
export { webSocket } from './managers/streams/webSocket'

export type {
  EventSourceClass,
  EventSourceLike,
  EventSourceOptions,
} from './managers/streams/eventSource'
export type { LiveCalls } from './endpoint/contract'
export type { LiveWrites } from './managers/streams/MessageQueue'
export type { LiveOption, StreamOptions, StreamUrl } from './managers/streams/stream'
export type { WebSocketClass, WebSocketLike, WebSocketOptions } from './managers/streams/webSocket'
