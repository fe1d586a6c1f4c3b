import { useMutation } from 'rtk-rest/react'
import { BookResource } from './books'

export function AddBook() {
  const [add, { isLoading, error }] = useMutation(BookResource.create)
  // The server says why: { "errors": { "title": "A book needs a title." } }
  const data = error?.data as { readonly errors?: { readonly title?: string } } | undefined
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        const form = event.currentTarget
        const title = new FormData(form).get('title') as string
        void add({ title, isRead: false })
          .unwrap()
          .then(
            () => form.reset(),
            () => undefined, // `error` shows it, and the text stays
          )
      }}
    >
      <input name="title" aria-label="Title" />
      <button disabled={isLoading}>Add</button>
      {error && <p role="alert">{data?.errors?.title ?? 'Not added.'}</p>}
    </form>
  )
}
