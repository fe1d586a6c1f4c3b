import { setupServer } from 'msw/node'

/** Where the server of the tests is. */
export const API = 'http://api.test'

/** The server of the tests: each test sets its responses with `server.use`. */
export const server = setupServer()
