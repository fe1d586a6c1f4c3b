import { Collection, counted, Entity, pages, RestEndpoint } from 'rtk-rest'
import { useController, useLoading, useSuspense } from 'rtk-rest/react'
import { API } from '../api'

export class Comment extends Entity {
  id = ''
  text = ''
  static override key = 'Comment'
}

const PAGE_SIZE = 10

/** `GET /comments?photo=7&page=2` responds with `{ "items": [ … ], "total": 25 }`; without a `page`, with the first one. */
export const getComments = new RestEndpoint({
  urlPrefix: API,
  path: '/comments',
  searchParams: {} as { readonly photo: string },
  schema: { items: new Collection([Comment]), total: counted },
  paginationField: [pages, 'page'],
})

/** The comments so far, and what loads the next page. */
export function useComments(photo: string) {
  const controller = useController()
  const { items, total } = useSuspense(getComments, { photo })
  const page = Math.floor(items.length / PAGE_SIZE) + 1 // the first page that is not complete here
  const [loadMore, isLoading, error] = useLoading(
    () => controller.fetch(getComments.getPage, { photo, page }),
    [photo, page],
  )
  return { items, loadMore: items.length < total ? loadMore : undefined, isLoading, error }
}

export function Comments({ photo }: { readonly photo: string }) {
  const { items, loadMore, isLoading } = useComments(photo)
  return (
    <>
      <ul aria-busy={isLoading}>
        {items.map(({ id, text }) => (
          <li key={id}>{text}</li>
        ))}
      </ul>
      {loadMore && <button onClick={() => void loadMore()}>Load more</button>}
    </>
  )
}
