import { http, HttpResponse } from 'msw'
import {
  Collection,
  Entity,
  envelope,
  resource,
  RestEndpoint,
  type RestGenerics,
  type StandardSchema,
} from 'rtk-rest'
import { optimistic } from 'rtk-rest/optimistic'
import { describe, expect, it } from 'vitest'
import { API, server } from '../support/server'
import { createStore } from '../support/world'

class Article extends Entity {
  slug = ''
  title = ''
  static override key = 'Article'

  override pk(): string {
    return this.slug
  }
}

const sent: unknown[] = []

class ApiEndpoint<O extends RestGenerics> extends RestEndpoint<O> {
  override getHeaders(headers: Record<string, string>): Record<string, string> {
    return { ...headers, authorization: 'Token a' }
  }

  override process(value: { readonly title?: string } | null): unknown {
    return Array.isArray(value) || value?.title === undefined
      ? value
      : { ...value, title: value.title.trim() }
  }
}

const ArticleEndpoint = envelope(ApiEndpoint, 'article', 'articles')
const ArticleResource = resource({
  urlPrefix: API,
  path: '/articles/:slug',
  schema: Article,
  Endpoint: ArticleEndpoint,
})
const { get, getList, create, update } = ArticleResource

const one = { slug: 'a', title: ' A ' }

/** Responds to all requests with a value, and notes what was sent. */
function respondWith(value: unknown, status = 200): void {
  sent.length = 0
  server.use(
    http.all(`${API}/articles/:slug?`, async ({ request }) => {
      sent.push(request.body && (await request.json()), request.headers.get('authorization'))
      return status === 204
        ? new HttpResponse(null, { status })
        : HttpResponse.json(value as object, { status })
    }),
  )
}

