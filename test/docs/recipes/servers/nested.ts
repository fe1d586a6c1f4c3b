import { Entity, resource } from 'rtk-rest'
import { API } from '../api'

class Comment extends Entity {
  id = ''
  postId = ''
  text = ''
  static override key = 'Comment'
}

/** `/posts/7/comments` and `/posts/7/comments/3` */
export const CommentResource = resource({
  urlPrefix: API,
  path: '/posts/:postId/comments/:id',
  schema: Comment,
})

/** `{ "number": 1, "text": "…" }`: the number is unique within one post, and the response does not name the post. */
class Revision extends Entity {
  postId = ''
  number = 0
  text = ''
  static override key = 'Revision'

  override pk(): string {
    return `${this.postId}/${this.number}`
  }

  static override process(
    input: object,
    _parent: unknown,
    _key: string,
    [params]: readonly [{ readonly postId: string }],
  ) {
    return { ...input, postId: params.postId }
  }
}

export const RevisionResource = resource({
  urlPrefix: API,
  path: '/posts/:postId/revisions/:number',
  schema: Revision,
})
