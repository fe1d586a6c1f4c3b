import { useMutation, useSuspense } from 'rtk-rest/react'
import { goTo } from './address'
import {
  ArticleResource,
  type ArticleSummary,
  favorite,
  type ListParams,
  unfavorite,
} from '../../docs/recipes/servers/conduit'
import { useUsername } from '../../docs/recipes/servers/session'

export const PAGE_SIZE = 5

interface ArticlesProps {
  readonly isFeed?: boolean
  readonly params: ListParams
  /** The address of the page that begins at an offset. */
  addressOf(offset: number): string
}

/** One page of a list of articles. */
export function Articles({ isFeed = false, params, addressOf }: ArticlesProps) {
  const { getList, getFeed } = ArticleResource
  const { articles, articlesCount } = useSuspense(isFeed ? getFeed : getList, params)
  const offsets = Array.from({ length: Math.ceil(articlesCount / PAGE_SIZE) }, (_, page) => {
    return page * PAGE_SIZE
  })
  return (
    <>
      <ul>
        {articles.map((article) => (
          <Preview key={article.slug} article={article} />
        ))}
      </ul>
      <p data-item="total">
        <span data-field="count">{articlesCount}</span> articles
      </p>
      <nav aria-label="Pages">
        {offsets.map((offset, page) => (
          <a key={offset} href={addressOf(offset)}>
            {page + 1}
          </a>
        ))}
      </nav>
    </>
  )
}

function Preview({ article }: { readonly article: ArticleSummary }) {
  const { slug, title, description, tagList, author } = article
  return (
    <li data-item="article">
      <a href={`#/articles/${slug}`} data-field="title">
        {title}
      </a>
      <p data-field="description">{description}</p>
      <a href={`#/profiles/${author.username}`} data-field="author">
        {author.username}
      </a>
      <FavoriteButton article={article} />
      <span data-field="tags">{tagList.join(', ')}</span>
    </li>
  )
}

export function FavoriteButton({ article }: { readonly article: ArticleSummary }) {
  const { slug, title, favorited, favoritesCount } = article
  const username = useUsername()
  const [run] = useMutation(favorited ? unfavorite : favorite)
  return (
    <button
      aria-label={`Favorite ${title}`}
      aria-pressed={favorited}
      data-field="favorites"
      onClick={() => (username === '' ? goTo('#/sign-in') : void run({ slug }))}
    >
      {favoritesCount}
    </button>
  )
}
