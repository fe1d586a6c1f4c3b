import { useMutation } from 'rtk-rest/react'
import { BookResource } from './books'

export function AddBook() {
  const [add, { isLoading, error }] = useMutation(BookResource.create)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        const form = event.currentTarget
        const title = new FormData(form).get('title') as string
        void add({ title, isRead: false }).then(() => form.reset())
      }}
    >
      <input name="title" aria-label="Title" />
      <button disabled={isLoading}>Add</button>
      {error && <p role="alert">{error.message}</p>}
    </form>
  )
}
