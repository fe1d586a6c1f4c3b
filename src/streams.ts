export { webSocket } from './managers/streams'
