export { hydration } from './managers/hydration'
