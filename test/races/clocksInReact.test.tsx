import { render, screen } from '@testing-library/react'
import { Provider } from 'react-redux'
import { ExpiryStatus } from 'rtk-rest'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { holdRead } from '../support/holdEndpoint'
import { readers, shown, showing } from '../support/readers'
import { modes, renderApp } from '../support/renderApp'
import { createReplaceableStore } from '../support/replaceableStore'
import { turns } from '../support/turns'
import { User } from '../support/world'

const ada = { id: '1', name: 'Ada' }
const bob = { id: '1', name: 'Bob' }
const today = Date.UTC(2026, 0, 1)
const DAY = 86_400_000

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: today })
})

describe.each(modes)('a response with dataExpiryLength: 0 %s', (_, Mode) => {
  it.each(readers)('is fetched again by %s that mounts a second later', async (_, Reader) => {
    const { endpoint, calls } = holdRead('getUser', { schema: User, dataExpiryLength: 0 })
    const { store } = renderApp(Mode, <Reader endpoint={endpoint} />)
    await turns()
    calls[0]?.resolve(ada)
    await showing('Ada')
    const renderAnother = async () => {
      render(
        <Provider store={store}>
          <Reader endpoint={endpoint} />
        </Provider>,
      )
      await turns()
    }
    vi.setSystemTime(today + 999)
    await renderAnother()
    expect(calls).toHaveLength(1)
    vi.setSystemTime(today + 1_000)
    await renderAnother()
    expect(calls).toHaveLength(2)
    calls[1]?.resolve(bob)
    await showing('Bob')
    expect(calls).toHaveLength(2)
  })
})

describe.each(modes)('stale data of an endpoint with invalidIfStale %s', (_, Mode) => {
  it.each(readers)('is hidden in %s and returned by selectors', async (_, Reader) => {
    const { endpoint, calls } = holdRead('getUser', { schema: User, invalidIfStale: true })
    const { store, rest, controller } = renderApp(Mode, <p>nothing yet</p>)
    const fetched = controller.fetch(endpoint)
    await turns()
    calls[0]?.resolve(ada)
    await fetched
    vi.setSystemTime(today + 60_001)
    expect(rest.selectors.selectData(store.getState(), endpoint)).toMatchObject(ada)
    expect(controller.getResponse(endpoint)).toMatchObject({
      data: ada,
      expiryStatus: ExpiryStatus.InvalidIfStale,
      expiresAt: today + 60_000,
    })
    render(
      <Mode>
        <Provider store={store}>
          <Reader endpoint={endpoint} />
        </Provider>
      </Mode>,
    )
    await turns()
    expect(shown()).toEqual(['loading'])
    calls[1]?.resolve(bob)
    await showing('Bob')
    expect(calls).toHaveLength(2)
    expect(screen.getByText('nothing yet')).toBeTruthy()
  })
})

describe.each(modes)('a clock that was set back by an hour %s', (_, Mode) => {
  it.each(readers)('lets %s show the response that it asks for then', async (_, Reader) => {
    const { endpoint, calls } = holdRead('getUser', {
      schema: User,
      invalidIfStale: true,
      dataExpiryLength: 300,
    })
    const { controller } = renderApp(Mode, <Reader endpoint={endpoint} />)
    await turns()
    calls[0]?.resolve(ada)
    await showing('Ada')
    vi.setSystemTime(today - 3_600_000)
    controller.expireAll(endpoint)
    await turns()
    calls[1]?.resolve(bob)
    await showing('Bob')
    await turns()
    expect(calls).toHaveLength(2)
  })
})

describe.each(modes)('a page after an import %s', (_, Mode) => {
  it.each(readers)(
    'of a state dated tomorrow shows the data of the server in %s',
    async (_, Reader) => {
      const { endpoint, calls } = holdRead('getUser', { schema: User })
      vi.setSystemTime(today + DAY)
      const other = createReplaceableStore()
      other.controller.setResponse(endpoint, bob)
      vi.setSystemTime(today)
      const { store, controller, replace } = createReplaceableStore()
      render(
        <Mode>
          <Provider store={store}>
            <Reader endpoint={endpoint} />
          </Provider>
        </Mode>,
      )
      await turns()
      calls[0]?.resolve(ada)
      await showing('Ada')
      replace(JSON.parse(JSON.stringify(other.store.getState())))
      await showing('Bob')
      const fetched = controller.fetch(endpoint)
      await turns()
      calls[1]?.resolve({ id: '1', name: 'Countess' })
      expect(await fetched).toMatchObject({ name: 'Countess' })
      await showing('Countess')
    },
  )
})
