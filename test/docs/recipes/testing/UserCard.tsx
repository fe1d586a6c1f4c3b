import { Entity, resource } from 'rtk-rest'
import { useMutation, useSuspense } from 'rtk-rest/react'
import { API } from '../api'

class User extends Entity {
  id = ''
  name = ''
  static override key = 'User'
}

export const UserResource = resource({ urlPrefix: API, path: '/users/:id', schema: User })

export function UserCard({ id }: { readonly id: string }) {
  const user = useSuspense(UserResource.get, { id })
  const [rename, { error }] = useMutation(UserResource.partialUpdate)
  return (
    <article>
      <h2>{user.name}</h2>
      <button onClick={() => void rename({ id }, { name: 'Grace' })}>Rename</button>
      {error && <p role="alert">Not renamed.</p>}
    </article>
  )
}
