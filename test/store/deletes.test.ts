import { http, HttpResponse, type JsonBodyType } from 'msw'
import {
  Collection,
  Entity,
  getRow,
  Invalidate,
  resource,
  RestEndpoint,
  type Schema,
  Union,
} from 'rtk-rest'
import { describe, expect, it } from 'vitest'
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

describe('a delete whose response is the entity resolves to an instance', () => {
  it('with its nested entities, none of which is stored', async () => {
    const { controller } = respondWith({
      id: '5',
      text: 'Bye',
      author: { id: '1', name: 'Ada Lovelace' },
      tags: [
        { id: 't', text: 'new' },
        { id: 'u', text: 'other' },
      ],
      about: { id: '9', kind: 'user', name: 'Bob' },
      replies: [{ id: '6', text: 'No', author: { id: '1', name: 'Ada Lovelace' } }],
    })
    const comment = await controller.fetch(CommentResource.delete, { id: '5' })
    expect(comment).toBeInstanceOf(Comment)
    expect(comment).toMatchObject({ id: '5', text: 'Bye', likes: 3 })
    expect(comment.author).toEqual(User.fromJS({ id: '1', name: 'Ada Lovelace' }))
    expect(comment.tags).toEqual([
      Tag.fromJS({ id: 't', label: 'new' }),
      Tag.fromJS({ id: 'u', label: 'other' }),
    ])
    expect(comment.about).toMatchObject({ id: '9', name: 'Bob' })
    expect(comment.about).toBeInstanceOf(User)
    expect(comment.replies).toMatchObject([{ id: '6', text: 'No', author: comment.author }])
    expect(controller.get(User, '1')).toMatchObject(ada)
    expect(controller.get(Tag, 't')).toMatchObject({ label: 'old' })
    expect([controller.get(User, '9'), controller.get(Comment, '6')]).toEqual([
      undefined,
      undefined,
    ])
    expect(controller.get(Comment, '5')).toBeUndefined()
  })

  it('even if the entity was not in the store', async () => {
    const { controller, store } = respondWith({ id: '7', text: 'Bye', author: ada })
    const comment = await controller.fetch(CommentResource.delete, { id: '7' })
    expect(comment).toMatchObject({ id: '7', text: 'Bye', author: ada })
    expect(getRow(store.getState().rest.entities['Comment'], '7')).toMatchObject({
      data: {},
      invalid: true,
    })
  })

  it('with stored entities in place of primary keys, and stored fields in place of absent ones', async () => {
    const { controller } = respondWith({ id: 5, author: '1', text: 'Bye' })
    const comment = await controller.fetch(CommentResource.delete, { id: '5' })
    expect(comment).toMatchObject({ text: 'Bye', likes: 3, author: ada, tags: [{ label: 'old' }] })
  })

  it.each([
    ['an entity without a primary key', { author: { name: 'Nobody' } }],
    ['no list', { tags: 'none' }],
    ['no entity of the union', { about: { id: '9', kind: 'robot' } }],
    ['a list with an element that is not an entity', { tags: [{ id: 'u', text: 'x' }, true] }],
  ])('with the stored relation if the response has %s', async (_, wrong) => {
    const { controller } = respondWith({ id: '5', text: 'Bye', ...wrong })
    const comment = await controller.fetch(CommentResource.delete, { id: '5' })
    expect(comment).toMatchObject({ text: 'Bye', author: ada, tags: [{ label: 'old' }] })
    expect(comment.about).toBeUndefined()
  })

  it('in a list', async () => {
    const { controller } = respondWith([{ id: '5', author: { id: '1', name: 'A' } }, '6'])
    const deleteMany = CommentResource.delete.extend({ schema: [new Invalidate(Comment)] })
    const comments = await controller.fetch(deleteMany as RestEndpoint, { id: '5' })
    expect(comments).toMatchObject([{ text: 'Hello', author: { name: 'A' } }])
  })

  it('in a long list in which no element fits the schema', async () => {
    const ids = Array.from({ length: 900 }, (_, at) => `${at}`)
    const response = ids.map((id) => ({ id, text: 'Bye', author: { team: { name: 'Nobody' } } }))
    const deleteMany = CommentResource.delete.extend({ schema: [new Invalidate(Comment)] })
    const { controller } = respondWith(response)
    const comments = await controller.fetch(deleteMany as RestEndpoint, { id: '5' })
    expect(comments).toHaveLength(900)
    expect(comments).toMatchObject(ids.map((id) => ({ id, text: 'Bye' })))
  })

  it('with the fields that `process` extracts from the response', async () => {
    class Wrapped extends Comment {
      static override key = 'Wrapped'
      static override process(input: { data?: object }) {
        return { ...(input.data ?? input) } as ReturnType<typeof Comment.process>
      }
    }
    const remove = CommentResource.delete.extend({ schema: new Invalidate(Wrapped) })
    const { controller } = respondWith({ data: { id: '5', text: 'Bye', author: ada } })
    const comment = await controller.fetch(remove, { id: '5' })
    expect(comment).toMatchObject({ id: '5', text: 'Bye', author: ada })
    expect(comment).not.toHaveProperty('data')
  })

  it('if the endpoint is sensitive', async () => {
    const { controller, store } = respondWith({ id: '5', text: 'Bye', author: ada })
    const remove = CommentResource.delete.extend({ sensitive: true })
    const comment = await controller.fetch(remove, { id: '5' })
    expect(comment).toMatchObject({ text: 'Bye', author: ada })
    expect(comment.author).toBeInstanceOf(User)
    expect(JSON.stringify(store.getState())).not.toContain('Bye')
  })
})

