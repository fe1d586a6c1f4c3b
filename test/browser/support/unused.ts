import { configureStore } from '@reduxjs/toolkit'
import { Collection, createRest, Endpoint, Entity, rows } from 'rtk-rest'
import { garbage } from 'rtk-rest/garbage'

// A page on which something is shown, and much more was; it counts the idle callbacks that a sweep takes.

class Song extends Entity {
  id = ''
  static override key = 'Song'
}

const search = new Endpoint(async ({ q }: { readonly q: string }) => [{ id: q }], {
  name: 'search',
  schema: new Collection([Song]),
})

const rest = createRest({ managers: [garbage({ keepFor: 1_000 })] })
const store = configureStore({
  reducer: { rest: rest.reducer },
  middleware: (defaults) =>
    defaults({ serializableCheck: false, immutableCheck: false }).concat(rest.middleware),
})

let slices = 0
const { requestIdleCallback: whenIdle } = window
window.requestIdleCallback = (run, options) => {
  slices += 1
  return whenIdle.call(window, run, options)
}

const unused = {
  /** Shows the result of one search, and fetches as much as many others would. */
  fill(count: number): void {
    store.dispatch(rest.retain(search, { q: 'shown' }))
    const all = Array.from({ length: count }, (_, at) => ({ id: `${at}` }))
    store.dispatch(rest.setResponse(search, { q: 'all' }, all))
  },
  ids: (): readonly string[] => rows(store.getState().rest.entities['Song']).map(([pk]) => pk),
  count: (): number => slices,
}

declare global {
  interface Window {
    unused: typeof unused
  }
}

window.unused = unused
