import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { type ComponentType, Profiler, type ReactNode } from 'react'
import { Provider } from 'react-redux'
import { Entity, resource } from 'rtk-rest'
import { AsyncBoundary } from 'rtk-rest/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { fakePresence } from '../../support/fakePresence'
import { memoryStorage } from '../../support/storages'
import { API, received, respond } from './api'
import { createNativeStore } from './native/createNativeStore'
import { ForecastPage } from './requests/ForecastPage'
import { createWeather, type WeatherClient } from './requests/weather'
import { controller, store } from './store'
import * as slow from './store/Members'
import * as secret from './store/secrets'
import { countRows, withoutData } from './store/withoutData'
import stories, * as userCard from './stories/UserCard.stories'

beforeEach(() => {
  ;(window as unknown as { happyDOM: { setURL(url: string): void } }).happyDOM.setURL(API)
  controller.reset()
})

function wrapper({ children }: { readonly children: ReactNode }) {
  return (
    <Provider store={store}>
      <AsyncBoundary fallback="loading">{children}</AsyncBoundary>
    </Provider>
  )
}

describe('the recipe for functions', () => {
  const calls: string[] = []
  const signals: (AbortSignal | undefined)[] = []
  const client: WeatherClient = {
    async forecast(city, { signal }) {
      calls.push(`forecast ${city}`)
      signals.push(signal)
      return { city, degrees: 21, subscribers: 4 }
    },
    async subscribe(city, email) {
      calls.push(`subscribe ${city} ${email}`)
      return { city, degrees: 21, subscribers: 5 }
    },
  }

  it('stores what a client returns, and shows what a mutation changed', async () => {
    const weather = createWeather(client)
    render(<ForecastPage weather={weather} city="Bern" />, { wrapper })
    await screen.findByText('Bern: 21 °C, 4 subscribers')
    fireEvent.click(screen.getByText('Subscribe'))
    await screen.findByText('Bern: 21 °C, 5 subscribers')
    expect(calls.splice(0)).toEqual(['forecast Bern', 'subscribe Bern ada@example.com'])
    await act(async () => controller.fetchIfStale(weather.getForecast, { city: 'Bern' }))
    expect(calls).toEqual([])
    expect(signals[0]).toBeInstanceOf(AbortSignal)
  })

  it('shows the error that a client throws', async () => {
    const weather = createWeather({
      ...client,
      subscribe: () => Promise.reject(new Error('too many')),
    })
    render(<ForecastPage weather={weather} city="Bern" />, { wrapper })
    fireEvent.click(await screen.findByText('Subscribe'))
    expect(await screen.findByRole('alert')).toBeTruthy()
  })
})

describe('the recipe for React Native', () => {
  class Note extends Entity {
    id = ''
    text = ''
    static override key = 'Note'
  }

  const NoteResource = resource({ urlPrefix: API, path: '/notes/:id', schema: Note })

  it('restores what was stored, and fetches what is stale when the app is seen again', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 0, 1) })
    respond(() => ({ json: [{ id: '1', text: `version ${received.length}` }] }))
    const storage = memoryStorage(true)
    const { presence, change, listeners } = fakePresence()
    const first = createNativeStore(presence, storage)
    await first.store.dispatch(first.rest.fetch(NoteResource.getList)).unwrap()
    await vi.waitFor(() => expect(storage.items.get('my-app')).toContain('version 1'), 3_000)
    first.rest.dispose(first.store)

    const { rest, store: second } = createNativeStore(presence, storage)
    await second.dispatch(rest.rehydrated())
    expect(rest.selectors.selectData(second.getState(), NoteResource.getList)).toMatchObject([
      { text: 'version 1' },
    ])
    const held = second.dispatch(rest.retain(NoteResource.getList))
    await vi.waitFor(() => expect(listeners.size).toBeGreaterThan(0))
    vi.setSystemTime(Date.now() + 10 * 60_000)
    change({ isVisible: false })
    change({ isVisible: true })
    await vi.waitFor(() => expect(received).toHaveLength(2))
    held.release()
    rest.dispose(second)
  })
})

