import { Suspense, useState } from 'react'
import { Entity, resource, RestEndpoint } from 'rtk-rest'
import { useSuspense } from 'rtk-rest/react'
import { API } from '../api'
import { rest, store } from '../store'

class Film extends Entity {
  id = ''
  title = ''
  static override key = 'Film'
}

export const FilmResource = resource({ urlPrefix: API, path: '/films/:id', schema: Film })

export const getReviews = new RestEndpoint({
  urlPrefix: API,
  path: '/films/:id/reviews',
  process: (texts: readonly string[]) => texts,
})

/** Requests what the page of a film shows, unless it is fresh. Waits for nothing, and never throws. */
function prefetchFilm(id: string): void {
  store.dispatch(rest.fetchIfStale(FilmResource.get, { id }))
  store.dispatch(rest.fetchIfStale(getReviews, { id }))
}

export function Films({ ids }: { readonly ids: readonly string[] }) {
  const [openId, setOpenId] = useState<string>()
  if (openId !== undefined) {
    return (
      <Suspense fallback="Loading …">
        <FilmPage id={openId} />
      </Suspense>
    )
  }
  return ids.map((id) => (
    <button
      key={id}
      onPointerEnter={() => prefetchFilm(id)}
      onFocus={() => prefetchFilm(id)}
      onClick={() => setOpenId(id)}
    >
      Film {id}
    </button>
  ))
}

function FilmPage({ id }: { readonly id: string }) {
  const { title } = useSuspense(FilmResource.get, { id })
  const reviews = useSuspense(getReviews, { id })
  return (
    <h1>
      {title}, {reviews.length} reviews
    </h1>
  )
}
