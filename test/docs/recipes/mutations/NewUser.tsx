import type { SyntheticEvent } from 'react'
import { useMutation } from 'rtk-rest/react'
import { UserResource } from './Profile'

export function NewUser() {
  const [create, { data: created, isLoading, error }] = useMutation(UserResource.create)
  const submit = async (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget // React clears it when the handler returns
    const body = Object.fromEntries(new FormData(form)) as { readonly name: string }
    await create(body)
      .unwrap()
      .then(
        () => form.reset(),
        () => undefined,
      )
  }
  return (
    <form onSubmit={(event) => void submit(event)}>
      <input name="name" aria-label="Name of the new user" required />
      <button disabled={isLoading}>Create</button>
      {error && <p role="alert">Not created.</p>}
      {created && (
        <p role="status">
          {created.name} has the id {created.id}.
        </p>
      )}
    </form>
  )
}
