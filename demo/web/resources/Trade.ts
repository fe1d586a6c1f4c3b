import { Big } from 'big.js'
import LinkHeader from 'http-link-header'
import { Collection, Entity, pages } from 'rtk-rest'
import type { RestGenerics } from 'rtk-rest'
import { Temporal } from 'temporal-polyfill'
import { DeskEndpoint } from './DeskEndpoint'

/** A trade. */
export class Trade extends Entity {
  id = ''
  symbol = ''
  side: 'buy' | 'sell' = 'buy'
  quantity = 0
  price = new Big(0)
  decimals = 0
  tradedAt = Temporal.Instant.fromEpochMilliseconds(0)

  static override key = 'Trade'
  static override schema = {
    price: (text: string) => new Big(text),
    tradedAt: (iso: string) => Temporal.Instant.from(iso),
  }

  /** What it came to, to the last digit. */
  get value(): Big {
    return this.price.times(this.quantity)
  }
}

/** A list that comes in pages: the body is a page, and the `link` header says where the next one is (RFC 8288). */
class PagedEndpoint<O extends RestGenerics> extends DeskEndpoint<O> {
  override async parseResponse(response: Response): Promise<unknown> {
    return { items: await super.parseResponse(response), next: nextCursor(response) }
  }
}

/** The trades, newest first; `getTrades.getPage` adds older ones. `next` is the cursor of the next page, or `''`. */
export const getTrades = new PagedEndpoint({
  path: '/trades',
  schema: { items: new Collection([Trade]), next: '' },
  paginationField: [pages, 'cursor'],
  name: 'Trade.getList',
})

function nextCursor(response: Response): string {
  const [next] = LinkHeader.parse(response.headers.get('link') ?? '').rel('next')
  if (next === undefined) return ''
  return new URL(next.uri, response.url).searchParams.get('cursor') ?? ''
}
