import { http, HttpResponse, type JsonBodyType } from 'msw'
import {
  Collection,
  Entity,
  Invalidate,
  resource,
  RestEndpoint,
  type Schema,
  Union,
} from 'rtk-rest'
import { describe, expect, it, vi } from 'vitest'
import { API, server } from '../support/server'
import { createStore, type User as UserEntity, User } from '../support/world'

class Tag extends Entity {
  id = ''
  label = ''
  static override key = 'Tag'
  static override process(input: { label?: string; text?: string }) {
    const { text, ...rest } = input
    return { ...rest, ...(text !== undefined && { label: text }) }
  }
}

class Comment extends Entity {
  id = ''
  text = ''
  likes = 0
  author: UserEntity | undefined = undefined
  tags: readonly Tag[] = []
  about: UserEntity | Tag | undefined = undefined
  replies: readonly Comment[] = []
  static override key = 'Comment'
  static override schema: Record<string, Schema> = {
    author: User,
    tags: [Tag],
    about: new Union({ user: User, tag: Tag }, 'kind'),
  }
}
Comment.schema = {
  ...Comment.schema,
  replies: new Collection([Comment], { nestKey: ({ id }: Comment) => ({ id }) }),
}

const CommentResource = resource({ path: '/comments/:id', urlPrefix: API, schema: Comment })
const ada = { id: '1', name: 'Ada' }
const known = { id: '5', text: 'Hello', likes: 3, author: ada, tags: [{ id: 't', text: 'old' }] }

/** A store with a comment, and a server that responds to its deletion. */
function respondWith(response: JsonBodyType | undefined) {
  server.use(
    http.delete(`${API}/comments/:id`, () =>
      response === undefined
        ? new HttpResponse(null, { status: 204 })
        : HttpResponse.json(response),
    ),
  )
  const made = createStore()
  made.controller.set(Comment, {}, known)
  return made
}

describe('a delete resolves to the last known entity', () => {
  it.each<[what: string, response: JsonBodyType | undefined]>([
    ['nothing', undefined],
    ['a message object', { ok: true }],
    ['an empty object', {}],
    ['the primary key', '5'],
    ['an object with the same field names', { text: 'deleted', likes: 1, author: null }],
    ['the entity', { id: '5', text: 'Bye', author: { id: '1', name: 'Ada Lovelace' } }],
    ['the entity with what does not fit its schema', { id: '5', tags: 'none', author: { a: 1 } }],
  ])('if the response is %s', async (_, response) => {
    const { controller } = respondWith(response)
    const before = controller.get(Comment, '5')
    const comment = await controller.fetch(CommentResource.delete, { id: '5' })
    expect(comment).toEqual(before)
    expect(comment).not.toHaveProperty('ok')
    expect(controller.get(Comment, '5')).toBeUndefined()
    expect(controller.get(User, '1')).toMatchObject(ada)
  })

  it('or to undefined if the entity was not stored', async () => {
    const { controller } = respondWith({ id: '7', text: 'Bye', author: ada })
    expect(await controller.fetch(CommentResource.delete, { id: '7' })).toBeUndefined()
  })

  it('if the path has one part of its primary key', async () => {
    class Vote extends Entity {
      comment = ''
      user = ''
      stars = 0
      static override key = 'Vote'
      override pk() {
        return this.comment && this.user && `${this.comment}/${this.user}`
      }
    }
    server.use(http.delete(`${API}/votes/:comment`, () => HttpResponse.json({ user: '1', ok: 1 })))
    const remove = new RestEndpoint({
      path: '/votes/:comment',
      urlPrefix: API,
      method: 'DELETE',
      schema: new Invalidate(Vote),
    })
    const { controller } = createStore()
    controller.set(Vote, {}, { comment: '5', user: '1', stars: 4 })
    const vote = await controller.fetch(remove, { comment: '5' })
    expect(vote).toEqual(Vote.fromJS({ comment: '5', user: '1', stars: 4 }))
  })

  it('and ignores the fields of the request body', async () => {
    server.use(http.delete(`${API}/comments`, () => new HttpResponse(null, { status: 204 })))
    const deleteMany = new RestEndpoint({
      path: '/comments',
      urlPrefix: API,
      method: 'DELETE',
      body: [] as object[],
      schema: [new Invalidate(Comment)],
    })
    const { controller } = respondWith(undefined)
    const [comment] = await controller.fetch(deleteMany, [{ id: '5', text: 'spam', why: 'rude' }])
    expect(comment).toMatchObject({ text: 'Hello', author: ada })
    expect(comment).not.toHaveProperty('why')
  })

  it('calls `pk` with the parent that the entity has in the response', async () => {
    class Place extends Entity {
      id = ''
      room = ''
      text = ''
      static override key = 'Placed'
      static override pk(input: { id?: string; room?: string }, parent?: { room?: string }) {
        return `${parent?.room ?? input.room}/${input.id}`
      }
    }
    const response = { room: 'r', gone: { id: '1', text: 'Bye' } }
    server.use(http.delete(`${API}/places/1`, () => HttpResponse.json(response)))
    const { controller } = createStore()
    controller.set(Place, {}, { id: '1', room: 'r', text: 'Hello' })
    const remove = new RestEndpoint({
      path: '/places/:id',
      urlPrefix: API,
      method: 'DELETE',
      schema: { room: '', gone: new Invalidate(Place) },
    })
    expect((await controller.fetch(remove, { id: '1' })).gone?.text).toBe('Hello')
  })
})

describe('a delete whose response cannot be read', () => {
  it.each([
    ['an HTML page', '<!doctype html><p>The app', 'text/html'],
    ['invalid JSON', '{"ok":', 'application/json'],
    ['another primary key', '{"id":"7"}', 'application/json'],
  ])('deletes the entity of the path: %s', async (_, body, type) => {
    const { controller } = createStore()
    controller.set([Comment], [known, { ...known, id: '7' }])
    server.use(
      http.delete(
        `${API}/comments/5`,
        () => new HttpResponse(body, { headers: { 'content-type': type } }),
      ),
    )
    const comment = await controller.fetch(CommentResource.delete, { id: '5' })
    expect(comment).toMatchObject({ id: '5', text: 'Hello' })
    expect(controller.get(Comment, '5')).toBeUndefined()
    expect(controller.get(Comment, '7')).toBeDefined()
    vi.mocked(console.warn).mockClear()
  })

  it('deletes nothing if it was redirected: the page may be one to sign in', async () => {
    const { controller } = createStore()
    controller.set(Comment, {}, known)
    server.use(
      http.delete(`${API}/comments/5`, () => HttpResponse.redirect(`${API}/sign-in`, 303)),
      http.get(`${API}/sign-in`, () => HttpResponse.html('<!doctype html><p>Sign in')),
    )
    const deletion = controller.fetch(CommentResource.delete, { id: '5' })
    await expect(deletion).rejects.toThrow('Expected JSON')
    expect(controller.get(Comment, '5')).toBeDefined()
  })
})
