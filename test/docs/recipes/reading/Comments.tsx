import { Collection, Entity, pages, RestEndpoint } from 'rtk-rest'
import { useController, useLoading, useSuspense } from 'rtk-rest/react'
import { API } from '../api'

const PAGE_SIZE = 10

export class Comment extends Entity {
  id = ''
  text = ''
  static override key = 'Comment'
}

/** `GET /comments?photo=7&page=2` responds with `{ "items": [ … ], "total": 25 }`; without a `page`, with the first one. */
export const getComments = new RestEndpoint({
  urlPrefix: API,
  path: '/comments',
  searchParams: {} as { readonly photo: string },
  schema: { items: new Collection([Comment]), total: 0 },
  paginationField: [pages, 'page'],
})

export function Comments({ photo }: { readonly photo: string }) {
  const controller = useController()
  const { items, total } = useSuspense(getComments, { photo })
  const page = Math.floor(items.length / PAGE_SIZE) + 1 // the first page that is not complete here
  const [loadMore, isLoading, error] = useLoading(
    () => controller.fetch(getComments.getPage, { photo, page }),
    [photo, page],
  )
  return (
    <>
      <ul aria-busy={isLoading}>
        {items.map(({ id, text }) => (
          <li key={id}>{text}</li>
        ))}
      </ul>
      {error && <p role="alert">Not loaded.</p>}
      {items.length < total && (
        <button disabled={isLoading} onClick={() => void loadMore()}>
          Load more
        </button>
      )}
    </>
  )
}
