import { Entity, RestEndpoint } from 'rtk-rest'
import { useLive } from 'rtk-rest/react'
import { API } from '../api'

class Quote extends Entity {
  pair = ''
  price = 0
  static override key = 'Quote'
  override pk(): string {
    return this.pair
  }
}

export const getQuote = new RestEndpoint({
  urlPrefix: API,
  path: '/quotes/:pair',
  schema: Quote,
  pollFrequency: 5_000,
})

export function Price({ pair }: { readonly pair: string }) {
  const { price } = useLive(getQuote, { pair })
  return <b>{price}</b>
}
