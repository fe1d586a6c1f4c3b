import { type SyntheticEvent, useState } from 'react'
import { Entity, resource } from 'rtk-rest'
import { useMutation, useSuspense } from 'rtk-rest/react'
import { API } from '../api'

class User extends Entity {
  id = ''
  name = ''
  age = 0
  isAdmin = false
  static override key = 'User'
}

export const UserResource = resource({ urlPrefix: API, path: '/users/:id', schema: User })

export function Profile({ id }: { readonly id: string }) {
  const user = useSuspense(UserResource.get, { id })
  const [isEditing, setEditing] = useState(false)
  if (isEditing) return <ProfileForm key={id} user={user} onClose={() => setEditing(false)} />
  return (
    <>
      <h1>{user.name}</h1>
      <button onClick={() => setEditing(true)}>Edit</button>
      <AdminButton user={user} />
    </>
  )
}

interface FormProps {
  readonly user: User
  onClose(): void
}

function ProfileForm({ user, onClose }: FormProps) {
  const [save, { isLoading, error }] = useMutation(UserResource.partialUpdate)
  const submit = async (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault()
    const fields = new FormData(event.currentTarget)
    const body = { name: fields.get('name') as string, age: Number(fields.get('age')) }
    try {
      await save({ id: user.id }, body).unwrap()
      onClose()
    } catch {
      // `error` shows it, and the form stays open.
    }
  }
  return (
    <form onSubmit={(event) => void submit(event)}>
      <input name="name" aria-label="Name" defaultValue={user.name} required />
      <input name="age" aria-label="Age" defaultValue={user.age} type="number" />
      {error && <p role="alert">Not saved.</p>}
      <button disabled={isLoading}>{isLoading ? 'Saving …' : 'Save'}</button>
      <button type="button" onClick={onClose}>
        Cancel
      </button>
    </form>
  )
}

function AdminButton({ user }: { readonly user: User }) {
  const [save, { isLoading, error }] = useMutation(UserResource.partialUpdate)
  return (
    <>
      <button
        aria-pressed={user.isAdmin}
        disabled={isLoading}
        onClick={() => void save({ id: user.id }, { isAdmin: !user.isAdmin })}
      >
        Admin
      </button>
      {error && <p role="alert">Not changed.</p>}
    </>
  )
}
