import { rest, store } from '../store'
import { getQuote } from './Price'

export function hold(pair: string) {
  // A reader outside of React: fetches missing or stale data, and then polls.
  const held = store.dispatch(rest.retain(getQuote, { pair })) // until held.release()

  // The same without reading: polls as long as there is a subscriber.
  store.dispatch(rest.subscribe(getQuote, { pair }))
  const stop = () => store.dispatch(rest.unsubscribe(getQuote, { pair }))
  return { held, stop }
}