describe('an endpoint with an envelope', () => {
  it('stores the response without its envelope, with the headers and the `process` of its class', async () => {
    respondWith({ article: one })
    const { controller } = createStore()
    expect(await controller.fetch(get, { slug: 'a' })).toEqual({ slug: 'a', title: 'A' })
    expect(sent).toEqual([null, 'Token a'])
  })

  it('stores a list without its own envelope', async () => {
    respondWith({ articles: [one] })
    const { controller } = createStore()
    expect(await controller.fetch(getList)).toEqual([{ slug: 'a', title: ' A ' }])
  })

  it('sends a body in the envelope, and its fields count as written', async () => {
    respondWith({ article: { slug: 'b', title: 'B' } })
    const { controller } = createStore()
    expect(await controller.fetch(create, { title: 'B' })).toEqual({ slug: 'b', title: 'B' })
    expect(sent).toEqual([{ article: { title: 'B' } }, 'Token a'])
    expect(create.writtenFields?.({ title: 'B' })).toEqual(['title'])
  })

  it('sends several in the envelope of a list, and files as they are', async () => {
    respondWith({ articles: [one] })
    const createMany = new ArticleEndpoint({
      urlPrefix: API,
      path: '/articles',
      method: 'POST',
      schema: [Article],
    })
    await createMany([{ title: 'A' }])
    expect(sent[0]).toEqual({ articles: [{ title: 'A' }] })
    const form = new FormData()
    form.set('title', 'A')
    const init = await create.getRequestInit(form, {})
    expect(init.body).toBe(form)
  })

  it('sends nothing in an envelope where there is no body', async () => {
    respondWith({ article: one })
    const favorite = new ArticleEndpoint({
      urlPrefix: API,
      path: '/articles/:slug',
      method: 'POST',
      body: undefined,
      schema: Article,
    })
    const { controller } = createStore()
    await controller.fetch(favorite, { slug: 'a' })
    expect(sent[0]).toBeNull()
    await controller.fetch(favorite.extend({ method: 'DELETE' }), { slug: 'a' })
    expect(controller.get(Article, { slug: 'a' })?.title).toBe('A')
  })

  it('gives the whole response to a schema that names the envelope', async () => {
    respondWith({ articles: [one], articlesCount: 7 })
    const getPage = getList.extend({
      schema: { articles: new Collection([Article]), articlesCount: 0 },
    })
    const { controller } = createStore()
    const page = await controller.fetch(getPage)
    expect(page.articlesCount).toBe(7)
    expect(page.articles).toHaveLength(1)
    respondWith({ article: { slug: 'b', title: 'B' } })
    await controller.fetch(getPage.push, { title: 'B' })
    expect(controller.getResponse(getPage).data?.articles).toHaveLength(2)
  })

  it('takes an option `process` in place of its own', async () => {
    respondWith({ result: one })
    const wrapped = get.extend({ process: ({ result }: { readonly result: object }) => result })
    expect(await createStore().controller.fetch(wrapped, { slug: 'a' })).toMatchObject({
      slug: 'a',
    })
  })

  it('rejects with the path where the envelope is missing, and stores nothing', async () => {
    respondWith(one)
    const { controller, store } = createStore()
    await expect(controller.fetch(get, { slug: 'a' })).rejects.toMatchObject({
      name: 'NetworkError',
      code: 'INVALID_RESPONSE',
      message: 'Article.get: the response has no "article" and no "articles"',
    })
    expect(store.getState().rest.entities).toEqual({})
    const DataEndpoint = envelope(RestEndpoint, 'data')
    const getOne = new DataEndpoint({ urlPrefix: API, path: '/articles/:slug' })
    await expect(getOne({ slug: 'a' })).rejects.toThrow(
      /^GET \/articles\/:slug: the response has no "data"$/,
    )
  })

  it('has the whole response checked, and the body without its envelope', async () => {
    respondWith({ article: one })
    const checked: unknown[] = []
    const noting: StandardSchema<unknown, never> = {
      '~standard': {
        version: 1,
        vendor: 'test',
        validate(value) {
          checked.push(value)
          return { value: value as never }
        },
      },
    }
    const rename = update.extend({ bodySchema: noting, responseSchema: noting })
    await createStore().controller.fetch(rename, { slug: 'a' }, { title: 'A' } as never)
    expect(checked).toEqual([{ title: 'A' }, { article: one }])
  })

  it('leaves bytes and texts as they are', async () => {
    respondWith({ exported: true })
    const exportAll = getList.extend({ path: '/articles/export', content: 'blob' })
    expect(await (await exportAll()).text()).toBe('{"exported":true}')
    const exportText = getList.extend({
      path: '/articles/export',
      content: 'text',
      schema: undefined,
    })
    expect(await exportText()).toBe('{"exported":true}')
  })

  it('leaves errors as they are', async () => {
    respondWith({ errors: { title: ['is taken'] } }, 422)
    await expect(createStore().controller.fetch(create, { title: 'B' })).rejects.toMatchObject({
      status: 422,
      data: { errors: { title: ['is taken'] } },
    })
  })

  it.each([
    ['an empty response', undefined, 204],
    ['a message', { message: 'deleted' }, 200],
  ])('deletes after %s', async (_, value, status) => {
    respondWith({ articles: [one] })
    const { controller } = createStore()
    await controller.fetch(getList)
    respondWith(value, status)
    await controller.fetch(ArticleResource.delete, { slug: 'a' })
    expect(controller.getResponse(getList).data).toEqual([])
  })

  it('shows an optimistic change before there is an envelope', async () => {
    const { update: rename, get: read } = resource({
      urlPrefix: API,
      path: '/articles/:slug',
      schema: Article,
      Endpoint: ArticleEndpoint,
      optimistic,
    })
    respondWith({ article: one })
    const { controller } = createStore()
    await controller.fetch(read, { slug: 'a' })
    const renamed = controller.fetch(rename, { slug: 'a' }, { slug: 'a', title: 'New' })
    expect(controller.get(Article, { slug: 'a' })?.title).toBe('New')
    await renamed
    expect(controller.get(Article, { slug: 'a' })?.title).toBe('A')
  })

  it('has the types of its class', async () => {
    respondWith({ article: one })
    const { controller } = createStore()
    const article = await controller.fetch(update, { slug: 'a' }, { title: 'A' })
    expect(article.title.length).toBe(1)
    // @ts-expect-error the path has no `id`
    expect(() => new ArticleEndpoint({ path: '/x/:slug' }).url({ id: 1 })).toThrow(/"slug"/)
  })
})
