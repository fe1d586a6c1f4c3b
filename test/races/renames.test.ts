import { http, HttpResponse } from 'msw'
import { Collection, Entity, resource, RestEndpoint, Union, Values } from 'rtk-rest'
import { optimistic } from 'rtk-rest/optimistic'
import { describe, expect, it, vi } from 'vitest'
import { API, server } from '../support/server'
import { turns } from '../support/turns'
import { createStore, deferred } from '../support/world'

// A server that derives an article's address from its title, as blogs do.

class Article extends Entity {
  slug = ''
  title = ''
  status = ''
  text = ''
  static override key = 'Article'
  override pk() {
    return this.slug
  }
}

class Comment extends Entity {
  id = ''
  article: Article | undefined = undefined
  static override key = 'Comment'
  static override schema = { article: Article }
}

/** What is nothing without its article. */
class Review extends Entity {
  id = ''
  article = Article.fromJS({})
  static override key = 'Review'
  static override schema = { article: Article }
}

class Tag extends Entity {
  id = ''
  articles: readonly Article[] = []
  static override key = 'Tag'
  static override schema = {
    articles: new Collection([Article], { nestKey: ({ id }: Tag) => ({ tag: id }) }),
  }
}

type Query = { readonly status?: string }

const Articles = resource({
  path: '/articles/:slug',
  urlPrefix: API,
  schema: Article,
  searchParams: undefined as unknown as Query,
})
const getPlain = new RestEndpoint({ urlPrefix: API, path: '/plain', schema: [Article] })
const getMap = new RestEndpoint({
  urlPrefix: API,
  path: '/map',
  schema: new Collection(new Values(Article)),
})
const getMixed = new RestEndpoint({
  urlPrefix: API,
  path: '/mixed',
  schema: new Collection([new Union({ article: Article, comment: Comment }, 'type')]),
})
const getComment = new RestEndpoint({ urlPrefix: API, path: '/comments/:id', schema: Comment })
const getReview = new RestEndpoint({ urlPrefix: API, path: '/reviews/:id', schema: Review })
const getTag = new RestEndpoint({ urlPrefix: API, path: '/tags/:id', schema: Tag })
const given: Partial<Article> = {}
const renameBare = new RestEndpoint({
  urlPrefix: API,
  path: '/articles/:slug',
  method: 'PUT',
  body: given,
  schema: Article,
})
const renameAndNotify = renameBare.extend({ path: '/articles/:slug\\?notify=:notify' })
/** Paths that call the key otherwise than the article does. */
const ById = resource({ path: '/articles/:id', urlPrefix: API, schema: Article })
const renameInEnvelope = renameBare.extend({
  schema: { article: Article },
  process: (article: object) => ({ article }),
})

