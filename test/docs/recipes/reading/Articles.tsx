import { useDeferredValue, useEffect, useState } from 'react'
import { Collection, Entity, resource } from 'rtk-rest'
import { AsyncBoundary, useMutation, useSuspense } from 'rtk-rest/react'
import { API } from '../api'

const PAGE_SIZE = 10

class Article extends Entity {
  id = ''
  title = ''
  static override key = 'Article'
}

/** `GET /articles?page=2` responds with `{ "items": [ … ], "total": 25 }`. */
export const ArticleResource = resource({
  urlPrefix: API,
  path: '/articles/:id',
  schema: Article,
}).extend('getList', {
  schema: { items: new Collection([Article]), total: 0 },
  searchParams: {} as { readonly page: number },
})

export function Articles() {
  const [page, setPage] = useState(1)
  const shownPage = useDeferredValue(page)
  return (
    <section aria-busy={shownPage !== page}>
      <AsyncBoundary fallback="Loading …">
        <ArticlePage page={shownPage} onOpen={setPage} />
      </AsyncBoundary>
    </section>
  )
}

interface PageProps {
  readonly page: number
  onOpen(page: number): void
}

function ArticlePage({ page, onOpen }: PageProps) {
  const { items, total } = useSuspense(ArticleResource.getList, { page })
  const [create] = useMutation(ArticleResource.create)
  const [remove] = useMutation(ArticleResource.delete)
  const lastPage = Math.max(1, Math.ceil(total / PAGE_SIZE))
  useEffect(() => {
    if (page > lastPage) onOpen(lastPage) // the only article of the last page is deleted
  }, [page, lastPage, onOpen])
  return (
    <>
      {items.map(({ id, title }) => (
        <p key={id}>
          {title} <button onClick={() => void remove({ id })}>Delete</button>
        </p>
      ))}
      <button onClick={() => void create({ title: 'New' })}>Add</button>
      <button disabled={page === 1} onClick={() => onOpen(page - 1)}>
        Previous
      </button>
      Page {page} of {lastPage}
      <button disabled={page >= lastPage} onClick={() => onOpen(page + 1)}>
        Next
      </button>
    </>
  )
}
