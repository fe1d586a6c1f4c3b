import type { SyntheticEvent } from 'react'
import { Entity, resource } from 'rtk-rest'
import { useDLE, useMutation } from 'rtk-rest/react'
import { API } from '../api'

/** Lists have no text: `GET /articles` responds with `[{ "id": "1", "title": "Tea" }]`. */
class ArticleSummary extends Entity {
  id = ''
  title = ''
  static override key = 'Article'
}

class Article extends ArticleSummary {
  text = ''
}

export const ArticleResource = resource({
  urlPrefix: API,
  path: '/articles/:id',
  schema: Article,
  summary: ArticleSummary,
})

export function EditArticle({ id }: { readonly id: string }) {
  const { data: article, isPartial, error, refetchError } = useDLE(ArticleResource.get, { id })
  if (error || (isPartial && refetchError)) return <p role="alert">Not loaded.</p>
  if (article === undefined || isPartial) return <p>Loading …</p>
  return <ArticleForm key={id} article={article} />
}

function ArticleForm({ article }: { readonly article: Article }) {
  const [save, { isLoading }] = useMutation(ArticleResource.partialUpdate)
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault()
    const text = new FormData(event.currentTarget).get('text') as string
    void save({ id: article.id }, { text })
  }
  return (
    <form onSubmit={submit}>
      <textarea name="text" aria-label="Text" defaultValue={article.text} />
      <button disabled={isLoading}>Save</button>
    </form>
  )
}
