import { http, HttpResponse, type HttpHandler } from 'msw'
import type { EndpointContract } from '../endpoint/contract'

/** The parts of a resource that a server needs to know. */
export interface MockableResource {
  readonly get: MockableEndpoint
  readonly getList: MockableEndpoint
}

type MockableEndpoint = Pick<EndpointContract, 'name'> & {
  readonly path: string
  readonly urlPrefix?: string | undefined
}

type Row = Record<string, unknown>

/**
 * MSW handlers of a whole resource, made from its definition, over rows in memory: get, list (filtered by search
 * parameters), create, update, patch and delete.
 * @param rows copied, so that tests cannot disturb each other
 * @param options.pk the field that identifies a row; default: the last parameter of the path
 *
 * @example
 * const server = setupServer(...mockServer(UserResource, [{ id: '1', name: 'Ada' }]))
 */
export function mockServer(
  resource: MockableResource,
  rows: readonly object[],
  options: { readonly pk?: string } = {},
): HttpHandler[] {
  const pk = options.pk ?? lastParameter(resource.get.path)
  const store = new MockRows(rows, pk)
  const one = addressOf(resource.get)
  const list = addressOf(resource.getList)
  const idOf = (params: Readonly<Record<string, unknown>>): string => String(params[pk])
  return [
    http.get(list, ({ request }) =>
      HttpResponse.json(store.list(new URL(request.url).searchParams)),
    ),
    http.get(one, ({ params }) => answer(store.get(idOf(params)))),
    http.post(list, async ({ request }) =>
      HttpResponse.json(store.create(await bodyOf(request)), { status: 201 }),
    ),
    http.put(one, async ({ params, request }) =>
      answer(store.replace(idOf(params), await bodyOf(request))),
    ),
    http.patch(one, async ({ params, request }) =>
      answer(store.change(idOf(params), await bodyOf(request))),
    ),
    http.delete(one, ({ params }) =>
      store.delete(idOf(params)) ? new HttpResponse(null, { status: 204 }) : answer(undefined),
    ),
  ]
}

class MockRows {
  readonly #pk: string
  readonly #rows: Map<string, Row>
  #created = 0

  constructor(rows: readonly object[], pk: string) {
    this.#pk = pk
    const copies = structuredClone(rows) as Row[]
    this.#rows = new Map(copies.map((row) => [String(row[pk]), row]))
  }

  list(search: URLSearchParams): Row[] {
    return [...this.#rows.values()].filter((row) =>
      [...search].every(([name, value]) => !(name in row) || String(row[name]) === value),
    )
  }

  get(id: string): Row | undefined {
    return this.#rows.get(id)
  }

  create(body: Row): Row {
    this.#created += 1
    return this.#put({ [this.#pk]: `created-${this.#created}`, ...body })
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

function addressOf({ path, urlPrefix = '' }: MockableEndpoint): string {
  const address = `${urlPrefix}${path}`
  return /^[a-z]+:\/\//i.test(address) ? address : `*${address}`
}

function lastParameter(path: string): string {
  return /.*:"?([\w$]+)/.exec(path)?.[1] ?? 'id'
}

async function bodyOf(request: Request): Promise<Row> {
  const type = request.headers.get('content-type') ?? ''
  if (type.includes('json')) return (await request.json()) as Row
  return Object.fromEntries(await request.formData())
}

function answer(row: Row | undefined): HttpResponse<Row> {
  return row === undefined
    ? HttpResponse.json<Row>({ message: 'Not found' }, { status: 404 })
    : HttpResponse.json(row)
}