describe('a delete whose response is not the entity resolves to the stored entity', () => {
  it.each<[what: string, response: JsonBodyType | undefined]>([
    ['nothing', undefined],
    ['a message object', { ok: true }],
    ['an empty object', {}],
    ['the primary key', '5'],
    ['an object with the same field names', { text: 'deleted', likes: 1, author: null }],
  ])('if the response is %s', async (_, response) => {
    const { controller } = respondWith(response)
    const before = controller.get(Comment, '5')
    const comment = await controller.fetch(CommentResource.delete, { id: '5' })
    expect(comment).toEqual(before)
    expect(comment).not.toHaveProperty('ok')
    expect(controller.get(Comment, '5')).toBeUndefined()
  })

  it('or to undefined if the entity was not stored', async () => {
    const { controller } = respondWith({ ok: true })
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
})

describe('a delete of an entity with its own `process` or `pk`', () => {
  it('resolves to the fields of the response before `process` mutated it', async () => {
    class Member extends Entity {
      id = ''
      full = ''
      static override key = 'Processed'
      static override process(input: { first?: string; full?: string }) {
        input.full = `${input.first}!`
        delete input.first
        return input
      }
    }
    server.use(http.delete(`${API}/members/1`, () => HttpResponse.json({ id: '1', first: 'Ada' })))
    const { controller } = createStore()
    const remove = new RestEndpoint({
      path: '/members/:id',
      urlPrefix: API,
      method: 'DELETE',
      schema: new Invalidate(Member),
    })
    expect((await controller.fetch(remove, { id: '1' }))?.full).toBe('Ada!')
  })

  it('calls `pk` with the parent that the entity has in the response', async () => {
    class Place extends Entity {
      id = ''
      text = ''
      static override key = 'Placed'
      static override pk(input: { id?: string }, parent?: { room?: string }) {
        return `${parent?.room}/${input.id}`
      }
    }
    const response = { room: 'r', gone: { id: '1', text: 'Bye' } }
    server.use(http.delete(`${API}/places/1`, () => HttpResponse.json(response)))
    const { controller } = createStore()
    const remove = new RestEndpoint({
      path: '/places/:id',
      urlPrefix: API,
      method: 'DELETE',
      schema: { room: '', gone: new Invalidate(Place) },
    })
    expect((await controller.fetch(remove, { id: '1' })).gone?.text).toBe('Bye')
  })
})
