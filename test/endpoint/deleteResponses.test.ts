// @vitest-environment node
import { http, HttpResponse } from 'msw'
import { Entity, Invalidate, normalize, RestEndpoint } from 'rtk-rest'
import { describe, expect, it, vi } from 'vitest'
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

function respondToAll(response: () => Response): void {
  server.use(http.all(`${API}/*`, response as () => HttpResponse<never>))
}

/** What was warned of, which the test expects. */
function takeWarnings(): unknown[] {
  const texts = vi.mocked(console.warn).mock.calls.map(([text]: unknown[]) => text)
  vi.mocked(console.warn).mockClear()
  return texts
}

/** The primary keys that a response to DELETE invalidates. */
function invalidated(schema: Parameters<typeof normalize>[0], value: unknown): string[] {
  const rows = normalize(schema, value).entities['Post'] ?? {}
  return Object.keys(rows).filter((pk) => rows[pk]?.invalid)
}

const responses: [what: string, response: () => Response][] = [
  ['204', () => new HttpResponse(null, { status: 204 })],
  ['nothing', () => new HttpResponse(null, { status: 200 })],
  [
    'an empty body with a JSON content type',
    () => new HttpResponse('', { headers: { 'content-type': 'text/json' } }),
  ],
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

describe('a DELETE with an Invalidate schema invalidates the entity of the path if the response is', () => {
  it.each(responses)('%s', async (_, response) => {
    respondToAll(response)
    const value: unknown = await deletePost({ id: '5' })
    expect(invalidated(deletePost.schema, value)).toEqual(['5'])
  })
})

describe('a DELETE whose response names another entity than the path', () => {
  it.each([
    ['a text', '7'],
    ['a number', 7],
    ['an object', { id: 7, title: 'What the job of the deletion is called' }],
  ])('invalidates the entity of the path, and says so once: %s', async (_, response) => {
    respondToAll(() => HttpResponse.json(response))
    const remove = deletePost.extend({ schema: new Invalidate(Post) })
    for (let count = 0; count < 2; count++) {
      const value: unknown = await remove({ id: '5' })
      expect(invalidated(remove.schema, value)).toEqual(['5'])
    }
    expect(takeWarnings()).toEqual([
      expect.stringMatching(
        /^DELETE \/posts\/:id: the response names another .*What was requested counts as deleted/,
      ),
    ])
  })

  it('invalidates the entity of the response if the parameter has another name', async () => {
    respondToAll(() => HttpResponse.json({ id: 7 }))
    const removeLast = new RestEndpoint({
      path: '/users/:userId/last-post',
      urlPrefix: API,
      method: 'DELETE',
      schema: new Invalidate(Post),
    })
    const value: unknown = await removeLast({ userId: '5' })
    expect(invalidated(removeLast.schema, value)).toEqual(['7'])
  })

  it('invalidates the entity that body and response name, in the path of another one', async () => {
    respondToAll(() => HttpResponse.json({ id: 7 }))
    const removeFrom = new RestEndpoint({
      path: '/users/:id/posts',
      urlPrefix: API,
      method: 'DELETE',
      body: {} as { id: string },
      schema: new Invalidate(Post),
    })
    const value: unknown = await removeFrom({ id: '5' }, { id: '7' })
    expect(invalidated(removeFrom.schema, value)).toEqual(['7'])
  })

  it.each(['POST', 'GET'])('invalidates that of the response if it is a %s', async (method) => {
    respondToAll(() => HttpResponse.json({ id: 7 }))
    const archive = new RestEndpoint({
      path: '/posts/:id/oldest-comment',
      urlPrefix: API,
      method,
      body: undefined,
      schema: new Invalidate(Post),
    })
    expect(invalidated(archive.schema, await archive({ id: '5' }))).toEqual(['7'])
  })
})

describe('a DELETE of a list of entities', () => {
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
  ])('invalidates all of them if the response is %s', async (_, response) => {
    respondToAll(response)
    const value: unknown = await deletePosts(['5', '13'])
    expect(invalidated(deletePosts.schema, value).toSorted()).toEqual(['13', '5'])
  })

  it('invalidates only those that the response lists', async () => {
    respondToAll(() => HttpResponse.json(['13']))
    const value: unknown = await deletePosts(['5', '13'])
    expect(invalidated(deletePosts.schema, value)).toEqual(['13'])
  })
})

