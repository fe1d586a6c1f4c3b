import { Big } from 'big.js'
import { Collection, Entity } from 'rtk-rest'
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

/** The prices of all instruments; requested every two seconds while they are shown. */
export const getTicker = new DeskEndpoint({
  path: '/ticker',
  schema: new Collection([Quote]),
  pollFrequency: 2_000,
  name: 'Quote.getTicker',
})
