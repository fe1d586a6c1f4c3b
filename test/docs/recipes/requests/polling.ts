import { rest, store } from '../store'
import { getQuote } from './Price'

export function hold(pair: string) {
  // A reader outside of React: what is missing or stale is fetched, and then polled.
  const held = store.dispatch(rest.retain(getQuote, { pair })) // until held.release()

  // The same without reading: asks as long as somebody is subscribed.
  store.dispatch(rest.subscribe(getQuote, { pair }))
  const stop = () => store.dispatch(rest.unsubscribe(getQuote, { pair }))
  return { held, stop }
}
