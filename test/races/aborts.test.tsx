import { fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { Provider } from 'react-redux'
import { describe, expect, it } from 'vitest'
import { holdRead } from '../support/holdEndpoint'
import { readers, showing } from '../support/readers'
import { modes, renderApp } from '../support/renderApp'
import { turns } from '../support/turns'
import { User } from '../support/world'

const ada = { id: '1', name: 'Ada' }

describe.each(modes)('a read %s', (_, Mode) => {
  // A suspended component never mounted; how its request ends is below.
  const mounting = readers.filter(([name]) => name !== 'useSuspense')

  it.each(mounting)('of %s is aborted a macrotask after it unmounts', async (_, Reader) => {
    const { endpoint, calls } = holdRead('getUser', { schema: User })
    const { unmount, controller } = renderApp(Mode, <Reader endpoint={endpoint} />)
    await turns()
    unmount()
    await Promise.resolve()
    expect(calls[0]?.signal?.aborted).toBe(false)
    await turns()
    expect(calls[0]?.signal?.aborted).toBe(true)
    await controller.allSettled()
    expect(controller.getError(endpoint)).toBeUndefined()
  })

  it.each(mounting)('of %s continues for a reader that mounts in its place', async (_, Reader) => {
    const { endpoint, calls } = holdRead('getUser', { schema: User })
    function Page() {
      const [place, setPlace] = useState(0)
      return (
        <>
          <button onClick={() => setPlace((it) => it + 1)}>Move</button>
          <Reader key={place} endpoint={endpoint} />
        </>
      )
    }
    renderApp(Mode, <Page />)
    await turns()
    fireEvent.click(screen.getByText('Move'))
    fireEvent.click(screen.getByText('Move'))
    await turns()
    expect(calls[0]?.signal?.aborted).toBe(false)
    calls[0]?.resolve(ada)
    await showing('Ada')
    expect(calls).toHaveLength(1)
  })

  it.each(mounting)('of %s continues for another reader that stays mounted', async (_, Reader) => {
    const { endpoint, calls } = holdRead('getUser', { schema: User })
    const { store } = renderApp(Mode, <Reader endpoint={endpoint} />)
    const other = render(
      <Mode>
        <Provider store={store}>
          <Reader endpoint={endpoint} />
        </Provider>
      </Mode>,
    )
    await turns()
    other.unmount()
    await turns()
    expect(calls[0]?.signal?.aborted).toBe(false)
    calls[0]?.resolve(ada)
    await showing('Ada')
    expect(calls).toHaveLength(1)
  })

  it.each(readers)('of %s continues for a fetchIfStale that shares it', async (_, Reader) => {
    const { endpoint, calls } = holdRead('getUser', { schema: User })
    const { unmount, controller } = renderApp(Mode, <Reader endpoint={endpoint} />)
    await turns()
    const fetched = controller.fetchIfStale(endpoint)
    unmount()
    await turns()
    expect(calls[0]?.signal?.aborted).toBe(false)
    calls[0]?.resolve(ada)
    expect(await fetched).toMatchObject(ada)
    expect(calls).toHaveLength(1)
  })

  it('of useSuspense continues if its readers never mounted', async () => {
    const [, [, Suspended]] = readers as [unknown, (typeof readers)[number]]
    const { endpoint, calls } = holdRead('getUser', { schema: User })
    const { unmount, controller } = renderApp(Mode, <Suspended endpoint={endpoint} />)
    await showing('loading')
    unmount()
    await turns()
    expect(calls[0]?.signal?.aborted).toBe(false)
    calls[0]?.resolve(ada)
    await controller.allSettled()
    expect(controller.getResponse(endpoint).data).toMatchObject(ada)
  })
})

describe.each(modes)('a refetch %s', (_, Mode) => {
  it.each(readers)('of %s keeps the data when it is aborted', async (_, Reader) => {
    const { endpoint, calls } = holdRead('getUser', { schema: User })
    const { unmount, controller } = renderApp(Mode, <Reader endpoint={endpoint} />)
    await turns()
    calls[0]?.resolve(ada)
    await showing('Ada')
    controller.expireAll(endpoint)
    await turns()
    expect(calls).toHaveLength(2)
    unmount()
    await turns()
    expect(calls[1]?.signal?.aborted).toBe(true)
    expect(controller.getResponse(endpoint).data).toMatchObject(ada)
  })

  it.each(readers)(
    'of %s after an invalidation is aborted when its reader unmounts',
    async (_, Reader) => {
      const { endpoint, calls } = holdRead('getUser', { schema: User })
      const { unmount, controller } = renderApp(Mode, <Reader endpoint={endpoint} />)
      await turns()
      calls[0]?.resolve(ada)
      await showing('Ada')
      controller.invalidate(endpoint)
      await showing('loading')
      expect(calls).toHaveLength(2)
      unmount()
      await turns()
      expect(calls[1]?.signal?.aborted).toBe(true)
      await controller.allSettled()
    },
  )
})
