import { useFormStatus } from 'react-dom'
import { useMutation } from 'rtk-rest/react'
import { UserResource } from './EmailForm'

export function NewUserForm() {
  const [create, { error }] = useMutation(UserResource.create)
  return (
    <form action={create}>
      <input name="email" aria-label="Email of the new user" />
      {error && <p role="alert">{error.data?.errors['email'] ?? 'Not created.'}</p>}
      <Submit />
    </form>
  )
}

function Submit() {
  return <button disabled={useFormStatus().pending}>Create</button>
}
