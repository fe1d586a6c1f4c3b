import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { configureStore } from '@reduxjs/toolkit'
import { cleanup, render } from '@testing-library/react'
import { Provider } from 'react-redux'
import {
  Collection,
  createRest,
  Entity,
  type Manager,
  type ManagerStore,
  Query,
  RestEndpoint,
  rows,
} from 'rtk-rest'
import { useQuery, useSuspense } from 'rtk-rest/react'
import { expect, it } from 'vitest'
import { isExhaustive } from '../support/runs'
import { turns } from '../support/turns'

class Song extends Entity {
  id = ''
  title = ''
  static override key = 'Song'
}

interface Search {
  readonly q: string
}

const anySearch: Search = { q: '' }

const songs = new Collection([Song])
const search = new RestEndpoint({
  urlPrefix: 'http://api.test',
  path: '/songs',
  searchParams: anySearch,
  schema: songs,
})

/** Each has ten searches, of which five are looked at, and twenty new songs. */
const ROUNDS = isExhaustive ? 1_000 : 60
/** What was found before is removed after so many rounds. */
const KEPT_ROUNDS = 10
const LIMIT = 2_000_000

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

async function heap(): Promise<number> {
  for (let times = 0; times < 3; times++) {
    collectGarbage()
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return process.memoryUsage().heapUsed
}

let manager: ManagerStore
const sweeper: Manager = {
  name: 'sweeper',
  init(store) {
    manager = store
  },
}

function createPage() {
  const rest = createRest({ managers: [sweeper] })
  const store = configureStore({
    reducer: { rest: rest.reducer },
    middleware: (defaults) =>
      defaults({ serializableCheck: false, immutableCheck: false }).concat(rest.middleware),
    devTools: false,
  })
  return { rest, store }
}

/** A page of a search, with a query that is made in place. */
function Found({ q }: { readonly q: string }) {
  const found = useSuspense(search, { q })
  const last = useQuery(new Query(songs, (list) => list?.at(-1)?.title), { q })
  return (
    <p>
      {found.length} {last}
    </p>
  )
}

it(
  'a tab that stays open keeps what the state has, and no more',
  { timeout: 1_200_000 },
  async () => {
    const { rest, store } = createPage()
    const searchFor = (number: number): string => {
      const q = `${number}`
      const ids = [2 * number + 1, 2 * number + 2, 0]
      store.dispatch(
        rest.setResponse(
          search,
          { q },
          ids.map((id) => ({ id: `s${id}`, title: `song ${id}` })),
        ),
      )
      rest.selectors.selectData(store.getState(), search, { q })
      return q
    }
    const sweep = () => {
      const { entities, requests } = store.getState().rest
      const removed = {
        entities: { Song: keysOf(entities['Song']), '[Song]': keysOf(entities['[Song]']) },
        requests: keysOf(requests),
      }
      manager.write('gc', { removed })
    }
    const play = async (from: number, to: number) => {
      for (let round = from; round < to; round++) {
        const searches = Array.from({ length: 10 }, (_, at) => searchFor(10 * round + at))
        for (const q of searches.slice(0, 5)) {
          const page = render(
            <Provider store={store}>
              <Found q={q} />
            </Provider>,
          )
          expect(page.container.textContent).toBe('3 song 0')
          cleanup()
        }
        if (round % KEPT_ROUNDS === KEPT_ROUNDS - 1) sweep()
        await turns(1)
      }
    }
    await play(0, ROUNDS / 2)
    const half = await heap()
    await play(ROUNDS / 2, ROUNDS)
    const whole = await heap()
    expect(keysOf(store.getState().rest.requests)).toEqual([])
    expect(whole - half).toBeLessThan(LIMIT)
    rest.dispose(store)
  },
)

function keysOf(table: Parameters<typeof rows>[0]): readonly string[] {
  return rows(table).map(([key]) => key)
}
