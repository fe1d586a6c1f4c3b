import { Entity, resource, RestEndpoint, type RestGenerics, type RunContext } from 'rtk-rest'
import { API } from '../api'

export class RenamingEndpoint<O extends RestGenerics = any> extends RestEndpoint<O> {
  override process(value: unknown): unknown {
    return renameKey(value, 'user_name', 'name')
  }

  override getRequestInit(body: unknown, context: RunContext): RequestInit | Promise<RequestInit> {
    return super.getRequestInit(renameKey(body, 'name', 'user_name'), context)
  }
}

/** Renames a key of an object, or of each object in a list. Other values stay unchanged. */
function renameKey(value: unknown, from: string, to: string): unknown {
  if (Array.isArray(value)) return value.map((item) => renameKey(item, from, to))
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, from)) return value
  const { [from]: moved, ...others } = value as Record<string, unknown>
  return { ...others, [to]: moved }
}

class User extends Entity {
  id = ''
  name = ''
  email = ''
  static override key = 'User'
}

export const UserResource = resource({
  urlPrefix: API,
  path: '/users/:id',
  schema: User,
  Endpoint: RenamingEndpoint,
})
