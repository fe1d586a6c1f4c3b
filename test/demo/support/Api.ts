/** A member in a response of the API. */
export interface MemberJson {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly desk: string
  readonly joinedAt: string
  readonly noteCount: number
}

/** A note in a response of the API. */
export interface NoteJson {
  readonly id: string
  readonly memberId: string
  readonly text: string
  readonly createdAt: string
  readonly votes: number
  readonly member: MemberJson
}

/** An order in a response of the API. */
export interface OrderJson {
  readonly id: string
  readonly symbol: string
  readonly side: string
  readonly quantity: number
  readonly status: string
}

/** The body of a response with an error. */
export interface ErrorJson {
  readonly message: string
  /** What is wrong with fields, by their names. */
  readonly errors?: Readonly<Record<string, string>>
}

/** What came back: the status, and the body as JSON where there is one. */
export interface JsonResponse<Body> {
  readonly status: number
  readonly body: Body
}

/** The one user of the demo. */
export const credentials = { user: 'desk', password: 'harbour' } as const

/** The REST API of a running demo, without a page. */
export class Api {
  /** The origin of the page, which a browser sends with every change. */
  readonly origin: string
  readonly #url: string
  readonly #added: string[] = []

  constructor(demoUrl: string) {
    this.origin = demoUrl
    this.#url = `${demoUrl}/api`
  }

  /** Sends a request; a body that is text or a form goes as it is, anything else as JSON. */
  async request<Body>(
    method: string,
    path: string,
    body?: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<JsonResponse<Body>> {
    const response = await this.send(method, path, body, headers)
    const text = await response.text()
    return { status: response.status, body: (text === '' ? undefined : JSON.parse(text)) as Body }
  }

  /** The same with the whole of what came back. */
  send(
    method: string,
    path: string,
    body?: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Response> {
    const isForm = body instanceof FormData
    return fetch(this.#url + path, {
      method,
      headers: { ...headers, ...(!isForm && { 'content-type': 'application/json' }) },
      ...(body !== undefined && {
        body: isForm || typeof body === 'string' ? body : JSON.stringify(body),
      }),
    })
  }

  /** Signs in and returns the header with the token. */
  async signIn(user: string = credentials.user): Promise<{ readonly 'access-token': string }> {
    const { body } = await this.request<{ token: string }>('POST', '/session', {
      ...credentials,
      user,
    })
    return { 'access-token': body.token }
  }

  /** Adds a member for a test to change, so that tests do not depend on each other. */
  async addMember(name: string, desk = 'Rates'): Promise<MemberJson> {
    const email = `${name.toLowerCase().replaceAll(' ', '.')}@harbour.example`
    const { body } = await this.request<MemberJson>('POST', '/members', { name, email, desk })
    this.#added.push(body.id)
    return body
  }

  /** Deletes the members that were added, as far as they are still there. */
  async deleteAdded(): Promise<void> {
    for (const id of this.#added) await this.request('DELETE', `/members/${id}`)
  }

  /** Notes something about a member. */
  async addNote(memberId: string, text: string): Promise<NoteJson> {
    const { body } = await this.request<NoteJson>('POST', `/members/${memberId}/notes`, { text })
    return body
  }

  /** Adds an order to buy copper, with a quantity that no other test has. */
  async addOrder(quantity: number, status = 'open'): Promise<OrderJson> {
    const input = { symbol: 'COPPER', side: 'buy', quantity, status }
    const { body } = await this.request<OrderJson>('POST', '/orders', input)
    return body
  }

  /** The status of an order; `undefined` if there is none. */
  async statusOf(id: string): Promise<string | undefined> {
    const { body } = await this.request<OrderJson[]>('GET', '/orders')
    return body.find((order) => order.id === id)?.status
  }

  /** Begins or ends the outage, behind the back of every page. */
  async setOutage(on: boolean): Promise<void> {
    await this.request('PUT', '/outage', { on })
  }
}
