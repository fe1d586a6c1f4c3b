import { http, HttpResponse, type HttpHandler } from 'msw'
import { readPath } from '../endpoint/pathTemplate'
import { prefixOf } from '../endpoint/url'
import type { EndpointContract } from '../endpoint/contract'

/** The parts of a resource that a server needs to know. */
export interface MockableResource {
  /** The endpoint of one row, whose path the handlers take. */
  readonly get: MockableEndpoint
  /** The endpoint of the list, whose path the handlers take. */
  readonly getList: MockableEndpoint
}

type MockableEndpoint = Pick<EndpointContract, 'name'> & {
  readonly path: string
  readonly urlPrefix?: string | undefined
}

type Row = Record<string, unknown>

/**
 * Creates the MSW handlers of a whole resource from its definition, over rows in memory: get, list (filtered by the parameters
 * of its address), create, update, patch and delete. `options.pk` is the field that identifies a row. Default: the last parameter of
 * the path.
 * @param rows copied, so that tests cannot disturb each other
 *
 * @example
 * const server = setupServer(...mockServer(UserResource, [{ id: '1', name: 'Ada' }]))
 */
export function mockServer(
  resource: MockableResource,
  rows: readonly object[],
  options: { readonly pk?: string } = {},
): HttpHandler[] {
  const { get: one, getList: list } = resource
  const pk = options.pk ?? lastParameter(one.path)
  const store = new MockRows(rows, pk)
  return [
    respond('get', list, ({ params, request }) =>
      HttpResponse.json(store.list([...params, ...new URL(request.url).searchParams])),
    ),
    respond('post', list, async ({ params, request }) =>
      HttpResponse.json(store.create(await bodyOf(request), params), { status: 201 }),
    ),
    respond('get', one, ({ id }) => responseOf(store.get(id))),
    respond('put', one, async ({ id, request }) =>
      responseOf(store.replace(id, await bodyOf(request))),
    ),
    respond('patch', one, async ({ id, request }) =>
      responseOf(store.change(id, await bodyOf(request))),
    ),
    respond('delete', one, ({ id }) =>
      store.delete(id) ? new HttpResponse(null, { status: 204 }) : responseOf(undefined),
    ),
  ]
}

type Param = readonly [name: string, value: string]

interface Call {
  /** The value of the path's last parameter. */
  readonly id: string
  /** The parameters of the path that have a value. */
  readonly params: readonly Param[]
  readonly request: Request
}

/** A handler for the address of an endpoint; its own path syntax is not MSW's, so each request is looked at. */
function respond(
  method: 'get' | 'post' | 'put' | 'patch' | 'delete',
  endpoint: MockableEndpoint,
  resolve: (call: Call) => Response | Promise<Response>,
): HttpHandler {
  return http[method]('*', ({ request }) => {
    const { path } = endpoint
    const params = paramsOf(path, prefixOf(endpoint), new URL(request.url))
    if (params === undefined) return undefined
    const given = Object.entries(params).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, textOf(value)] as const],
    )
    return resolve({ id: textOf(params[lastParameter(path)] ?? ''), params: given, request })
  })
}

/** The parameters of an address. A prefix without an origin is found anywhere in it, as a page may be served anywhere. */
function paramsOf(
  path: string,
  urlPrefix: string,
  { origin, pathname }: URL,
): PathParams | undefined {
  const isAbsolute = /^[a-z]+:\/\//i.test(urlPrefix)
  const starts = isAbsolute ? [0] : [...pathname.matchAll(/\//g)].map(({ index }) => index)
  const address = isAbsolute ? `${origin}${pathname}` : pathname
  for (const start of starts) {
    const rest = address.slice(start)
    const params = rest.startsWith(urlPrefix)
      ? readPath(path, rest.slice(urlPrefix.length))
      : undefined
    if (params !== undefined) return params
  }
  return undefined
}

function textOf(value: string | readonly string[]): string {
  return [value].flat().join('/')
}

type PathParams = NonNullable<ReturnType<typeof readPath>>

class MockRows {
  readonly #pk: string
  readonly #rows: Map<string, Row>
  #created = 0

  constructor(rows: readonly object[], pk: string) {
    this.#pk = pk
    const copies = structuredClone(rows) as Row[]
    this.#rows = new Map(copies.map((row) => [String(row[pk]), row]))
  }

  list(params: readonly Param[]): Row[] {
    return [...this.#rows.values()].filter((row) =>
      params.every(([name, value]) => !(name in row) || String(row[name]) === value),
    )
  }

  get(id: string): Row | undefined {
    return this.#rows.get(id)
  }

  /** @param params the fields of the list that the row joins, as far as rows have them */
  create(body: Row, params: readonly Param[]): Row {
    this.#created += 1
    const rows = [...this.#rows.values()]
    const given = params.filter(([name]) => rows.some((row) => name in row))
    return this.#put({
      [this.#pk]: `created-${this.#created}`,
      ...Object.fromEntries(given),
      ...body,
    })
  }

  replace(id: string, body: Row): Row | undefined {
    const row = this.#rows.get(id)
    return row && this.#put({ ...body, [this.#pk]: row[this.#pk] })
  }

  change(id: string, body: Row): Row | undefined {
    const row = this.#rows.get(id)
    return row && this.#put({ ...row, ...body })
  }

  delete(id: string): boolean {
    return this.#rows.delete(id)
  }

  #put(row: Row): Row {
    this.#rows.set(String(row[this.#pk]), row)
    return row
  }
}

function lastParameter(path: string): string {
  return /.*[:*](?:"([^"]+)"|([\w$]+))/.exec(path)?.slice(1).find(Boolean) ?? 'id'
}

async function bodyOf(request: Request): Promise<Row> {
  const type = request.headers.get('content-type') ?? ''
  if (type.includes('json')) return (await request.json()) as Row
  return Object.fromEntries(await request.formData())
}

function responseOf(row: Row | undefined): HttpResponse<Row> {
  return row === undefined
    ? HttpResponse.json<Row>({ message: 'Not found' }, { status: 404 })
    : HttpResponse.json(row)
}
