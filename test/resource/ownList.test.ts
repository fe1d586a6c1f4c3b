import { http, HttpResponse } from 'msw'
import { Collection, Entity, resource, RestEndpoint, Values } from 'rtk-rest'
import { optimistic } from 'rtk-rest/optimistic'
import { describe, expect, it, vi } from 'vitest'
import { API, server } from '../support/server'
import { createStore } from '../support/world'

class Author extends Entity {
  id = ''
  static override key = 'Author'
}

class Article extends Entity {
  id = ''
  title = ''
  body = ''
  author = Author.fromJS()
  static override key = 'Article'
  static override schema = { author: Author }
}

class ArticleSummary extends Entity {
  id = ''
  title = ''
  static override key = 'Article'
}

const options = { path: '/articles/:id', urlPrefix: API, schema: Article, optimistic } as const
const Base = resource({ ...options, dataExpiryLength: 5_000 })

const pageOf = (member: typeof Entity) => ({
  articles: new Collection([member as typeof Article], {
    filters: { q: ({ title }, q) => title.includes(q) },
  }),
  articlesCount: 0,
})
const schema = pageOf(Article)
const ways = [
  ['a name and options', Base.extend('getList', { schema })],
  ['options by name', Base.extend({ getList: { schema } })],
  ['a function', Base.extend(({ getList }) => ({ getList: getList.extend({ schema }) }))],
  [
    'a summary of its own',
    resource({ ...options, summary: ArticleSummary }).extend('getList', {
      schema: pageOf(ArticleSummary),
    }) as unknown as typeof made,
  ],
] as const
const made = Base.extend('getList', { schema })

/** Sends what was sent back, whole. */
function serve(): void {
  const first = { id: '1', title: 'redux', body: '', author: { id: 'a' } }
  server.use(
    http.get(`${API}/articles`, () =>
      HttpResponse.json({ articles: [first], articlesCount: 1, more: false }),
    ),
    http.all(`${API}/articles/:id?`, async ({ request, params }) => {
      if (request.method === 'DELETE') return new HttpResponse(null, { status: 204 })
      const body = (await request.json()) as object
      return HttpResponse.json({ ...first, id: params['id'] ?? '2', ...body })
    }),
  )
}

describe.each(ways)('a list of its own, by %s,', (_, Articles) => {
  const titles = (controller: ReturnType<typeof createStore>['controller']) =>
    ['redux', 'rest'].map((q) =>
      controller.getResponse(Articles.getList, { q }).data?.articles?.map(({ title }) => title),
    )

  it('is the one that create, update, partialUpdate and delete change', async () => {
    serve()
    const { controller, store } = createStore({ managers: [optimistic] })
    await controller.fetch(Articles.getList, { q: 'redux' })
    const created = await controller.fetch(Articles.create, { title: 'redux rest' })
    expect(created).toBeInstanceOf(Article)
    expect(created.author).toBeInstanceOf(Author)
    await controller.fetch(Articles.create, { id: '3', title: 'rest' })
    expect(titles(controller)).toEqual([['redux', 'redux rest'], undefined])
    await controller.fetch(Articles.update, { id: '2' }, { title: 'more redux' })
    await controller.fetch(Articles.partialUpdate, { id: '2' }, { title: 'redux again' })
    expect(titles(controller)).toEqual([['redux', 'redux again'], undefined])
    await controller.fetch(Articles.delete, { id: '1' })
    expect(titles(controller)).toEqual([['redux again'], undefined])
    expect(Object.keys(store.getState().rest.entities)).toContain('Author')
  })
})

