import { Big } from 'big.js'
import { Collection, Entity } from 'rtk-rest'
import { webSocket } from 'rtk-rest/streams'
import { Temporal } from 'temporal-polyfill'
import { DeskEndpoint } from './DeskEndpoint'

/** What an instrument costs at an instant. Prices come as texts and are decimals, so that no digit is lost. */
export class Quote extends Entity {
  symbol = ''
  name = ''
  price = new Big(0)
  opening = new Big(0)
  decimals = 0
  at = Temporal.Instant.fromEpochMilliseconds(0)

  static override key = 'Quote'
  static override schema = {
    price: (text: string) => new Big(text),
    opening: (text: string) => new Big(text),
    at: (iso: string) => Temporal.Instant.from(iso),
  }

  override pk(): string {
    return this.symbol
  }

  /** How much dearer it is than when the market opened. */
  get change(): Big {
    return this.price.minus(this.opening)
  }
}

/** All instruments are listed, whatever they cost: no price asks for the list again, though all may have moved at one instant. */
const everyQuote = new Collection([Quote], { filters: () => false })

/** The prices of all instruments; requested every two seconds while they are shown. */
export const getTicker = new DeskEndpoint({
  path: '/ticker',
  schema: everyQuote,
  pollFrequency: 2_000,
  name: 'Quote.getTicker',
})

/** A quote as the server sends it. */
type QuoteJson = Readonly<Record<string, unknown>> & { readonly symbol: string }

/** All prices, or those that have moved. */
interface Prices {
  readonly all?: readonly QuoteJson[]
  readonly moved?: readonly QuoteJson[]
}

/** The prices as they move: the server pushes them, so nothing is requested. They are the quotes that the ticker shows. */
export const getLivePrices = new DeskEndpoint({
  path: '/prices',
  schema: everyQuote,
  name: 'Quote.getLivePrices',
  live: webSocket(() => `${location.origin.replace('http', 'ws')}/api/prices`, {
    pushOnly: true,
    subscribe: () => ({ subscribe: 'prices' }),
    unsubscribe: () => ({ unsubscribe: 'prices' }),
    message({ all, moved = [] }: Prices, live) {
      if (all !== undefined) live.setResponse(getLivePrices, all)
      for (const quote of moved) live.set(Quote, quote)
    },
  }),
})
