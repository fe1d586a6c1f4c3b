export { garbage } from './managers/garbage'
