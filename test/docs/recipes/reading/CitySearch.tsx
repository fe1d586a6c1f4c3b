import { useState } from 'react'
import { Entity, RestEndpoint } from 'rtk-rest'
import { AsyncBoundary, useDebounce, useSuspense } from 'rtk-rest/react'
import { API } from '../api'

class City extends Entity {
  id = ''
  name = ''
  static override key = 'City'
}

/** `GET /cities?q=ber` */
export const searchCities = new RestEndpoint({
  urlPrefix: API,
  path: '/cities',
  searchParams: {} as { readonly q: string },
  schema: [City],
})

export function CitySearch() {
  const [text, setText] = useState('')
  const [query, isPending] = useDebounce(text.trim(), 300)
  return (
    <>
      <input
        type="search"
        aria-label="City"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <section aria-busy={isPending || query !== text.trim()}>
        <AsyncBoundary fallback="Searching …">
          <Cities query={query} />
        </AsyncBoundary>
      </section>
    </>
  )
}

function Cities({ query }: { readonly query: string }) {
  const cities = useSuspense(searchCities, query === '' ? null : { q: query })
  if (cities === undefined) return <p>Type a name.</p>
  if (cities.length === 0) return <p>There is no {query}.</p>
  return cities.map(({ id, name }) => <p key={id}>{name}</p>)
}
