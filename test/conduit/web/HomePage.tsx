import { useSuspense } from 'rtk-rest/react'
import { Articles, PAGE_SIZE } from './Articles'
import { getTags } from '../../docs/recipes/servers/conduit'

interface HomeProps {
  readonly isFeed: boolean
  readonly tag: string | undefined
  readonly offset: number
}

/** The newest articles: all, those of a tag, or those of the authors that the user follows. */
export function HomePage({ isFeed, tag, offset }: HomeProps) {
  const address = isFeed ? '#/feed' : '#/'
  return (
    <>
      <Articles
        isFeed={isFeed}
        params={{ ...(tag !== undefined && { tag }), limit: PAGE_SIZE, offset }}
        addressOf={(start) => `${address}?${tag === undefined ? '' : `tag=${tag}&`}offset=${start}`}
      />
      <Tags />
    </>
  )
}

function Tags() {
  const tags = useSuspense(getTags)
  return tags.map((tag) => (
    <p key={tag} data-item="tag">
      <a href={`#/?tag=${tag}`} data-field="name">
        {tag}
      </a>
    </p>
  ))
}
