import { Big } from 'big.js'
import LinkHeader from 'http-link-header'
import { describe, expect } from 'vitest'
import type { Api } from './support/Api'
import { it } from './support/apiTest'

interface QuoteJson {
  readonly symbol: string
  readonly price: string
  readonly at: string
}

interface AccessJson {
  readonly type: string
  readonly id: string
  readonly name: string
}

const nextOf = (response: Response) =>
  LinkHeader.parse(response.headers.get('link') ?? '').rel('next')[0]?.uri

/** All pages, from the first to the last one. */
async function readPages(api: Api): Promise<string[][]> {
  const pages: string[][] = []
  for (let path: string | undefined = '/trades'; path !== undefined;) {
    const response = await api.send('GET', path)
    const page = (await response.json()) as { readonly id: string }[]
    pages.push(page.map(({ id }) => id))
    path = nextOf(response)?.replace(/^\/api/, '')
  }
  return pages
}

describe('GET /trades', () => {
  it('returns pages in descending order without duplicates', async ({ api }) => {
    const pages = await readPages(api)
    expect(pages.map((page) => page.length)).toEqual([40, 40, 40, 40, 40, 40, 10])
    const ids = pages.flat().map(Number)
    expect(ids).toEqual([...new Set(ids)].toSorted((one, other) => other - one))
  })

  it.for(['x', '-1', '1.5', '', '1e3'])(
    'rejects the cursor "%s" with 400',
    async (cursor, { api }) => {
      expect(await api.request('GET', `/trades?cursor=${cursor}`)).toEqual({
        status: 400,
        body: { message: 'cursor must be one that a link header gave.' },
      })
    },
  )
})

describe('GET /ticker', () => {
  it('returns another price each time, as a decimal string', async ({ api }) => {
    const { body: first } = await api.request<QuoteJson[]>('GET', '/ticker')
    const { body: second } = await api.request<QuoteJson[]>('GET', '/ticker')
    expect(first.map(({ symbol }) => symbol)).toEqual(['EURNOK', 'COPPER', 'OSLPWR', 'HBRTKN'])
    expect(second.map(({ symbol }) => symbol)).toEqual(first.map(({ symbol }) => symbol))
    for (const [at, { price }] of second.entries()) {
      expect(price).toMatch(/^\d+\.\d+$/)
      expect(price).not.toBe(first[at]?.price)
      expect(new Big(price).gt(0)).toBe(true)
    }
  })
})

describe('the access API', () => {
  it('has two kinds with separate ids, and revokes one at a time', async ({ api }) => {
    const list = async () => (await api.request<AccessJson[]>('GET', '/access')).body
    const before = await list()
    const ones = before.filter(({ id }) => id === '1')
    expect(ones.map(({ type }) => type).toSorted()).toEqual(['algo', 'trader'])
    expect(await api.request('DELETE', '/access/algo/1')).toEqual({ status: 204, body: undefined })
    const isRevoked = ({ type, id }: AccessJson) => type === 'algo' && id === '1'
    expect(await list()).toEqual(before.filter((one) => !isRevoked(one)))
  })

  it.for([
    ['algo/99', 'There is no algo with the id 99.'],
    ['trader/x', 'There is no trader with the id x.'],
    ['robot/1', 'There is no access of the type robot.'],
    ['constructor/1', 'There is no access of the type constructor.'],
  ] as const)('responds with 404 to a DELETE of %s', async ([path, message], { api }) => {
    expect(await api.request('DELETE', `/access/${path}`)).toEqual({
      status: 404,
      body: { message },
    })
  })
})