/** A blog whose first article is renamed by a PUT or PATCH with another title. */
function blog() {
  const rows = new Map(
    ['a', 'old', 'z'].map((slug) => [slug, { slug, title: slug, status: 'live', text: 'long' }]),
  )
  const reads: string[] = []
  let gate: Promise<unknown> | undefined
  const all = () => [...rows.values()]
  const bodies: Record<string, () => unknown> = {
    '/articles': all,
    '/plain': all,
    '/map': () => Object.fromEntries(rows),
    '/mixed': () => all().map((it) => ({ ...it, type: 'article' })),
    '/comments/1': () => ({ id: '1', article: rows.get('new') ?? rows.get('old') }),
    '/reviews/1': () => ({ id: '1', article: rows.get('new') ?? rows.get('old') }),
    '/tags/1': () => ({ id: '1', articles: all() }),
  }
  const write = async ({ request, params }: { request: Request; params: object }) => {
    const { slug } = params as { slug: string }
    const body = (await request.json()) as { title?: string }
    const next = { ...(rows.get(slug) as never as object), ...body, slug: body.title ?? slug }
    const entries = [...rows].filter(([it]) => it === slug || it !== next.slug)
    rows.clear()
    for (const [key, row] of entries) {
      if (key === slug) rows.set(next.slug, next as never)
      else rows.set(key, row)
    }
    return HttpResponse.json(next)
  }
  server.use(
    http.put(`${API}/articles/:slug`, write),
    http.patch(`${API}/articles/:slug`, write),
    http.get(`${API}/*`, async ({ request }) => {
      const { pathname, searchParams } = new URL(request.url)
      reads.push(pathname)
      const slug = /^\/articles\/(.+)/.exec(pathname)?.[1]
      const status = searchParams.get('status')
      const body = slug === undefined ? bodies[pathname]?.() : rows.get(slug)
      const filtered = status === null ? body : all().filter((it) => it.status === status)
      await gate
      return body === undefined
        ? new HttpResponse(null, { status: 404 })
        : HttpResponse.json(filtered as object)
    }),
  )
  const world = createStore()
  const settle = async () => {
    await turns()
    await world.controller.allSettled()
    await turns()
    await world.controller.allSettled()
  }
  const hold = () => {
    const held = deferred()
    gate = held.promise
    return () => {
      gate = undefined
      held.resolve()
    }
  }
  return { ...world, rows, reads, settle, hold }
}

const slugsOf = (list: unknown) => (list as readonly Article[] | undefined)?.map(({ slug }) => slug)
const old = { slug: 'old' }

describe.each([
  ['the bare entity', renameBare],
  ['an envelope', renameInEnvelope],
  ['update of a resource', Articles.update],
  ['partialUpdate of a resource', Articles.partialUpdate],
] as const)('an article that gets another key, by %s', (_, endpoint) => {
  it('keeps its place in all lists, and its old address is gone, without a request', async () => {
    const { controller, reads, settle } = blog()
    const held = [
      controller.retain(Articles.getList),
      controller.retain(Articles.getList, { status: 'live' }),
      controller.retain(getMap),
      controller.retain(getMixed),
      controller.retain(getTag, { id: '1' }),
      controller.retain(Articles.get, old),
    ]
    await settle()
    reads.length = 0
    await controller.fetch(endpoint as unknown as typeof renameBare, old, { title: 'new' })
    await settle()
    const expected = ['a', 'new', 'z']
    expect(slugsOf(controller.getResponse(Articles.getList).data)).toEqual(expected)
    expect(slugsOf(controller.getResponse(Articles.getList, { status: 'live' }).data)).toEqual(
      expected,
    )
    expect(slugsOf(controller.getResponse(getMixed).data)).toEqual(expected)
    expect(slugsOf(controller.getResponse(getTag, { id: '1' }).data?.articles)).toEqual(expected)
    const map = controller.getResponse(getMap).data as Record<string, Article>
    expect(Object.keys(map)).toEqual(expected)
    expect(map['new']).toMatchObject({ slug: 'new', title: 'new', text: 'long' })
    expect(controller.getResponse(Articles.get, old).data).toBeUndefined()
    expect(controller.getError(Articles.get, old)).toMatchObject({ code: 'DELETED' })
    expect(controller.get(Article, { slug: 'new' })).toMatchObject({ title: 'new', text: 'long' })
    expect(reads).toEqual([])
    held.forEach((it) => it.release())
  })
})

it('what is deleted is not what a call names by the same number of another kind', async () => {
  class Lead extends Entity {
    id = ''
    static override key = 'Lead'
  }
  const getLead = new RestEndpoint({
    path: '/projects/:project/lead',
    urlPrefix: API,
    schema: Lead,
  })
  const leads = resource({ path: '/leads/:id', urlPrefix: API, schema: Lead })
  let lead = '5'
  server.use(
    http.get(`${API}/projects/5/lead`, () => HttpResponse.json({ id: lead })),
    http.delete(`${API}/leads/5`, () => {
      lead = '6'
      return new HttpResponse(null, { status: 204 })
    }),
  )
  const { controller } = createStore()
  const held = controller.retain(getLead, { project: '5' })
  await controller.allSettled()
  await controller.fetch(leads.delete, { id: '5' })
  await vi.waitFor(() =>
    expect(controller.getResponse(getLead, { project: '5' }).data?.id).toBe('6'),
  )
  held.release()
})

