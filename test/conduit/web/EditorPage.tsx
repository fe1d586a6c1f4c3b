import type { ReactNode, SyntheticEvent } from 'react'
import { useDLE, useMutation } from 'rtk-rest/react'
import { goTo } from './address'
import { messageOf } from './Comments'
import { Article, ArticleResource, type ArticleSummary } from '../../docs/recipes/servers/conduit'

export function NewArticlePage() {
  const [create, { isLoading, error }] = useMutation(ArticleResource.create)
  return (
    <ArticleForm
      article={Article.fromJS({})}
      isSaving={isLoading}
      onSave={(fields) => create(fields).unwrap()}
    >
      {error && <p role="alert">{messageOf(error.data?.errors)}</p>}
    </ArticleForm>
  )
}

export function EditorPage({ slug }: { readonly slug: string }) {
  const { data: article, isPartial, error: loadError } = useDLE(ArticleResource.get, { slug })
  const [update, { isLoading, error }] = useMutation(ArticleResource.update)
  if (loadError) return <p role="alert">There is no such article.</p>
  if (article === undefined || isPartial) return 'Loading ...'
  return (
    <ArticleForm
      article={article}
      isSaving={isLoading}
      onSave={(fields) => update({ slug }, fields).unwrap()}
    >
      {error && <p role="alert">{messageOf(error.data?.errors)}</p>}
    </ArticleForm>
  )
}

type Fields = Pick<Article, 'title' | 'description' | 'body' | 'tagList'>

interface FormProps {
  readonly article: Article
  readonly isSaving: boolean
  readonly children: ReactNode
  /** Resolves to the article as the server has stored it. */
  onSave(fields: Fields): Promise<ArticleSummary>
}

function ArticleForm({ article, isSaving, children, onSave }: FormProps) {
  const submit = async (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault()
    const fields = new FormData(event.currentTarget)
    const text = (name: string) => fields.get(name) as string
    try {
      const { slug } = await onSave({
        title: text('title'),
        description: text('description'),
        body: text('body'),
        tagList: text('tags').split(/\s+/).filter(Boolean),
      })
      goTo(`#/articles/${slug}`)
    } catch {
      // The error of the mutation is among the children, and the texts stay.
    }
  }
  return (
    <form onSubmit={(event) => void submit(event)}>
      <input name="title" aria-label="Title" defaultValue={article.title} />
      <input name="description" aria-label="Description" defaultValue={article.description} />
      <textarea name="body" aria-label="Text" defaultValue={article.body} />
      <input name="tags" aria-label="Tags" defaultValue={article.tagList.join(' ')} />
      <button disabled={isSaving}>Publish</button>
      {children}
    </form>
  )
}
