import { useSuspense } from 'rtk-rest/react'
import { acmeResource, useStatus } from './generic'
import { Author, getStats, PostResource } from './index'

const AuthorResource = acmeResource('/authors/:id', Author)

export function AuthorPage({ id }: { readonly id: string }) {
  const status = useStatus(getStats, { id })
  const author = useSuspense(AuthorResource.get, { id })
  const posts = useSuspense(PostResource.getList, { author: id })
  return (
    <p>
      {author.name}: {posts.map(({ title }) => title).join(', ')} ({status})
    </p>
  )
}
