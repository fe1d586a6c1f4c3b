export { garbage } from './managers/garbage/garbage'
export type { GarbageOptions } from './managers/garbage/garbage'
