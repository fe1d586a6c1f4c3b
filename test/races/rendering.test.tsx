import { fireEvent, screen } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { startTransition, StrictMode, Suspense, useState } from 'react'
import { Endpoint } from 'rtk-rest'
import { useCache, useController, useDLE, useLive, useQuery, useSuspense } from 'rtk-rest/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { holdRead } from '../support/holdEndpoint'
import { modes, renderApp, takeRecoveredErrors } from '../support/renderApp'
import { API, server } from '../support/server'
import { turns } from '../support/turns'
import { createStore, User, UserResource } from '../support/world'

const ada = { id: '1', name: 'Ada' }

describe.each(modes)('the first load %s', (_, Mode) => {
  const timesPerRender = Mode === StrictMode ? 2 : 1

  it.each([
    ['with a schema', { schema: User }],
    ['without a schema', {}],
  ])('renders useDLE twice: loading, then data, %s', async (_, options) => {
    const { endpoint, calls } = holdRead('getUser', options)
    const renders: string[] = []
    function Detail() {
      const { data, loading } = useDLE(endpoint)
      renders.push(loading ? 'loading' : (data as User).name)
      return <p>{renders.at(-1)}</p>
    }
    renderApp(Mode, <Detail />)
    await turns()
    calls[0]?.resolve(ada)
    await screen.findByText('Ada')
    await turns()
    const expected = ['loading', 'Ada'].flatMap((it) =>
      Array.from({ length: timesPerRender }, () => it),
    )
    expect(renders).toEqual(expected)
  })

  it('renders useDLE twice when it fails: loading, then the error', async () => {
    const { endpoint, calls } = holdRead('getUser', { schema: User })
    const renders: string[] = []
    function Detail() {
      const { loading, error } = useDLE(endpoint)
      renders.push(loading ? 'loading' : String(error?.message))
      return <p>{renders.at(-1)}</p>
    }
    renderApp(Mode, <Detail />)
    await turns()
    calls[0]?.reject(new Error('no user'))
    await screen.findByText('no user')
    await turns()
    expect(renders).toHaveLength(2 * timesPerRender)
  })

  it('renders useDLE once if the data is stored', async () => {
    const world = createStore()
    world.controller.setResponse(UserResource.get, { id: '1' }, ada)
    let renders = 0
    function Detail() {
      renders += 1
      return <p>{useDLE(UserResource.get, { id: '1' }).data?.name}</p>
    }
    renderApp(Mode, <Detail />, world)
    await turns()
    expect(screen.getByText('Ada')).toBeTruthy()
    expect(renders).toBe(timesPerRender)
  })
})

describe.each(modes)('a clock that advances at each call %s', (_, Mode) => {
  beforeEach(() => {
    let now = Date.UTC(2026, 0, 1)
    vi.spyOn(Date, 'now').mockImplementation(() => (now += 7))
  })

  // From one read of the clock to many: whatever it is, something expires between two reads.
  const lengths = Array.from({ length: 20 }, (_, index) => index * 7)

  it('causes no recoverable error if an error expires while React renders', async () => {
    for (const length of lengths) {
      const fails = new Endpoint(async () => Promise.reject(new Error('no user')), {
        name: 'fails',
        errorExpiryLength: length,
      })
      const Detail = () => <p>{String(useSuspense(fails))}</p>
      const world = createStore()
      await world.controller.fetch(fails).catch(() => undefined)
      const { unmount } = renderApp(Mode, <Detail />, world)
      await turns()
      unmount()
      expect(takeRecoveredErrors(), `fresh for ${length} ms`).toEqual([])
    }
  })

  it('causes no recoverable error if data expires while React renders', async () => {
    let count = 0
    server.use(
      http.get(`${API}/users/1`, () => HttpResponse.json({ id: '1', name: `Ada ${(count += 1)}` })),
      http.get(`${API}/users`, () => HttpResponse.json([ada])),
    )
    const one = { id: '1' }
    for (const length of lengths.filter((_, index) => index % 3 === 0)) {
      const options = { dataExpiryLength: length, invalidIfStale: true }
      const strict = UserResource.get.extend(options)
      const strictList = UserResource.getList.extend(options)
      const hooks = [
        () => useSuspense(strict, one).name,
        () => useLive(strict, one).name,
        () => useSuspense(strictList).length,
        () => String(useDLE(strict, one).loading),
        () => useCache(strict, one)?.name ?? 'nothing',
        () => useQuery(User, one)?.name ?? 'nobody',
      ]
      const readers = hooks.map((useText) => () => <p>{useText()}</p>)
      function Page() {
        const [turn, setTurn] = useState(0)
        const controller = useController()
        return (
          <>
            <button onClick={() => startTransition(() => setTurn((it) => it + 1))}>next</button>
            <button onClick={() => controller.expireAll(strict)}>expire</button>
            {readers.map((Reader, index) => (
              <Suspense key={`${turn} ${String(index)}`} fallback={<p>waiting</p>}>
                <Reader />
              </Suspense>
            ))}
          </>
        )
      }
      const { controller, unmount } = renderApp(Mode, <Page />)
      for (const button of ['next', 'expire', 'next', 'next', 'expire']) {
        fireEvent.click(screen.getByText(button))
        await turns()
      }
      unmount()
      await controller.allSettled()
      expect(takeRecoveredErrors(), `fresh for ${length} ms`).toEqual([])
    }
  })
})
