// @vitest-environment node
import { http, HttpResponse } from 'msw'
import { Entity, Invalidate, normalize, RestEndpoint } from 'rtk-rest'
import { describe, expect, it } from 'vitest'
import { API, server } from '../support/server'

class Post extends Entity {
  id = ''
  title = ''
  static override key = 'Post'
}

const deletePost = new RestEndpoint({
  path: '/posts/:id',
  urlPrefix: API,
  method: 'DELETE',
  schema: new Invalidate(Post),
})

function answerAll(answer: () => Response): void {
  server.use(http.all(`${API}/*`, answer as () => HttpResponse<never>))
}

/** The pks that an answer to DELETE invalidates. */
function invalidated(schema: Parameters<typeof normalize>[0], value: unknown): string[] {
  const rows = normalize(schema, value).entities['Post'] ?? {}
  return Object.keys(rows).filter((pk) => rows[pk]?.invalid)
}

const answers: [what: string, answer: () => Response][] = [
  ['204', () => new HttpResponse(null, { status: 204 })],
  ['nothing', () => new HttpResponse(null, { status: 200 })],
  ['nothing, as JSON', () => new HttpResponse('', { headers: { 'content-type': 'text/json' } })],
  ['{}', () => HttpResponse.json({})],
  ['the deleted post', () => HttpResponse.json({ id: '5', title: 'gone' })],
  ['{ id: 5 } with a number', () => HttpResponse.json({ id: 5 })],
  ['"5"', () => HttpResponse.json('5')],
  ['5', () => HttpResponse.json(5)],
  ['the text 5', () => HttpResponse.text('5')],
  ['the text OK', () => HttpResponse.text('OK')],
  ['null', () => HttpResponse.json(null)],
  ['true', () => HttpResponse.json(true)],
  ['{ success: true }', () => HttpResponse.json({ success: true })],
  ['[]', () => HttpResponse.json([])],
]

describe('a DELETE with an Invalidate schema invalidates the entity, when the server answers', () => {
  it.each(answers)('%s', async (_, answer) => {
    answerAll(answer)
    const value: unknown = await deletePost({ id: '5' })
    expect(invalidated(deletePost.schema, value)).toEqual(['5'])
  })
})

describe('a DELETE whose answer names another entity than the path', () => {
  it.each([
    ['a text', '7'],
    ['a number', 7],
    ['an object', { id: 7 }],
  ])('invalidates that one: %s', async (_, answer) => {
    answerAll(() => HttpResponse.json(answer))
    const value: unknown = await deletePost({ id: '5' })
    expect(invalidated(deletePost.schema, value)).toEqual(['7'])
  })
})

describe('a DELETE of many', () => {
  const deletePosts = new RestEndpoint({
    path: '/posts',
    urlPrefix: API,
    method: 'DELETE',
    body: [] as string[],
    schema: [new Invalidate(Post)],
  })

  it.each([
    ['nothing', () => new HttpResponse(null, { status: 204 })],
    ['an empty list', () => HttpResponse.json([])],
    ['the text OK', () => HttpResponse.text('OK')],
    ['the primary keys', () => HttpResponse.json(['5', 13])],
    ['the posts', () => HttpResponse.json([{ id: 5 }, { id: '13' }])],
  ])('invalidates all of them, when the server answers %s', async (_, answer) => {
    answerAll(answer)
    const value: unknown = await deletePosts(['5', '13'])
    expect(invalidated(deletePosts.schema, value).toSorted()).toEqual(['13', '5'])
  })

  it('believes the server about which of them are gone', async () => {
    answerAll(() => HttpResponse.json(['13']))
    const value: unknown = await deletePosts(['5', '13'])
    expect(invalidated(deletePosts.schema, value)).toEqual(['13'])
  })
})

