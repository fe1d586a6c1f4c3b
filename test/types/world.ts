import { Collection, Entity, Invalidate, resource, RestEndpoint } from 'rtk-rest'

// What the type tests are about: users, and posts that have an author and comments.

export class User extends Entity {
  id = ''
  name = ''
  age = 0
  static override key = 'User'

  get initials(): string {
    return this.name.slice(0, 1)
  }
}

export class Comment extends Entity {
  id = ''
  text = ''
  static override key = 'Comment'
}

export class Post extends Entity {
  id = ''
  title = ''
  author = User.fromJS()
  comments: readonly Comment[] = []
  at = new Date(0)
  static override key = 'Post'
  static override schema = { author: User, comments: [Comment], at: Date }
}

export const UserResource = resource({ path: '/users/:id', schema: User })
export const PostResource = resource({
  path: '/:group/posts/:id',
  schema: Post,
  body: {} as { title: string },
  searchParams: {} as { page: number },
})

export const path = '/users/:id'
export const getUser = new RestEndpoint({ path, schema: User })
export const getUsers = new RestEndpoint({ path: '/users', schema: [User] })
export const getList = new RestEndpoint({ path: '/users', schema: new Collection([User]) })
export const getPage = new RestEndpoint({
  path: '/users',
  schema: { next: '', total: 0, users: new Collection([User]), first: User },
})
export const deleteUser = new RestEndpoint({
  path,
  method: 'DELETE',
  schema: new Invalidate(User),
})
export const getText = new RestEndpoint({ path: '/text', content: 'text' })
export const getAnything = new RestEndpoint({ path: '/anything' })
export const getName = new RestEndpoint({ path, process: (value: { name: string }) => value.name })