describe('a DELETE', () => {
  class Comment extends Entity {
    id = ''
    post = ''
    static override key = 'Post'
    override pk() {
      return this.post && this.id ? `${this.post}/${this.id}` : undefined
    }
  }

  it('takes a composite primary key from the parameters of the path', async () => {
    respondToAll(() => new HttpResponse(null, { status: 204 }))
    const remove = new RestEndpoint({
      path: '/posts/:post/comments/:id',
      urlPrefix: API,
      method: 'DELETE',
      schema: new Invalidate(Comment),
    })
    const value: unknown = await remove({ post: 'p', id: 'c' })
    expect(invalidated(remove.schema, value)).toEqual(['p/c'])
  })

  it('takes the primary key from the body if the path has none', async () => {
    respondToAll(() => new HttpResponse(null, { status: 204 }))
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

  it('rejects with an error that names `process` if neither path, body nor response has the primary key', async () => {
    respondToAll(() => new HttpResponse(null, { status: 204 }))
    const remove = new RestEndpoint({
      path: '/posts/:slug',
      urlPrefix: API,
      method: 'DELETE',
      schema: new Invalidate(Post),
    })
    const value: unknown = await remove({ slug: 'hello' })
    expect(() => normalize(remove.schema, value)).toThrow(/primary key of the Post.*`process`/)
  })

  it('takes the primary key from the result of `process`', async () => {
    respondToAll(() => HttpResponse.json({ deleted: 'hello' }))
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

describe('a DELETE whose base class overrides `process`', () => {
  it.each(responses)('invalidates the entity if the response is %s', async (_, response) => {
    respondToAll(response)
    const own = deletePost.extend({ process: (value: unknown) => value })
    expect(invalidated(own.schema, await own({ id: '5' }))).toEqual(['5'])
  })

  it('invalidates the entity if `process` is async', async () => {
    respondToAll(() => new HttpResponse(null, { status: 204 }))
    const slow = deletePost.extend({ process: async (value: unknown) => value })
    expect(invalidated(slow.schema, await slow({ id: '5' }))).toEqual(['5'])
  })
})

describe('a DELETE of several entities', () => {
  const deleteMany = new RestEndpoint({
    path: '/posts',
    urlPrefix: API,
    method: 'DELETE',
    body: {},
    schema: [new Invalidate(Post)],
  })

  it.each([
    ['the entities of the response', ['5'], [{ id: 7 }], ['7']],
    [
      'the entities of the body, if the response is a count',
      ['5', '7'],
      { deleted: 2 },
      ['5', '7'],
    ],
    ['the entities of the body, if the response is an empty list', ['5'], [], ['5']],
    ['nothing, if the body is an empty list', [], { deleted: 0 }, []],
    ['the entities in an object response', {}, { a: { id: 5 }, b: { id: 7 } }, ['5', '7']],
  ])('invalidates %s', async (_, body, response, gone) => {
    respondToAll(() => HttpResponse.json(response))
    expect(invalidated(deleteMany.schema, await deleteMany(body))).toEqual(gone)
  })

  it.each([
    [{ ids: ['5', '7'] }, { deleted: 2 }],
    [{ ids: ['5'] }, { status: 'ok' }],
    [{ ids: ['5'] }, null],
    [{ ids: ['5'] }, 2],
  ])(
    'with the body %j and the response %j rejects with an error that names `process`',
    async (body, response) => {
      respondToAll(() => HttpResponse.json(response))
      await expect(deleteMany(body)).rejects.toMatchObject({
        message: expect.stringMatching(
          /^DELETE \/posts was accepted.*list of primary keys in `process`/,
        ) as string,
      })
    },
  )
})

describe('a DELETE with an unreadable response', () => {
  const page = '<!doctype html><p>The app'
  const unreadable: [what: string, response: () => Response, message: RegExp][] = [
    ['an HTML page', () => HttpResponse.html(page), /found an HTML page/],
    [
      'an HTML page with another content type',
      () => HttpResponse.text(`\n${page}`),
      /found an HTML page/,
    ],
    [
      'invalid JSON',
      () => new HttpResponse('{"ok":', { headers: { 'content-type': 'application/json' } }),
      /found invalid JSON/,
    ],
  ]

  it.each(unreadable)(
    'invalidates the entity of the path, and says so once: %s',
    async (name, response, message) => {
      respondToAll(response)
      const remove = deletePost.extend({ name })
      for (let count = 0; count < 2; count++) {
        const value: unknown = await remove({ id: '5' })
        expect(invalidated(remove.schema, value)).toEqual(['5'])
      }
      const warnings = takeWarnings()
      expect(warnings).toEqual([expect.stringMatching(message)])
      expect(warnings[0]).toMatch(/As the status is 200, .* what was requested as deleted\.$/)
    },
  )

  it('invalidates those of the body', async () => {
    respondToAll(() => HttpResponse.html(page))
    const remove = new RestEndpoint({
      path: '/posts',
      urlPrefix: API,
      method: 'DELETE',
      body: [] as string[],
      schema: [new Invalidate(Post)],
    })
    const value: unknown = await remove(['5', '13'])
    expect(invalidated(remove.schema, value).toSorted()).toEqual(['13', '5'])
    expect(takeWarnings()).toHaveLength(1)
  })

  it.each(['POST', 'GET'])('rejects if it is a %s', async (method) => {
    respondToAll(() => HttpResponse.html(page))
    const archive = deletePost.extend({ method, body: undefined })
    await expect(archive({ id: '5' })).rejects.toThrow(/HTML page/)
  })

  it('rejects if the server refused', async () => {
    respondToAll(() => HttpResponse.html(page, { status: 500 }))
    await expect(deletePost({ id: '5' })).rejects.toMatchObject({ status: 500 })
  })

  it('succeeds if only the content type is HTML and the body is "OK"', async () => {
    respondToAll(() => HttpResponse.html('OK'))
    expect(await deletePost({ id: '5' })).toEqual({ id: '5' })
  })
})
