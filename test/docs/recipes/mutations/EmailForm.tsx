import type { SyntheticEvent } from 'react'
import { Entity, resource } from 'rtk-rest'
import { useMutation } from 'rtk-rest/react'
import { z } from 'zod'
import { API } from '../api'

class User extends Entity {
  id = ''
  email = ''
  static override key = 'User'
}

export const UserResource = resource({
  urlPrefix: API,
  path: '/users/:id',
  schema: User,
  // The body of a response with status 422: { "errors": { "email": "is taken" } }.
  errorSchema: z.object({ errors: z.record(z.string(), z.string()) }),
})

export function EmailForm({ id }: { readonly id: string }) {
  const [save, { isLoading, isSuccess, error }] = useMutation(UserResource.partialUpdate)
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault()
    const email = new FormData(event.currentTarget).get('email') as string
    void save({ id }, { email })
  }
  const emailError = error?.data?.errors['email']
  return (
    <form onSubmit={submit}>
      <input name="email" aria-label="Email" aria-invalid={emailError !== undefined} />
      {emailError && <p role="alert">Email {emailError}</p>}
      {error && !error.data && <p role="alert">Not saved.</p>}
      <button disabled={isLoading}>{isLoading ? 'Saving …' : 'Save'}</button>
      {isSuccess && <p role="status">Saved.</p>}
    </form>
  )
}