describe('the endpoints that change the list of a resource', () => {
  const members = ['create', 'update', 'partialUpdate', 'delete'] as const
  const collectionOf = (it: { readonly schema?: unknown }) =>
    (it.schema as { readonly collection?: unknown }).collection

  it('keep all but their schemas', () => {
    for (const member of members) {
      const [before, after] = [Base[member], made[member]]
      const names = ['name', 'path', 'method', 'dataExpiryLength', 'body', 'sideEffect'] as const
      for (const name of names) expect(after[name]).toEqual(before[name])
      expect(after.getOptimisticResponse).toBe(before.getOptimisticResponse)
    }
    for (const member of ['create', 'update', 'partialUpdate'] as const) {
      expect(collectionOf(made[member])).toBe(made.getList.schema.articles)
      expect(collectionOf(Base[member])).toBe(Base.getList.schema)
    }
  })

  it('follow a second list, and keep what they were given with it or before', () => {
    const again = made
      .extend('update', { schema: Article })
      .extend({ getList: { schema: pageOf(Article) }, create: { schema: undefined } })
      .extend('getList', { dataExpiryLength: 7 })
    expect(again.update.schema).toBe(Article)
    expect(again.create.schema).toBeUndefined()
    expect(collectionOf(again.partialUpdate)).toBe(again.getList.schema.articles)
    expect(collectionOf(made.partialUpdate)).toBe(made.getList.schema.articles)
  })

  it('are followed by endpoints that were made of them', () => {
    const closing = Base.extend(({ partialUpdate }) => ({
      close: partialUpdate.extend({ path: '/articles/:id/close', method: 'POST' }),
    })).extend('getList', { schema })
    expect(collectionOf(closing.close)).toBe(closing.getList.schema.articles)
    expect(closing.close.path).toBe('/articles/:id/close')
  })

  it.each([
    ['other options', { dataExpiryLength: 7 }],
    ['a plain list', { schema: [Article] }],
    ['no schema', { schema: undefined }],
    ['a list of other entities', { schema: new Collection([Author]) }],
  ])('stay as they are where the list has %s', (_, more) => {
    const other = Base.extend('getList', more as object) as unknown as typeof Base
    for (const member of members) expect(other[member]).toBe(Base[member])
  })

  it('change the list at its other path', () => {
    const other = Base.extend('getList', { path: '/articles/all' })
    expect(collectionOf(other.create)).toBe(other.getList.schema)
    expect(other.create.path).toBe('/articles')
  })

  it('put members into a list that is a map', async () => {
    server.use(
      http.get(`${API}/articles`, () => HttpResponse.json({ 1: { id: '1', title: 'redux' } })),
      http.post(`${API}/articles`, () => HttpResponse.json({ id: '2', title: 'rest' })),
    )
    const { controller } = createStore({ managers: [optimistic] })
    const Articles = Base.extend('getList', { schema: new Collection(new Values(Article)) })
    await controller.fetch(Articles.getList)
    expect((await controller.fetch(Articles.create, { title: 'rest' })).title).toBe('rest')
    expect(Object.keys(controller.getResponse(Articles.getList).data ?? {})).toEqual(['1', '2'])
  })
})

describe('what an app says of the list of a resource', () => {
  it('says nothing of a list of summaries at another address', async () => {
    const Articles = resource({ ...options, summary: ArticleSummary }).extend('getList', {
      schema: new Collection([ArticleSummary], { filters: () => false }),
    })
    const getRead = new RestEndpoint({
      path: '/read',
      urlPrefix: API,
      schema: new Collection([ArticleSummary]),
    })
    serve()
    const sent: string[] = []
    server.use(
      http.get(`${API}/read`, () => {
        sent.push('GET /read')
        return HttpResponse.json([{ id: '1', title: 'redux' }])
      }),
    )
    const { controller, rest, store } = createStore()
    store.dispatch(rest.retain(getRead))
    await vi.waitFor(() => expect(controller.get(getRead.schema)).toHaveLength(1))
    await controller.fetch(Articles.create, { title: 'rest' })
    expect(controller.get(getRead.schema)?.map(({ title }) => title)).toEqual(['redux'])
    await vi.waitFor(() => expect(sent).toEqual(['GET /read', 'GET /read']))
  })

  it('is not asked of a Collection that two other lists have in common', async () => {
    class Summary extends Entity {
      id = ''
      title = ''
      static override key = 'Article'
    }
    class Whole extends Summary {
      body = ''
    }
    const filters = { q: ({ title }: Summary, q: string) => title.includes(q) }
    const summaries = new Collection([Summary], { filters })
    const getRead = new RestEndpoint({ path: '/read', urlPrefix: API, schema: summaries })
    const getLiked = new RestEndpoint({ path: '/liked', urlPrefix: API, schema: summaries })
    const Articles = resource({ ...options, schema: Whole })
    server.use(
      http.delete(`${API}/articles/:id`, () => new HttpResponse(null, { status: 204 })),
      http.get(`${API}/:list`, () => HttpResponse.json([{ id: '1', title: 'redux' }])),
    )
    const { controller } = createStore()
    await controller.fetch(Articles.getList)
    await controller.fetch(getRead)
    await controller.fetch(getLiked)
    await controller.fetch(Articles.delete, { id: '1' })
    expect(controller.getResponse(Articles.getList).data).toEqual([])
    expect(controller.getError(Articles.get, { id: '1' })).toMatchObject({ code: 'DELETED' })
  })
})
