import type { MockResponse } from '../recipes/api'
import { type Call, serve } from './serve'

interface Ref {
  readonly type: string
  readonly id: string
}

interface Resource extends Ref {
  readonly attributes: Readonly<Record<string, unknown>>
  readonly relationships: Readonly<Record<string, { readonly data: Ref | readonly Ref[] }>>
}

const PAGE_SIZE = 3
const TYPE = 'application/vnd.api+json'

/** A server of JSON:API with articles, the newest first, people and tags. */
export function jsonApiServer() {
  const ref = (type: string, id: string): Ref => ({ type, id })
  const make = (type: string, id: string, attributes: Resource['attributes']): Resource => ({
    type,
    id,
    attributes,
    relationships: {},
  })
  let things: readonly Resource[] = [
    {
      ...make('people', '1', { name: 'Ada' }),
      relationships: { articles: { data: ['1', '2', '3'].map((id) => ref('articles', id)) } },
    },
    make('people', '2', { name: 'Bob' }),
    make('tags', '1', { label: 'new' }),
    make('tags', '2', { label: 'old' }),
    ...['Alpha', 'Bravo', 'Charlie', 'Delta', 'Echo'].map((title, at) => ({
      ...make('articles', `${at + 1}`, { title, status: at % 2 === 0 ? 'published' : 'draft' }),
      relationships: {
        author: { data: ref('people', at < 3 ? '1' : '2') },
        tags: { data: [ref('tags', at < 2 ? '2' : '1')] },
      },
    })),
  ]
  const send = (json: object, status = 200): MockResponse => ({
    status,
    body: JSON.stringify(json),
    headers: { 'content-type': TYPE },
  })
  const refuse = (status: number, detail: string, pointer?: string) =>
    send(
      { errors: [{ status: `${status}`, detail, ...(pointer && { source: { pointer } }) }] },
      status,
    )
  const find = ({ type, id }: Ref) => things.find((it) => it.type === type && it.id === id)
  const relatedTo = (all: readonly Resource[], names: readonly string[]) => {
    const refs = all.flatMap((it) => names.flatMap((name) => it.relationships[name]?.data ?? []))
    const found = new Set(refs.map(find).filter((it) => it !== undefined))
    return names.length > 0 ? { included: [...found] } : {}
  }
  const included = ({ search }: Call) => search.get('include')?.split(',') ?? []
  const titleOf = ({ attributes }: Resource) => attributes['title'] as string
  const withParams = ({ params: { type = '', id = '' } }: Call) => find({ type, id })
  /** Saves the resource object of a request. */
  const save = (call: Call, stored?: Resource): MockResponse => {
    if (call.headers['content-type'] !== TYPE) return refuse(415, 'Unsupported media type')
    const { data } = JSON.parse(call.body) as { readonly data: Partial<Resource> }
    if (data.type !== call.params['type'] || data.id !== stored?.id)
      return refuse(409, 'Another type or id than that of the address')
    const count = things.filter((it) => it.type === data.type).length
    const base = stored ?? make(data.type ?? '', `${count + 1}`, { status: 'draft' })
    const thing = {
      ...base,
      attributes: { ...base.attributes, ...data.attributes },
      relationships: { ...base.relationships, ...data.relationships },
    }
    if (thing.type === 'articles' && !thing.attributes['title'])
      return refuse(422, "can't be blank", '/data/attributes/title')
    things = stored ? things.map((it) => (it === stored ? thing : it)) : [...things, thing]
    return send({ data: thing, ...relatedTo([thing], included(call)) }, stored ? 200 : 201)
  }

  return serve({
    'GET /:type': (call) => {
      const { search, url } = call
      const status = search.get('filter[status]')
      const author = search.get('filter[author]')
      const found = things
        .filter(({ type }) => type === call.params['type'])
        .filter((it) => status === null || it.attributes['status'] === status)
        .filter(
          (it) =>
            author === null || (it.relationships['author']?.data as Ref | undefined)?.id === author,
        )
        .toSorted((one, other) =>
          search.get('sort') === 'title'
            ? titleOf(one).localeCompare(titleOf(other))
            : Number(other.id) - Number(one.id),
        )
      const number = Number(search.get('page[number]') ?? 1)
      const data = found.slice((number - 1) * PAGE_SIZE, number * PAGE_SIZE)
      const next = new URL(url)
      next.searchParams.set('page[number]', `${number + 1}`)
      return send({
        data,
        ...relatedTo(data, included(call)),
        links: { self: `${url}`, next: number * PAGE_SIZE < found.length ? `${next}` : null },
        meta: { total: found.length },
      })
    },
    'POST /:type': (call) => save(call),
    'GET /:type/:id': (call) => {
      const data = withParams(call)
      return data ? send({ data, ...relatedTo([data], included(call)) }) : refuse(404, 'Not found')
    },
    'PATCH /:type/:id': (call) => {
      const stored = withParams(call)
      return stored ? save(call, stored) : refuse(404, 'Not found')
    },
    'DELETE /:type/:id': (call) => {
      const stored = withParams(call)
      things = things.filter((it) => it !== stored)
      return stored ? { status: 204 } : refuse(404, 'Not found')
    },
  })
}
