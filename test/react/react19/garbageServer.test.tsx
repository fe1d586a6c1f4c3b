// @vitest-environment node
import { Suspense } from 'react'
import { Provider } from 'react-redux'
import { Collection, Endpoint, Entity, rows } from 'rtk-rest'
import { garbage } from 'rtk-rest/garbage'
import { useSuspense } from 'rtk-rest/react'
import { expect, it, vi } from 'vitest'
import { stream } from '../../support/streamPage'
import { createStore } from '../../support/world'

class Song extends Entity {
  id = ''
  title = ''
  static override key = 'Song'
}

it('sweeps nothing on a server, where components wait for responses', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] })
  const getSongs = new Endpoint(async () => [{ id: '1', title: 'So What' }], {
    name: 'getSongs',
    schema: new Collection([Song]),
  })
  const Page = () => useSuspense(getSongs).map(({ title }) => <b key={title}>{title}</b>)
  const { store } = createStore({ managers: [garbage()] })
  const page = (
    <Provider store={store}>
      <Suspense fallback="loading">
        <Page />
      </Suspense>
    </Provider>
  )
  expect(await stream(page)).toContain('So What')
  await vi.advanceTimersByTimeAsync(60 * 60_000)
  expect(rows(store.getState().rest.entities['Song'])).toHaveLength(1)
})
