import { Entity, resource, RestEndpoint } from 'rtk-rest'
import { API } from '../api'
import { controller } from '../store'

class User extends Entity {
  id = ''
  name = ''
  team = ''
  avatarUrl = ''
  static override key = 'User'
}

export const UserResource = resource({ urlPrefix: API, path: '/users/:id', schema: User })

/** A form: fields and files. */
export async function createUser(name: string, avatar: File): Promise<User> {
  const form = new FormData()
  form.set('name', name)
  form.set('avatar', avatar)
  return controller.fetch(UserResource.create, form)
}

/** A file alone. */
export const putAvatar = new RestEndpoint({
  urlPrefix: API,
  path: '/users/:id/avatar',
  method: 'PUT',
  body: {} as Blob,
  schema: User,
})

/** One file with many users: like `move`, it adds each user to the lists that match its data. */
export const importUsers = UserResource.getList.move.extend({
  path: '/users/import',
  method: 'POST',
  body: {} as FormData,
  name: 'User.import',
})
