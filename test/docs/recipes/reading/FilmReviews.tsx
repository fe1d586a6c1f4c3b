import { use } from 'react'
import { useFetch } from 'rtk-rest/react'
import { FilmResource, getReviews } from './Films'

export function FilmReviews({ id }: { readonly id: string }) {
  const film = useFetch(FilmResource.get, { id })
  const reviews = useFetch(getReviews, { id })
  return (
    <h1>
      {use(film).title}, {use(reviews).length} reviews
    </h1>
  )
}
