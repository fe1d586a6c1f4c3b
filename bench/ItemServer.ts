type Fields = Readonly<Record<string, unknown>>

/** The data, and the requests for it. A request arrives after some time, and its response after as much. */
export class ItemServer {
  readonly rows: Map<string, Fields>
  /** How often something was read. */
  reads = 0
  latency: () => number = () => 0

  constructor(ids: readonly string[]) {
    this.rows = new Map(ids.map((id) => [id, { id, title: '', body: '' }]))
  }

  readonly fetchFn: typeof fetch = async (address, { method = 'GET', body } = {}) => {
    if (method === 'GET') this.reads += 1
    await wait(this.latency())
    const id = new URL(address as string).pathname.split('/')[2] ?? ''
    const fields = typeof body === 'string' ? (JSON.parse(body) as Fields) : {}
    const [result, status] = this.#handle(method, id, fields)
    await wait(this.latency())
    return Response.json(result, { status })
  }

  #handle(method: string, id: string, fields: Fields): readonly [body: unknown, status: number] {
    const row = this.rows.get(id)
    if (method === 'GET' && id === '') return [[...this.rows.values()], 200]
    if (row === undefined && method !== 'POST') return [{}, 404]
    if (method === 'GET') return [row, 200]
    if (method === 'DELETE') {
      this.rows.delete(id)
      return [{ id }, 200]
    }
    const written = { id: `${this.rows.size + 1} new`, body: '', ...row, ...fields }
    this.rows.set(written.id, written)
    return [written, 200]
  }
}

async function wait(ms: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, ms))
}
