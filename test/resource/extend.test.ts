// @vitest-environment node
import { http, HttpResponse } from 'msw'
import { Endpoint, Entity, Invalidate, pages, resource, RestEndpoint } from 'rtk-rest'
import { describe, expect, it, vi } from 'vitest'
import { API, server } from '../support/server'
import { createStore } from '../support/world'

class Post extends Entity {
  id = ''
  title = ''
  static override key = 'Post'
}

const PostResource = resource({ path: '/posts/:id', urlPrefix: API, schema: Post })
const names = ['get', 'getList', 'create', 'update', 'partialUpdate', 'delete', 'extend']

describe('extend of a resource with a name and options', () => {
  it('replaces the options of an endpoint, and leaves the resource unchanged', () => {
    const made = PostResource.extend('get', { dataExpiryLength: 5 })
    expect(made.get.dataExpiryLength).toBe(5)
    expect(made.get.name).toBe('Post.get')
    expect(made.get.key({ id: 1 })).toBe(PostResource.get.key({ id: 1 }))
    expect(made.update).toBe(PostResource.update)
    expect(PostResource.get.dataExpiryLength).toBeUndefined()
    expect(Object.keys(PostResource)).toEqual(names)
  })

  it('adds an endpoint like `get` with the given options and its own name', () => {
    const made = PostResource.extend('current', { path: '/post' })
    expect(made.current).toBeInstanceOf(RestEndpoint)
    expect(made.current.name).toBe('Post.current')
    expect(made.current.key()).toBe(`GET ${API}/post`)
    expect(made.current.schema).toBe(Post)
    expect(Object.keys(made)).toEqual([...names.slice(0, -1), 'current', 'extend'])
    expect(PostResource.extend('mine', { path: '/mine', name: 'mine' }).mine.name).toBe('mine')
  })

  it('changes the path of push of an extended list, and not of `create`', () => {
    const made = PostResource.extend('getList', { path: '/drafts' })
    expect(made.getList.push.path).toBe('/drafts')
    expect(made.create.path).toBe('/posts')
  })

  it('can be chained, and called without the resource as `this`', () => {
    const { extend } = PostResource.extend('first', { path: '/first' })
    const made = extend('second', { path: '/second' }).extend('first', { dataExpiryLength: 5 })
    expect(made.first.url()).toBe(`${API}/first`)
    expect(made.first.dataExpiryLength).toBe(5)
    expect(made.second.url()).toBe(`${API}/second`)
  })

  it('accepts the name of an inherited property', () => {
    const made = PostResource.extend('toString', { path: '/text' })
    expect(made.toString.name).toBe('Post.toString')
  })

  it.each([
    ['no options', () => PostResource.extend('get', undefined as never)],
    ['options that are not an object', () => PostResource.extend('get', 'x' as never)],
    ['no arguments', () => PostResource.extend(undefined as never)],
    ['a list', () => PostResource.extend([] as never)],
    ['its own name', () => PostResource.extend('extend', { path: '/x' })],
    ['a function that gives no endpoint', () => PostResource.extend(() => ({ five: 5 as never }))],
  ])('throws an error that describes the right call for %s', (_, call) => {
    expect(call).toThrow(/^extend of the Post resource takes a name and options: extend\('archive'/)
    expect(call).toThrow(TypeError)
  })
})

describe('deleting several entities with one request', () => {
  const { deleteMany, getList } = PostResource.extend('deleteMany', {
    path: '/posts',
    method: 'DELETE',
    body: [] as string[],
    schema: [new Invalidate(Post)],
  })

  it.each([
    ['no arguments', () => new HttpResponse(null, { status: 204 })],
    ['their keys', () => HttpResponse.json(['5', '13', '7'])],
    ['the posts', () => HttpResponse.json([{ id: 5 }, { id: 13 }, { id: 7 }])],
  ])('removes each of them from lists if the response is %s', async (_, respond) => {
    const sent: unknown[] = []
    server.use(
      http.get(`${API}/posts`, () =>
        HttpResponse.json(['5', '6', '7', '13'].map((id) => ({ id, title: id }))),
      ),
      http.delete(`${API}/posts`, async ({ request }) => {
        sent.push([await request.json(), request.headers.get('content-type')])
        return respond()
      }),
    )
    const { controller, actions, store, rest } = createStore()
    await controller.fetch(getList)
    const gone = await controller.fetch(deleteMany, ['5', '13', '7'])
    expect(sent).toEqual([[['5', '13', '7'], 'application/json']])
    expect(controller.getResponse(getList).data?.map(({ id }) => id)).toEqual(['6'])
    expect(gone.map(({ title }) => title)).toEqual(['5', '13', '7'])
    expect(actions.at(-1)?.type).toBe('rest/Post.deleteMany/fulfilled')
    expect(rest.selectors.selectEntity(store.getState(), Post, '13')).toBeUndefined()
  })

  it('removes none of them if the server rejects', async () => {
    server.use(
      http.get(`${API}/posts`, () => HttpResponse.json([{ id: '5' }])),
      http.delete(`${API}/posts`, () => HttpResponse.json({}, { status: 409 })),
    )
    const { controller } = createStore()
    await controller.fetch(getList)
    await expect(controller.fetch(deleteMany, ['5'])).rejects.toMatchObject({ status: 409 })
    expect(controller.getResponse(getList).data).toHaveLength(1)
  })
})

describe('extend of a resource with options by name', () => {
  it('replaces the options of each endpoint', () => {
    const made = PostResource.extend({
      get: { dataExpiryLength: 5 },
      getList: { paginationField: [pages, 'page'] },
    })
    expect(made.get.dataExpiryLength).toBe(5)
    expect(made.getList.getPage.key({ page: 2 })).toBe(made.getList.key())
    expect(made.delete).toBe(PostResource.delete)
  })

  it('throws an error with the valid names for an unknown name', () => {
    const call = () => PostResource.extend({ got: { path: '/x' } } as never)
    expect(call).toThrow(TypeError)
    expect(call).toThrow(/no member `got`.*get, getList, .*extend\('got', { … }\)/)
  })

  it('says once where a new name is nearly that of an endpoint', () => {
    const warn = vi.mocked(console.warn)
    for (const name of ['getLst', 'Update', 'getLst', 'archive', 'getListed']) {
      PostResource.extend(name, { path: '/x' })
    }
    expect(warn.mock.calls.flat()).toEqual([
      "extend('getLst', …) adds an endpoint to the Post resource, and changes none; did you mean 'getList'?",
      "extend('Update', …) adds an endpoint to the Post resource, and changes none; did you mean 'update'?",
    ])
    warn.mockClear()
  })
})

describe('extend of a resource with a function', () => {
  it('adds and replaces endpoints of any kind', async () => {
    const clock = new Endpoint(async () => '12:00', { name: 'clock' })
    const made = PostResource.extend((base) => ({
      byTitle: base.get.extend({ path: '/posts/by-title/:title' }),
      update: base.update.extend({ dataExpiryLength: 5 }),
      clock,
    }))
    expect(made.byTitle.url({ title: 'a' })).toBe(`${API}/posts/by-title/a`)
    expect(made.update.dataExpiryLength).toBe(5)
    expect(made.clock).toBe(clock)
    expect(await made.clock()).toBe('12:00')
    expect(made.get).toBe(PostResource.get)
  })

  it('gives an endpoint under a new name its own action type', async () => {
    const warn = vi.mocked(console.warn).mockImplementation(() => undefined)
    server.use(http.get(`${API}/*`, () => HttpResponse.json({ id: '1' })))
    const made = PostResource.extend((base) => ({
      byTitle: base.get.extend({ path: '/posts/by-title/:title' }),
      read: base.get,
      mine: base.get.extend({ path: '/posts/mine', name: 'mine' }),
      update: base.update.extend({ dataExpiryLength: 5 }),
    }))
    expect(made.byTitle.name).toBe('Post.byTitle')
    expect(made.read).toBe(PostResource.get)
    expect(made.mine.name).toBe('mine')
    expect(made.update.name).toBe('Post.update')
    const { controller } = createStore()
    await controller.fetch(made.get, { id: '1' })
    await controller.fetch(made.byTitle, { title: 'a' })
    expect(warn).not.toHaveBeenCalled()
  })

  it('can call extend of its argument', () => {
    const made = PostResource.extend((base) => {
      const { current } = base.extend('current', { path: '/post' })
      return { current, full: current.extend({ searchParams: { full: true } }) }
    })
    expect(made.current.name).toBe('Post.current')
    expect(made.full.url({ full: true })).toBe(`${API}/post?full=true`)
  })
})
