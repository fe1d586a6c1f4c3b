import { Collection, Entity, Invalidate, resource, RestEndpoint, Union } from 'rtk-rest'
import { API } from '../api'

class Post extends Entity {
  id = ''
  readonly type = 'post'
  static override key = 'Post'
}

class Comment extends Entity {
  id = ''
  readonly type = 'comment'
  static override key = 'Comment'
}

export const PostResource = resource({ urlPrefix: API, path: '/posts/:id', schema: Post }).extend(
  'deleteMany',
  { path: '/posts', method: 'DELETE', body: [] as string[], schema: [new Invalidate(Post)] },
)

// Members of two types: each contains its type.
const things = { post: Post, comment: Comment }

export const getFeed = new RestEndpoint({
  urlPrefix: API,
  path: '/feed',
  schema: new Collection([new Union(things, 'type')]),
})

export const deleteThings = new RestEndpoint({
  urlPrefix: API,
  path: '/feed',
  method: 'DELETE',
  body: [] as readonly { readonly id: string; readonly type: keyof typeof things }[],
  schema: [new Invalidate(things, 'type')],
})
