import { Entity, resource } from 'rtk-rest'

/** Next.js writes the value in its place, in this form alone. */
declare const process: { readonly env: { readonly NEXT_PUBLIC_API: string } }

export class User extends Entity {
  id = ''
  name = ''
  static override key = 'User'
}

export const UserResource = resource({
  urlPrefix: process.env.NEXT_PUBLIC_API,
  path: '/users/:id',
  schema: User,
})
