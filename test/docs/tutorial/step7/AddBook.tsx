import { useMutation } from 'rtk-rest/react'
import { BookResource } from './books'

export function AddBook() {
  const [add, { isLoading, error }] = useMutation(BookResource.create)
  // The server says why: { "errors": { "title": "A book needs a title." } }
  const data = error?.data as { readonly errors?: { readonly title?: string } } | undefined
  const submit = async (form: HTMLFormElement) => {
    const title = new FormData(form).get('title') as string
    try {
      await add({ title, isRead: false }).unwrap()
      form.reset()
    } catch {
      // `error` has the reason, and the field keeps its text
    }
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void submit(event.currentTarget)
      }}
    >
      <input name="title" aria-label="Title" />
      <button disabled={isLoading}>Add</button>
      {error && <p role="alert">{data?.errors?.title ?? 'Not added.'}</p>}
    </form>
  )
}
