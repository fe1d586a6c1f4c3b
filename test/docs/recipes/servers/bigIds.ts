import { Collection, Entity, RestEndpoint, type RestGenerics } from 'rtk-rest'
import { API } from '../api'

/** Ids of more than 15 digits as texts: `{ "id": 9007199254740993 }` is read as `{ id: '9007199254740993' }`. */
export class BigIdEndpoint<O extends RestGenerics> extends RestEndpoint<O> {
  override async parseResponse(response: Response): Promise<unknown> {
    const text = await response.text()
    if (text === '') return null // 204 has no body
    return JSON.parse(text.replace(/("(?:id|\w+Id)":\s*)(\d{16,})/g, '$1"$2"')) as unknown
  }
}

class Post extends Entity {
  id = ''
  authorId = ''
  static override key = 'Post'
}

export const getPosts = new BigIdEndpoint({
  urlPrefix: API,
  path: '/posts',
  schema: new Collection([Post]),
})
