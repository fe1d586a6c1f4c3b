import { Collection, Entity, type Resource, resource, RestEndpoint } from 'rtk-rest'
import { API } from '../api'

export class Author extends Entity {
  id = ''
  name = ''
  static override key = 'acme/Author'
}

export class Post extends Entity {
  id = ''
  title = ''
  author: Author | undefined = undefined
  static override key = 'acme/Post'
  static override schema: { readonly author: typeof Author } = { author: Author }
}

interface PostOptions {
  readonly path: '/posts/:id'
  readonly schema: typeof Post
  readonly searchParams: { readonly author?: string }
}

export const PostResource: Resource<PostOptions> = resource({
  urlPrefix: API,
  path: '/posts/:id',
  schema: Post,
  searchParams: {},
})

export interface Stats {
  readonly posts: number
}

export const getStats: RestEndpoint<{
  readonly path: '/authors/:id/stats'
  process(value: Stats): Stats
}> = new RestEndpoint({
  urlPrefix: API,
  path: '/authors/:id/stats',
  process: (value: Stats) => value,
})

export const getLatest: RestEndpoint<{
  readonly path: '/posts/latest'
  readonly schema: { readonly items: Collection<readonly [typeof Post]>; readonly total: number }
}> = new RestEndpoint({
  urlPrefix: API,
  path: '/posts/latest',
  schema: { items: new Collection([Post]), total: 0 },
})
