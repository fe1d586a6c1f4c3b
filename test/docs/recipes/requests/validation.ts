import { Entity, RestEndpoint } from 'rtk-rest'
import { z } from 'zod'
import { API } from '../api'

export class User extends Entity {
  id = ''
  name = ''
  age = 0
  static override key = 'User'
}

export const getUser = new RestEndpoint({
  urlPrefix: API,
  path: '/users/:id',
  schema: User,
  responseSchema: z.object({ id: z.string(), name: z.string().trim(), age: z.number().min(0) }),
})

export const createUser = new RestEndpoint({
  urlPrefix: API,
  path: '/users',
  method: 'POST',
  schema: User,
  bodySchema: z.object({ name: z.string().trim().min(1), age: z.number().int() }),
})
