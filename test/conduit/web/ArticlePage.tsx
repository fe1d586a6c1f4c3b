import { useDLE, useMutation } from 'rtk-rest/react'
import { goTo } from './address'
import { FavoriteButton } from './Articles'
import { Comments } from './Comments'
import { FollowButton } from './FollowButton'
import { type Article, ArticleResource } from '../../docs/recipes/servers/conduit'
import { useUsername } from '../../docs/recipes/servers/session'

/** An article with its comments. Its title is there at once, where a list has brought it. */
export function ArticlePage({ slug }: { readonly slug: string }) {
  const { data: article, isPartial, error } = useDLE(ArticleResource.get, { slug })
  const username = useUsername()
  if (error) return <p role="alert">There is no such article.</p>
  if (article === undefined) return 'Loading ...'
  return (
    <>
      <article data-item="article">
        <h1 data-field="title">{article.title}</h1>
        <p data-field="description">{article.description}</p>
        {isPartial ? <p>Loading the text ...</p> : <p data-field="body">{article.body}</p>}
        <a href={`#/profiles/${article.author.username}`} data-field="author">
          {article.author.username}
        </a>
        <FavoriteButton article={article} />
        <span data-field="tags">{article.tagList.join(', ')}</span>
        {username === article.author.username && <OwnButtons article={article} />}
        <FollowButton profile={article.author} />
      </article>
      <Comments slug={slug} />
    </>
  )
}

function OwnButtons({ article: { slug } }: { readonly article: Article }) {
  const [remove, { isLoading, error }] = useMutation(ArticleResource.delete)
  const removeAndLeave = async () => {
    try {
      await remove({ slug }).unwrap()
      goTo('#/')
    } catch {
      // `error` shows it.
    }
  }
  return (
    <>
      <a href={`#/editor/${slug}`}>Edit</a>
      <button disabled={isLoading} onClick={() => void removeAndLeave()}>
        Delete article
      </button>
      {error && <p role="alert">Not deleted.</p>}
    </>
  )
}
