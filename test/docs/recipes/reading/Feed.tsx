import { Collection, Entity, pages, RestEndpoint } from 'rtk-rest'
import { useController, useLoading, useSuspense } from 'rtk-rest/react'
import { API } from '../api'

class Photo extends Entity {
  id = ''
  title = ''
  static override key = 'Photo'
}

/** `GET /photos?album=sea&cursor=b` responds with `{ "photos": [ … ], "next": "c" }`, the last page with `"next": ""`. */
export const getPhotos = new RestEndpoint({
  urlPrefix: API,
  path: '/photos',
  searchParams: {} as { readonly album: string },
  schema: { photos: new Collection([Photo]), next: '' },
  paginationField: [pages, 'cursor'],
})

/** The list so far, and what loads the next page; `undefined` where there is none. */
export function usePhotos(album: string) {
  const controller = useController()
  const { photos, next } = useSuspense(getPhotos, { album })
  const [loadMore, isLoading, error] = useLoading(
    () => controller.fetch(getPhotos.getPage, { album, cursor: next }),
    [album, next],
  )
  return { photos, loadMore: next === '' ? undefined : loadMore, isLoading, error }
}

export function Album({ album }: { readonly album: string }) {
  const { photos, loadMore, isLoading, error } = usePhotos(album)
  return (
    <>
      <ul aria-busy={isLoading}>
        {photos.map(({ id, title }) => (
          <li key={id}>{title}</li>
        ))}
      </ul>
      {error && <p role="alert">Not loaded.</p>}
      {loadMore && (
        <button disabled={isLoading} onClick={() => void loadMore()}>
          Load more
        </button>
      )}
    </>
  )
}