describe('the recipe for Storybook', () => {
  /** As Storybook renders a story: the component with its args, in the decorators. */
  function show({ decorators }: (typeof userCard)['Loaded']) {
    const Story = () => <stories.component {...stories.args} />
    const Decorated = decorators.reduce(
      (Inner: ComponentType, decorate) => () => decorate(Inner),
      Story,
    )
    return render(<Decorated />, { onCaughtError: () => undefined })
  }

  it('shows each state, and changes of one story in no other', async () => {
    const { unmount } = show(userCard.Loaded)
    expect((await screen.findByRole('heading')).textContent).toBe('Ada')
    fireEvent.click(screen.getByText('Rename'))
    await waitFor(() => expect(screen.getByRole('heading').textContent).toBe('Grace'))
    unmount()
    show(userCard.Loaded).unmount()
    const again = show(userCard.Loaded)
    expect((await screen.findByRole('heading')).textContent).toBe('Ada')
    again.unmount()

    const loading = show(userCard.Loading)
    expect(screen.getByText('Loading …')).toBeTruthy()
    loading.unmount()

    const missing = show(userCard.NotFound)
    expect(await screen.findByText('Request failed (404)')).toBeTruthy()
    missing.unmount()

    show(userCard.RefusesToRename)
    fireEvent.click(await screen.findByText('Rename'))
    expect((await screen.findByRole('alert')).textContent).toBe('Not renamed.')
    expect(screen.getByRole('heading').textContent).toBe('Ada')
  })
})

describe('the recipe for what is in the state', () => {
  it('has no header, no password and no token in the state and in actions', async () => {
    const actions: string[] = []
    const remember = vi.fn((action: unknown) => actions.push(JSON.stringify(action)))
    const { rest } = secret
    const observed = secret.createStore(remember)
    respond(({ path }) => ({
      json: path === '/login' ? { token: 't2' } : { id: '1', name: 'Ada', taxNumber: '99-1' },
    }))
    const { token } = await observed
      .dispatch(rest.fetch(secret.login, { name: 'ada', password: 'p4ss' }))
      .unwrap()
    expect(token).toBe('t2')
    await observed.dispatch(rest.fetch(secret.MemberResource.get, { id: '1' })).unwrap()
    expect(received.at(-1)?.headers.authorization).toBe('Bearer t1')
    const kept = JSON.stringify(observed.getState()) + actions.join()
    expect(kept).toContain('Ada')
    for (const text of ['p4ss', 't2', 't1', '99-1']) expect(kept).not.toContain(text)
    expect(actions.length).toBeGreaterThan(0)
  })

  it('has what an address, a body in flight and an error contain', async () => {
    const { rest, MemberResource } = secret
    const observed = secret.createStore(() => undefined)
    respond(() => ({ status: 422, json: { problem: 'name is taken' } }))
    const pending = observed.dispatch(
      rest.fetch(MemberResource.partialUpdate, { id: '1' }, { name: 'secret name' }),
    )
    expect(JSON.stringify(observed.getState().rest.mutations)).toContain('secret name')
    const action = await pending
    expect(observed.getState().rest.mutations).toEqual({})
    expect(JSON.stringify(action)).toContain('name is taken')
    expect(withoutData(action)).toEqual({ type: 'rest/Member.partialUpdate/rejected' })
    await observed.dispatch(rest.fetch(MemberResource.get, { id: '7' }))
    expect(JSON.stringify(observed.getState())).toContain('/members/7')
    expect(countRows(observed.getState())).toEqual({})
    observed.dispatch(rest.reset())
    expect(JSON.stringify(observed.getState())).not.toContain('/members/7')
  })
})

describe('the recipe for speed', () => {
  it('keeps the objects of what did not change, so that one row renders', async () => {
    const seats = Array.from({ length: 50 }, (_, at) => ({ id: `${at}`, name: `Seat ${at}` }))
    respond(({ method }) => ({
      json: method === 'PATCH' ? { id: '7', name: 'Window' } : seats,
    }))
    const commits = vi.fn()
    render(
      <Provider store={slow.store}>
        <AsyncBoundary fallback="loading">
          <Profiler id="seats" onRender={commits}>
            <slow.Seats />
          </Profiler>
        </AsyncBoundary>
      </Provider>,
    )
    await screen.findByText('Seat 7')
    const controllerOf = slow.rest.getController(slow.store)
    const before = controllerOf.getResponse(slow.SeatResource.getList).data ?? []
    commits.mockClear()
    await act(() => controllerOf.fetch(slow.SeatResource.partialUpdate, { id: '7' }, {}))
    expect(await screen.findByText('Window')).toBeTruthy()
    const after = controllerOf.getResponse(slow.SeatResource.getList).data ?? []
    expect(after.filter((seat, at) => seat !== before[at])).toEqual([{ id: '7', name: 'Window' }])
    expect(commits).toHaveBeenCalledTimes(1)
  })
})
