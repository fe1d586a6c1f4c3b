export { persistence } from './managers/persistence'
