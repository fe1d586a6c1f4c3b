import { http, HttpResponse } from 'msw'
import { Collection, Entity, resource, RestEndpoint } from 'rtk-rest'
import { describe, expect, it, vi } from 'vitest'
import { API, server } from '../support/server'
import { turns } from '../support/turns'
import { createStore } from '../support/world'

// A blog: its articles, a feed of them at another path, and lists by a tag and by a search.

class Article extends Entity {
  slug = ''
  title = ''
  tags: readonly string[] = []
  static override key = 'Article'
  override pk() {
    return this.slug
  }
}

interface Row {
  readonly slug: string
  readonly title: string
  readonly tags: readonly string[]
}

type Query = Readonly<Record<string, string | number>>

const query: Query = {}

const slugsOf = (articles: readonly Article[] | undefined) => articles?.map(({ slug }) => slug)

/** A blog that follows two authors, and an app that shows some of its lists. */
function blog() {
  const rows: Row[] = [
    { slug: 'actions', title: 'actions', tags: ['redux'] },
    { slug: 'caches', title: 'caches', tags: ['redux', 'rest'] },
    { slug: 'hooks', title: 'hooks', tags: ['react'] },
  ]
  const sent: string[] = []
  server.use(
    http.get(`${API}/articles`, ({ request }) => {
      const { search, searchParams } = new URL(request.url)
      const tag = searchParams.get('tag')
      const word = searchParams.get('q') ?? ''
      sent.push(`GET /articles${search}`)
      const articles = rows
        .filter(({ tags }) => tag === null || tags.includes(tag))
        .filter(({ title, tags }) => [title, ...tags].some((text) => text.includes(word)))
      return HttpResponse.json({ articles, articlesCount: articles.length })
    }),
    http.get(`${API}/articles/feed`, ({ request }) => {
      sent.push(`GET /articles/feed${new URL(request.url).search}`)
      return HttpResponse.json({ articles: rows.slice(2), articlesCount: 1 })
    }),
    http.patch(`${API}/articles/:slug`, async ({ request, params }) => {
      sent.push(`PATCH /articles/${String(params['slug'])}`)
      const at = rows.findIndex(({ slug }) => slug === params['slug'])
      rows[at] = { ...(rows[at] as Row), ...((await request.json()) as Partial<Row>) }
      return HttpResponse.json(rows[at])
    }),
  )
  const { controller } = createStore()
  /** Waits until readers have requested what they need, and have it. */
  const settle = async () => {
    await turns()
    await controller.allSettled()
  }
  return { rows, sent, controller, settle }
}

describe('the articles of a blog, and the feed at another path', () => {
  const getList = new RestEndpoint({
    urlPrefix: API,
    path: '/articles',
    searchParams: query,
    schema: { articles: new Collection([Article]), articlesCount: 0 },
  })
  const getFeed = getList.extend({ path: '/articles/feed' })
  const first = { offset: 0 }

  it.each([
    ['the feed second', [getList, getFeed]],
    ['the feed first', [getFeed, getList]],
  ])('are two lists, each with its own total, after one request each: %s', async (_, order) => {
    const { controller, sent, settle } = blog()
    for (const endpoint of order) {
      controller.retain(endpoint, first)
      await settle()
    }
    const all = controller.getResponse(getList, first).data
    expect(slugsOf(all?.articles)).toEqual(['actions', 'caches', 'hooks'])
    expect(all?.articlesCount).toBe(3)
    const feed = controller.getResponse(getFeed, first).data
    expect(slugsOf(feed?.articles)).toEqual(['hooks'])
    expect(feed?.articlesCount).toBe(1)
    expect(sent.toSorted()).toEqual(['GET /articles/feed?offset=0', 'GET /articles?offset=0'])
  })
})

describe('other tags of an article, while lists by a tag and by a search are shown,', () => {
  const { getList, partialUpdate } = resource({
    urlPrefix: API,
    path: '/articles/:slug',
    schema: Article,
    searchParams: query,
  })
  const getArticles = getList.extend({ process: ({ articles }: { articles: Row[] }) => articles })
  const lists: readonly Query[] = [{ tag: 'redux' }, { tag: 'rest' }, { q: 'a' }]

  it('bring each list as the server has it, by one request for each', async () => {
    const { controller, sent, settle } = blog()
    const shown = () =>
      lists.map((params) => slugsOf(controller.getResponse(getArticles, params).data))
    for (const params of lists) controller.retain(getArticles, params)
    await settle()
    expect(shown()).toEqual([['actions', 'caches'], ['caches'], ['actions', 'caches', 'hooks']])
    sent.length = 0
    await controller.fetch(partialUpdate, { slug: 'actions' }, { tags: ['rest'] })
    await settle()
    expect(shown()).toEqual([['caches'], ['actions', 'caches'], ['actions', 'caches', 'hooks']])
    expect(sent).toEqual([
      'PATCH /articles/actions',
      'GET /articles?tag=redux',
      'GET /articles?tag=rest',
      'GET /articles?q=a',
    ])
    const warn = vi.mocked(console.warn)
    expect(warn.mock.calls).toEqual([
      [expect.stringMatching(/\[Article\] at \/articles with `tag` .*filters: \{ tag: /)],
      [expect.stringMatching(/\[Article\] at \/articles with `q` .*filters: \{ q: /)],
    ])
    warn.mockClear()
  })
})
