export { rest, store } from '../step2/store'
