import { Entity, RestEndpoint } from 'rtk-rest'
import { sendJson, startServer } from '../startServer'

/** One member of an endpoint: its default, what it does, and the proof. */
export type Row = readonly [
  member: string,
  theDefault: string,
  behaviour: string,
  check: () => unknown,
]

export class User extends Entity {
  id = ''
  static override key = 'User'
}

export const server = startServer()

/** An endpoint of the server of the tests. */
export const make = (options: object = {}, path = '/users/:id'): RestEndpoint =>
  new RestEndpoint({ path, urlPrefix: server.url, ...options })

/** Responds to everything with this JSON. */
export function respondWith(value: unknown, status = 200): void {
  server.respond((_, response) => sendJson(response, value, status))
}
