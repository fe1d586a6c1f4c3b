import { setupServer } from 'msw/node'

/** Where the server of the tests is. */
export const API = 'http://api.test'

/** The server of the tests: each test says with `server.use` what it answers. */
export const server = setupServer()