describe.each([
  ['with another name than its key has', ById.get, ById.update, { id: 'old' }],
  ['with a search parameter behind it', Articles.get, renameAndNotify, { ...old, notify: 1 }],
] as const)('an article that gets another key, by a path %s', (_, get, endpoint, params) => {
  it('keeps its place in lists, and its old address is gone, without a request', async () => {
    const { controller, reads, settle } = blog()
    const getOld = get as unknown as typeof ById.get
    const args = params as unknown as { id: string }
    const held = [controller.retain(Articles.getList), controller.retain(getOld, args)]
    await settle()
    reads.length = 0
    await controller.fetch(endpoint as unknown as typeof ById.update, args, { title: 'new' })
    await settle()
    expect(slugsOf(controller.getResponse(Articles.getList).data)).toEqual(['a', 'new', 'z'])
    expect(controller.getResponse(getOld, args).data).toBeUndefined()
    expect(controller.getError(getOld, args)).toMatchObject({ code: 'DELETED' })
    expect(reads).toEqual([])
    held.forEach((it) => it.release())
  })
})

describe('a rename', () => {
  it('has those asked once that refer to the old key otherwise', async () => {
    const { controller, reads, settle } = blog()
    const held = [
      controller.retain(getPlain),
      controller.retain(getComment, { id: '1' }),
      controller.retain(getReview, { id: '1' }),
    ]
    await settle()
    reads.length = 0
    await controller.fetch(renameBare, old, { title: 'new' })
    await settle()
    expect(reads.toSorted()).toEqual(['/comments/1', '/plain', '/reviews/1'])
    expect(slugsOf(controller.getResponse(getPlain).data)).toEqual(['a', 'new', 'z'])
    expect(controller.getResponse(getComment, { id: '1' }).data?.article).toMatchObject({
      slug: 'new',
    })
    expect(controller.getResponse(getReview, { id: '1' }).data?.article).toMatchObject({
      slug: 'new',
    })
    expect(controller.fetchIfStale(getPlain)).not.toBeInstanceOf(Promise)
    held.forEach((it) => it.release())
  })

  it('makes what nobody reads stale, where that refers to the old key', async () => {
    const { controller, settle } = blog()
    await controller.fetch(getPlain)
    await controller.fetch(renameBare, old, { title: 'new' })
    await settle()
    expect(slugsOf(await controller.fetchIfStale(getPlain))).toEqual(['a', 'new', 'z'])
  })

  it('is in a list that was requested before, and brings the old key', async () => {
    const { controller, reads, settle, hold } = blog()
    await controller.fetch(Articles.getList)
    const release = hold()
    const list = controller.fetch(Articles.getList)
    const one = controller.fetch(Articles.get, old).catch((error: unknown) => error)
    await vi.waitFor(() => expect(reads).toHaveLength(3))
    await controller.fetch(renameBare, old, { title: 'new' })
    release()
    await list
    await one
    await settle()
    expect(slugsOf(controller.getResponse(Articles.getList).data)).toEqual(['a', 'new', 'z'])
    expect(controller.get(Article, old)).toBeUndefined()
  })

  it('and back gives the lists as they were', async () => {
    const { controller, settle, reads } = blog()
    const held = [
      controller.retain(Articles.getList),
      controller.retain(Articles.get, { slug: 'old' }),
    ]
    await settle()
    reads.length = 0
    await controller.fetch(renameBare, old, { title: 'new' })
    await controller.fetch(renameBare, { slug: 'new' }, { title: 'old' })
    await settle()
    expect(slugsOf(controller.getResponse(Articles.getList).data)).toEqual(['a', 'old', 'z'])
    expect(controller.getResponse(Articles.get, old).data).toMatchObject({
      slug: 'old',
      text: 'long',
    })
    expect(controller.get(Article, { slug: 'new' })).toBeUndefined()
    held.forEach((it) => it.release())
  })

  it('to a key that is stored already has that once, in the place of the old one', async () => {
    const { controller, reads, settle } = blog()
    const held = controller.retain(Articles.getList)
    await settle()
    reads.length = 0
    await controller.fetch(renameBare, old, { title: 'a' })
    await settle()
    expect(slugsOf(controller.getResponse(Articles.getList).data)).toEqual(['a', 'z'])
    expect(reads).toEqual([])
    held.release()
  })

  it('leaves a list that it does not belong to any more', async () => {
    const { controller, settle } = blog()
    const held = controller.retain(Articles.getList, { status: 'live' })
    await settle()
    await controller.fetch(Articles.partialUpdate, old, { title: 'new', status: 'draft' })
    await settle()
    expect(slugsOf(controller.getResponse(Articles.getList, { status: 'live' }).data)).toEqual([
      'a',
      'z',
    ])
    held.release()
  })

  it('that overlaps another change of the article has the new one asked for', async () => {
    const { controller, settle, reads, rows } = blog()
    const held = controller.retain(Articles.getList)
    await settle()
    reads.length = 0
    const renamed = deferred<Response>()
    server.use(http.put(`${API}/articles/old`, () => renamed.promise))
    const ended = controller.fetch(renameBare, old, { title: 'new' })
    await turns()
    await controller.fetch(Articles.partialUpdate, old, { text: 'short' })
    const row = { slug: 'new', title: 'new', status: 'live', text: 'long' }
    const entries = [...rows].map(([key, it]) =>
      key === 'old' ? (['new', { ...row, text: 'short' }] as const) : ([key, it] as const),
    )
    rows.clear()
    entries.forEach(([key, it]) => rows.set(key, it))
    renamed.resolve(HttpResponse.json(row))
    await ended
    await settle()
    expect(reads).toContain('/articles')
    expect(controller.get(Article, { slug: 'new' })).toMatchObject({ text: 'short' })
    held.release()
  })
})

