import { camelCase, snakeCase } from 'change-case/keys'
import { Entity, resource, RestEndpoint, type RestGenerics, type RunContext } from 'rtk-rest'
import { API } from '../api'

export class SnakeEndpoint<O extends RestGenerics = any> extends RestEndpoint<O> {
  override getRequestInit(body: unknown, context: RunContext): RequestInit | Promise<RequestInit> {
    return super.getRequestInit(isJson(body) ? snakeJson(body) : body, context)
  }

  override searchToString(params: Record<string, unknown>): string {
    return super.searchToString(snakeCase(params) as Record<string, unknown>)
  }

  override process(value: unknown): unknown {
    return camelCase(value, Infinity)
  }
}

/** Objects and lists; not FormData, files, text and other bodies that are sent unchanged. */
function isJson(body: unknown): boolean {
  return Array.isArray(body) || Object.prototype.toString.call(body) === '[object Object]'
}

/** Serializes first: a Date, or another object with `toJSON`, has no keys to convert. */
function snakeJson(body: unknown): unknown {
  return snakeCase(JSON.parse(JSON.stringify(body)), Infinity)
}

class Member extends Entity {
  id = ''
  firstName = ''
  homeAddress = { postalCode: '' }
  pastRoles: readonly { readonly roleName: string }[] = []
  static override key = 'Member'
}

export const MemberResource = resource({
  urlPrefix: API,
  path: '/members/:id',
  schema: Member,
  Endpoint: SnakeEndpoint,
})
