import { http, HttpResponse } from 'msw'
import { callsWith, Collection, Entity, pages, RestEndpoint } from 'rtk-rest'
import { describe, expect, it } from 'vitest'
import { API, server } from '../support/server'
import { createStore } from '../support/world'

class Article extends Entity {
  id = ''
  static override key = 'Article'
}

interface Filter {
  readonly favorited?: string
  readonly tag?: string
  readonly labels?: readonly string[]
  readonly page?: number
}

const filter: Filter = {}

const getArticles = new RestEndpoint({
  urlPrefix: `${API}/`,
  path: '/blogs/:blog{/:year}/articles',
  searchParams: filter,
  schema: new Collection([Article]),
})

const calls = {
  plain: getArticles.key({ blog: 'a' }),
  ada: getArticles.key({ blog: 'a', favorited: 'ada' }),
  adaOfPage2: getArticles.key({ blog: 'a', favorited: 'ada', page: 2 }),
  adaOfOther: getArticles.key({ blog: 'b & c', favorited: 'ada' }),
  adamant: getArticles.key({ blog: 'a', favorited: 'adamant' }),
  tagged: getArticles.key({ blog: 'a', tag: 'ada' }),
  labelled: getArticles.key({ blog: 'a', year: 2026, labels: ['x', 'y z'] }),
}

type Params = Parameters<typeof callsWith<Parameters<typeof getArticles>[0]>>[1]

function found(params: Params): readonly string[] {
  const { testKey } = callsWith(getArticles, params)
  return Object.entries(calls)
    .filter(([, key]) => testKey?.(key))
    .map(([name]) => name)
}

describe('callsWith', () => {
  it.each<[Params, readonly string[]]>([
    [{ favorited: 'ada' }, ['ada', 'adaOfPage2', 'adaOfOther']],
    [{ favorited: 'ada', page: 2 }, ['adaOfPage2']],
    [{ favorited: 'ada', blog: 'a' }, ['ada', 'adaOfPage2']],
    [{ blog: 'b & c' }, ['adaOfOther']],
    [{ year: '2026' }, ['labelled']],
    [{ labels: ['y z'] }, ['labelled']],
    [{ labels: ['x', 'y z'] }, ['labelled']],
    [{ favorited: 'nobody' }, []],
    [{}, Object.keys(calls)],
    [{ favorited: undefined }, Object.keys(calls)],
  ])('%j selects the calls with these parameters', (params, names) => {
    expect(found(params)).toEqual(names)
  })

  it('selects no calls of other endpoints', () => {
    const { testKey } = callsWith(getArticles, { favorited: 'ada' })
    expect(testKey?.(`GET ${API}/users?favorited=ada`)).toBe(false)
    expect(testKey?.(calls.ada.replace('GET', 'PUT'))).toBe(false)
  })

  it('knows search parameters that a step writes with `this.extra`', () => {
    const own = getArticles.extend({
      extra: 'by',
      searchToString(params) {
        return `${this.extra}=${String(params['favorited'])}`
      },
    })
    const { testKey } = callsWith(own, { favorited: 'ada' })
    expect(testKey?.(own.key({ blog: 'a', favorited: 'ada' }))).toBe(true)
    expect(testKey?.(own.key({ blog: 'a', favorited: 'adamant' }))).toBe(false)
  })

  it('does not compare the body of a read', () => {
    const search = new RestEndpoint({
      path: '/search/:blog',
      method: 'POST',
      sideEffect: false,
      body: {} as { readonly text: string },
    })
    const { testKey } = callsWith(search, { blog: 'a' })
    expect(testKey?.(search.key({ blog: 'a' }, { text: '/b ?' }))).toBe(true)
    expect(testKey?.(search.key({ blog: 'b' }, { text: 'a' }))).toBe(false)
  })

  it('knows the names of a `searchToString`, and refuses one that writes parameters together', () => {
    const renamed = getArticles.extend({
      searchToString: (params) =>
        Object.entries(params)
          .map(([name, value]) => `by_${name}=${String(value)}`)
          .join('&'),
    })
    const { testKey } = callsWith(renamed, { favorited: 'ada' })
    expect(testKey?.(renamed.key({ blog: 'a', favorited: 'ada', tag: 'x' }))).toBe(true)
    expect(testKey?.(renamed.key({ blog: 'a', favorited: 'alan' }))).toBe(false)
    const together = getArticles.extend({
      searchToString: (params) => `q=${JSON.stringify(params)}`,
    })
    expect(() => callsWith(together, { favorited: 'ada' })).toThrow(/testKey/)
  })

  it('refuses the endpoint of the pages of a list, and takes that of the list', () => {
    const paged = getArticles.extend({ paginationField: [pages, 'page'] })
    expect(() => callsWith(paged.getPage, { favorited: 'ada' })).toThrow(
      /getPage: pages belong to the call of their list, so give it the endpoint of the list/,
    )
    const { testKey } = callsWith(paged, { favorited: 'ada' })
    const keyOfPage = paged.getPage.key({ blog: 'a', favorited: 'ada', page: 2 })
    expect(testKey?.(keyOfPage)).toBe(true)
  })

  it('selects a call whose `url` tells nothing of its parameters', () => {
    const opaque = getArticles.extend({
      url: () => `${API}/blogs/x/articles/all`,
      testKey: () => true,
    })
    expect(callsWith(opaque, { favorited: 'ada' }).testKey?.(opaque.key({ blog: 'a' }))).toBe(true)
  })

  it('has those fetched again that a mutation names', async () => {
    const sent: string[] = []
    server.use(
      http.get(`${API}/blogs/a/articles`, ({ request }) => {
        sent.push(new URL(request.url).search)
        return HttpResponse.json([{ id: '1' }])
      }),
      http.post(`${API}/articles/:id/favorite`, () => HttpResponse.json({ id: '1' })),
    )
    const favorite = new RestEndpoint({
      urlPrefix: API,
      path: '/articles/:id/favorite',
      method: 'POST',
      body: undefined,
      schema: Article,
      expireAll: () => [callsWith(getArticles, { favorited: 'ada' })],
    })
    const { controller } = createStore()
    const all = [{}, { favorited: 'ada' }, { favorited: 'ada', page: 2 }, { favorited: 'alan' }]
    for (const params of all) controller.retain(getArticles, { blog: 'a', ...params })
    for (const params of all) await controller.fetch(getArticles, { blog: 'a', ...params })
    sent.length = 0
    await controller.fetch(favorite, { id: '1' })
    await expect.poll(() => sent.toSorted()).toEqual(['?favorited=ada', '?favorited=ada&page=2'])
  })
})