describe.each([
  ['update of a resource', Articles.update],
  ['an endpoint of its own', renameBare],
] as const)('a message that tells of a rename before its response, by %s', (_, endpoint) => {
  const live = { status: 'live' }
  const rename = async (body: Partial<Article>) => {
    const it = blog()
    const { controller, reads, settle } = it
    await Promise.all([
      controller.fetch(Articles.getList),
      controller.fetch(Articles.getList, live),
    ])
    reads.length = 0
    const response = deferred<Response>()
    server.use(http.put(`${API}/articles/old`, () => response.promise))
    const ended = controller.fetch(endpoint as unknown as typeof renameBare, old, body)
    await turns()
    const row = { slug: 'new', title: 'new', status: 'live', text: 'long', ...body }
    controller.set(Articles.getList.schema.move, { slug: 'new' }, row)
    response.resolve(HttpResponse.json(row))
    await ended
    await settle()
    const slugs = (args: Query) => slugsOf(controller.getResponse(Articles.getList, args).data)
    return { ...it, slugs }
  }

  it('has nothing asked for', async () => {
    const { controller, slugs } = await rename({ title: 'new' })
    expect(slugs({})).toEqual(['a', 'new', 'z'])
    expect(slugs(live)).toEqual(['a', 'new', 'z'])
    expect(controller.fetchIfStale(Articles.getList)).not.toBeInstanceOf(Promise)
    expect(controller.fetchIfStale(Articles.getList, live)).not.toBeInstanceOf(Promise)
  })

  it('leaves a list that the article does not belong to any more', async () => {
    const { slugs } = await rename({ title: 'new', status: 'draft' })
    expect(slugs(live)).toEqual(['a', 'z'])
  })
})

