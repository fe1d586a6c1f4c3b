import {
  Collection,
  counted,
  Entity,
  envelope,
  pages,
  Query,
  resource,
  RestEndpoint,
  type RunContext,
} from 'rtk-rest'
import { API } from '../api'

const TYPE = 'application/vnd.api+json'
/** The relations that entities have as fields, in one direction. */
const RELATIONS: Fields<Fields<string>> = { articles: { author: 'people', tags: 'tags' } }

type Fields<Value = unknown> = Record<string, Value>
type Related = Ref | readonly Ref[] | null

interface Ref {
  readonly type: string
  readonly id: string
  readonly attributes?: Fields
  readonly relationships?: Fields<{ readonly data?: Related }>
}

/** A document without `included`: entities have their attributes, and their relations themselves or the ids, as fields. */
function linked({ data, included = [], ...others }: { data: Related; included?: Ref[] }) {
  const all = [data ?? [], included].flat(2) as Ref[]
  const nameOf = ({ type, id }: Ref) => `${type} ${id}`
  const made = new Map<string, Fields>()
  for (const it of all) made.set(nameOf(it), { id: it.id, ...it.attributes })
  const find = (ref: Ref) => made.get(nameOf(ref)) ?? ref.id
  const findAll = (to: Related) => (Array.isArray(to) ? to.map(find) : to && find(to as Ref))
  for (const { type, id, relationships = {} } of all) {
    const related = Object.entries(relationships).filter(([name]) => RELATIONS[type]?.[name])
    for (const [name, { data: to }] of related)
      if (to !== undefined) Object.assign(find({ type, id }), { [name]: findAll(to) })
  }
  return { ...others, data: findAll(data) }
}

class JsonApiEndpoint extends envelope(RestEndpoint, 'data') {
  override readonly urlPrefix = API

  override getHeaders(headers: Record<string, string>) {
    return { ...headers, accept: TYPE, 'content-type': TYPE }
  }

  override async parseResponse(response: Response) {
    const document = (await super.parseResponse(response)) as Parameters<typeof linked>[0] | null
    return document && linked(document)
  }

  override getRequestInit(body: Fields | undefined, context: RunContext) {
    const type = this.extra as unknown as string // of the entity
    const { id, ...fields } = body ?? {}
    const [attributes, relationships]: [Fields, Fields] = [{}, {}]
    for (const [name, value] of Object.entries(fields)) {
      const refTo = (pk: unknown) => ({ type: RELATIONS[type]?.[name], id: pk })
      if (!RELATIONS[type]?.[name]) attributes[name] = value
      else relationships[name] = { data: Array.isArray(value) ? value.map(refTo) : refTo(value) }
    }
    return super.getRequestInit(body && { type, id, attributes, relationships }, context)
  }
}

class Person extends Entity {
  id = ''
  name = ''
  static override key = 'Person'
}

class Tag extends Entity {
  id = ''
  label = ''
  static override key = 'Tag'
}

class Article extends Entity {
  id = ''
  title = ''
  status: 'draft' | 'published' = 'draft'
  author: Person | undefined = undefined
  tags: readonly Tag[] = []
  static override key = 'Article'
  static override schema = { author: Person, tags: [Tag] }
}

const articles = new Collection([Article], {
  filters: {
    'filter[status]': ({ status }, value) => value === '' || status === value,
    'filter[author]': ({ author }, id) => id === '' || author?.id === id,
  },
})

export const ArticleResource = resource({
  path: '/articles/:id\\?include=author,tags',
  schema: Article,
  body: {} as Partial<Record<'id' | 'title' | 'status' | 'author', string>> & { tags?: string[] },
  extra: 'articles',
  Endpoint: JsonApiEndpoint,
}).extend('getList', {
  path: '/articles\\?include=author,tags',
  searchParams: {} as { 'filter[status]'?: Article['status']; 'filter[author]'?: string },
  schema: {
    data: new Query(articles, (all) => all.toSorted((one, other) => +other.id - +one.id)),
    links: { next: null as string | null },
    meta: { total: counted },
  },
  paginationField: [pages, 'page[number]'],
})

export const PersonResource = resource({
  path: '/people/:id',
  schema: Person,
  extra: 'people',
  Endpoint: JsonApiEndpoint,
})
