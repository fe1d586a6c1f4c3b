import { Entity, resource } from 'rtk-rest'
import { useQuery, useSuspense } from 'rtk-rest/react'

class User extends Entity {
  id = ''
  name = ''
  static override key = 'User'
}

const UserResource = resource({
  urlPrefix: 'https://api.example.com',
  path: '/users/:id',
  schema: User,
})

export function UserName({ id }: { readonly id: string }) {
  return <b>{useSuspense(UserResource.get, { id }).name}</b> // fetches
}

export function StoredUserName({ id }: { readonly id: string }) {
  return <b>{useQuery(User, { id })?.name ?? 'not stored'}</b> // never fetches
}