describe('a message of the old key after a rename', () => {
  it.each([
    ['is late', 'new', ['a', 'new', 'z']],
    ['tells that somebody has renamed it back', 'old', ['a', 'old', 'z']],
  ])('has lists asked for once where it %s', async (_, slug, expected) => {
    const { controller, reads, rows, settle } = blog()
    const held = controller.retain(Articles.getList)
    await settle()
    const before = { slug: 'old', title: 'old', status: 'live', text: 'long' }
    await controller.fetch(renameBare, old, { title: 'new' })
    reads.length = 0
    if (slug === 'old') {
      const entries = [...rows].map(([key, row]) => [key === 'new' ? 'old' : key, row] as const)
      rows.clear()
      for (const [key, row] of entries) rows.set(key, { ...row, slug: key, title: key })
    }
    for (const text of ['long', 'long', 'longer']) {
      controller.set(Articles.getList.schema.move, { slug: 'old' }, { ...before, text })
    }
    await settle()
    expect(slugsOf(controller.getResponse(Articles.getList).data)).toEqual(expected)
    expect(reads).toEqual(['/articles'])
    held.release()
  })
})

class Line extends Entity {
  order = 0
  number = 0
  text = ''
  copyOf: Line | undefined = undefined
  static override key = 'Line'
  static override schema = { copyOf: this }
  override pk() {
    return `${this.order}/${this.number}`
  }
}

class Person extends Entity {
  id = 0
  name = ''
  static override key = 'Person'
}

const people = resource({ path: '/people/:id', urlPrefix: API, schema: Person })

describe('a key', () => {
  it('of several fields is renamed where the path ends with one of them', async () => {
    const lines = resource({ path: '/orders/:order/lines/:number', urlPrefix: API, schema: Line })
    const { controller } = createStore()
    const args = { order: 1 }
    controller.set(
      lines.getList.schema,
      args,
      [1, 2, 3].map((number) => ({ order: 1, number, text: 'a' })),
    )
    server.use(
      http.put(`${API}/orders/1/lines/2`, () =>
        HttpResponse.json({ order: 1, number: 5, text: 'b' }),
      ),
    )
    await controller.fetch(lines.update, { order: 1, number: 2 }, { text: 'b' })
    expect(controller.get(lines.getList.schema, args)?.map(({ number }) => number)).toEqual([
      1, 5, 3,
    ])
  })

  it('that is a number is renamed', async () => {
    const { controller } = createStore()
    controller.set(people.getList.schema, [{ id: 1 }, { id: 2 }])
    server.use(http.patch(`${API}/people/1`, () => HttpResponse.json({ id: 7, name: 'Ada' })))
    await controller.fetch(people.partialUpdate, { id: 1 }, { name: 'Ada' })
    expect(controller.get(people.getList.schema)?.map(({ id }) => id)).toEqual([7, 2])
    expect(controller.getError(people.get, { id: 1 })).toMatchObject({ code: 'DELETED' })
  })
})

