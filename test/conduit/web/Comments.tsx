import type { SyntheticEvent } from 'react'
import { useMutation, useSuspense } from 'rtk-rest/react'
import { CommentResource } from '../../docs/recipes/servers/conduit'
import { useUsername } from '../../docs/recipes/servers/session'

/** The comments of an article, the oldest first, and a form for a new one. */
export function Comments({ slug }: { readonly slug: string }) {
  const comments = useSuspense(CommentResource.getList, { slug })
  const [remove, { error }] = useMutation(CommentResource.delete)
  const username = useUsername()
  return (
    <>
      <ul aria-label="Comments">
        {comments.map(({ id, body, author }) => (
          <li key={id} data-item="comment">
            <span data-field="author">{author.username}</span>
            <p data-field="body">{body}</p>
            {author.username === username && (
              <button onClick={() => void remove({ slug, id })}>Delete comment</button>
            )}
          </li>
        ))}
      </ul>
      {error && <p role="alert">Not deleted.</p>}
      {username !== '' && <CommentForm slug={slug} />}
    </>
  )
}

function CommentForm({ slug }: { readonly slug: string }) {
  const [add, { isLoading, error }] = useMutation(CommentResource.create)
  const submit = async (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const body = new FormData(form).get('body') as string
    try {
      await add({ slug }, { body }).unwrap()
      form.reset()
    } catch {
      // `error` shows it, and the text stays.
    }
  }
  return (
    <form onSubmit={(event) => void submit(event)}>
      <textarea name="body" aria-label="Comment" />
      <button disabled={isLoading}>Post comment</button>
      {error && <p role="alert">{messageOf(error.data?.errors)}</p>}
    </form>
  )
}

/** The messages of a refused form: `title must be unique`. */
export function messageOf(errors: Readonly<Record<string, readonly string[]>> = {}): string {
  const lines = Object.entries(errors).map(([field, texts]) => `${field} ${texts.join(', ')}`)
  return lines.length > 0 ? lines.join('; ') : 'Not saved.'
}