describe('a DELETE whose entity', () => {
  class Comment extends Entity {
    id = ''
    post = ''
    static override key = 'Post'
    override pk() {
      return this.post && this.id ? `${this.post}/${this.id}` : undefined
    }
  }

  it('has a primary key of several parts takes them from the path', async () => {
    answerAll(() => new HttpResponse(null, { status: 204 }))
    const remove = new RestEndpoint({
      path: '/posts/:post/comments/:id',
      urlPrefix: API,
      method: 'DELETE',
      schema: new Invalidate(Comment),
    })
    const value: unknown = await remove({ post: 'p', id: 'c' })
    expect(invalidated(remove.schema, value)).toEqual(['p/c'])
  })

  it('is named in the body is the one in the body', async () => {
    answerAll(() => new HttpResponse(null, { status: 204 }))
    const remove = new RestEndpoint({
      path: '/posts',
      urlPrefix: API,
      method: 'DELETE',
      body: {} as { id: string },
      schema: new Invalidate(Post),
    })
    const value: unknown = await remove({ id: '7' })
    expect(invalidated(remove.schema, value)).toEqual(['7'])
  })

  it('is named nowhere is an error that names `process`', async () => {
    answerAll(() => new HttpResponse(null, { status: 204 }))
    const remove = new RestEndpoint({
      path: '/posts/:slug',
      urlPrefix: API,
      method: 'DELETE',
      schema: new Invalidate(Post),
    })
    const value: unknown = await remove({ slug: 'hello' })
    expect(() => normalize(remove.schema, value)).toThrow(/primary key of the Post.*`process`/)
  })

  it('is told by `process` is that one', async () => {
    answerAll(() => HttpResponse.json({ deleted: 'hello' }))
    const remove = new RestEndpoint({
      path: '/posts/:slug',
      urlPrefix: API,
      method: 'DELETE',
      schema: new Invalidate(Post),
      process: (value: { deleted: string }) => value.deleted,
    })
    expect(invalidated(remove.schema, await remove({ slug: 'hello' }))).toEqual(['hello'])
  })
})

describe('a DELETE of a base class whose `process` changes every answer', () => {
  it.each(answers)('invalidates the entity, when the server answers %s', async (_, answer) => {
    answerAll(answer)
    const own = deletePost.extend({ process: (value: unknown) => value })
    expect(invalidated(own.schema, await own({ id: '5' }))).toEqual(['5'])
  })

  it('also where that takes its time', async () => {
    answerAll(() => new HttpResponse(null, { status: 204 }))
    const slow = deletePost.extend({ process: async (value: unknown) => value })
    expect(invalidated(slow.schema, await slow({ id: '5' }))).toEqual(['5'])
  })
})

describe('a DELETE of several', () => {
  const deleteMany = new RestEndpoint({
    path: '/posts',
    urlPrefix: API,
    method: 'DELETE',
    body: {},
    schema: [new Invalidate(Post)],
  })

  it.each([
    ['what the answer lists', ['5'], [{ id: 7 }], ['7']],
    ['what the body lists, where the answer counts', ['5', '7'], { deleted: 2 }, ['5', '7']],
    ['what the body lists, where the answer is empty', ['5'], [], ['5']],
    ['nothing, where nothing was listed', [], { deleted: 0 }, []],
    ['the entities that the answer names', {}, { a: { id: 5 }, b: { id: 7 } }, ['5', '7']],
  ])('invalidates %s', async (_, body, answer, gone) => {
    answerAll(() => HttpResponse.json(answer))
    expect(invalidated(deleteMany.schema, await deleteMany(body))).toEqual(gone)
  })

  it.each([
    [{ ids: ['5', '7'] }, { deleted: 2 }],
    [{ ids: ['5'] }, { status: 'ok' }],
    [{ ids: ['5'] }, null],
    [{ ids: ['5'] }, 2],
  ])('of %j that answers %j is an error that says what to do', async (body, answer) => {
    answerAll(() => HttpResponse.json(answer))
    await expect(deleteMany(body)).rejects.toMatchObject({
      status: 400,
      message: expect.stringMatching(
        /^DELETE \/posts was accepted.*list of primary keys in `process`/,
      ) as string,
    })
  })
})

describe('a DELETE that a page answers', () => {
  it.each(['<!doctype html><p>Please sign in', '\n<html><p>Please sign in'])(
    'is an error: nothing was deleted (%j)',
    async (page) => {
      answerAll(() => HttpResponse.html(page))
      await expect(deletePost({ id: '5' })).rejects.toThrow(/HTML page/)
    },
  )

  it('is none where it only has the type of one, as "OK" has from many servers', async () => {
    answerAll(() => HttpResponse.html('OK'))
    expect(await deletePost({ id: '5' })).toEqual({ id: '5' })
  })
})