describe('another entity', () => {
  const options = { urlPrefix: API, body: {} as object, schema: Person } as const
  const fellow = { fellow: Person }
  it.each([
    ['a POST', new RestEndpoint({ ...options, path: '/people/:id', method: 'POST' })],
    [
      'a PUT at a sub-path',
      new RestEndpoint({ ...options, path: '/people/:id/manager', method: 'PUT' }),
    ],
    [
      'a PUT with another parameter at its end',
      new RestEndpoint({ ...options, path: '/people/:id/:field', method: 'PUT' }),
    ],
    [
      'a PUT that responds with two',
      new RestEndpoint({
        ...options,
        path: '/people/:id',
        method: 'PUT',
        schema: { ...fellow, person: Person },
      }),
    ],
    [
      'a PUT that responds with a list',
      new RestEndpoint({ ...options, path: '/people/:id', method: 'PUT', schema: [Person] }),
    ],
  ] as const)('comes by %s, and leaves the one that it names', async (name, endpoint) => {
    const { controller } = createStore()
    controller.set(people.getList.schema, [{ id: 1 }, { id: 2 }])
    const body = name.endsWith('two') ? { fellow: { id: 7 }, person: { id: 1 } } : { id: 7 }
    server.use(http.all(`${API}/*`, () => HttpResponse.json(name.endsWith('list') ? [body] : body)))
    await controller.fetch(
      endpoint as unknown as typeof people.update,
      { id: 1, field: 'boss' } as { id: number },
      {},
    )
    expect(controller.get(people.getList.schema)?.map(({ id }) => id)).toEqual([1, 2])
    expect(controller.get(Person, { id: 1 })).toBeDefined()
    expect(controller.get(Person, { id: 7 })).toBeDefined()
  })

  it('is not what a path ends with that names the one of the response before', async () => {
    const { controller } = createStore()
    controller.set(people.getList.schema, [{ id: 1 }, { id: 2 }])
    const setPlace = new RestEndpoint({
      ...options,
      path: '/people/:person/place/:place',
      method: 'PUT',
    })
    server.use(http.put(`${API}/people/1/place/2`, () => HttpResponse.json({ id: 1 })))
    await controller.fetch(setPlace, { person: 1, place: 2 }, {})
    expect(controller.get(people.getList.schema)?.map(({ id }) => id)).toEqual([1, 2])
    expect(controller.get(Person, { id: 2 })).toBeDefined()
  })

  it('is that of an alias, as in /people/me', async () => {
    const { controller } = createStore()
    const me = { id: 'me' } as never
    server.use(http.all(`${API}/people/me`, () => HttpResponse.json({ id: 7, name: 'Ada' })))
    await controller.fetch(people.get, me)
    await controller.fetch(people.partialUpdate, me, { name: 'Ada' })
    expect(controller.getResponse(people.get, me).data).toMatchObject({ id: 7 })
    expect(controller.getError(people.get, me)).toBeUndefined()
  })
})

describe('an optimistic update of an article that is renamed meanwhile', () => {
  it.each([
    ['lands first', true],
    ['lands last', false],
  ])('shows what the server has if it %s', async (_, isFirst) => {
    const { controller, settle, rows } = blog()
    const held = controller.retain(Articles.getList)
    await settle()
    const responses = [deferred<Response>(), deferred<Response>()]
    server.use(
      http.patch(`${API}/articles/old`, () => responses[0]?.promise),
      http.put(`${API}/articles/old`, () => responses[1]?.promise),
    )
    const patch = renameBare.extend({
      method: 'PATCH',
      getOptimisticResponse: [
        optimistic,
        (_snap, { slug }, body) => ({ slug: `${slug}`, ...body }),
      ],
    })
    const patched = controller.fetch(patch, old, { text: 'short' })
    const renamed = controller.fetch(renameBare, old, { title: 'new' })
    await turns()
    const row = { slug: 'new', title: 'new', status: 'live', text: 'short' }
    const next = [...rows].map(([key, it]) =>
      key === 'old' ? (['new', row] as const) : ([key, it] as const),
    )
    rows.clear()
    for (const [key, it] of next) rows.set(key, it)
    const land = [
      async () => {
        responses[0]?.resolve(HttpResponse.json({ ...row, ...old, title: 'old' }))
        await patched
      },
      async () => {
        responses[1]?.resolve(HttpResponse.json(row))
        await renamed
      },
    ]
    for (const it of isFirst ? land : land.toReversed()) await it()
    await settle()
    const list = controller.getResponse(Articles.getList).data
    expect(slugsOf(list)).toEqual(['a', 'new', 'z'])
    expect(list?.[1]).toMatchObject({ text: 'short' })
    held.release()
  })
})
