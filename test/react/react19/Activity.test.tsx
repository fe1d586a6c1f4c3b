import { act, fireEvent, screen } from '@testing-library/react'
import { Activity, type ReactNode, useState } from 'react'
import { Endpoint } from 'rtk-rest'
import { useDownload, useLoading, useMutation } from 'rtk-rest/react'
import { describe, expect, it } from 'vitest'
import { holdMutation } from '../../support/holdEndpoint'
import { end } from '../../support/mutationPage'
import { modes, renderApp } from '../../support/renderApp'
import { turns } from '../../support/turns'
import { deferred } from '../../support/world'

describe.each(modes)('useDownload %s', (_, Mode) => {
  it('is aborted in a hidden Activity, and returns the status aborted when visible again', async () => {
    const end = deferred<string>()
    const getStatement = new Endpoint(
      async (_month: string) => ({ blob: new Blob([await end.promise]), filename: 'may.csv' }),
      { name: 'getStatement', dataExpiryLength: 0 },
    )
    function Page() {
      const { start, status, data } = useDownload(getStatement)
      return (
        <p>
          <b>
            {status} {data?.filename}
          </b>
          <button onClick={() => void start('may')}>start</button>
        </p>
      )
    }
    const text = () => document.querySelector('b')?.textContent?.trim()
    let setMode: (mode: 'visible' | 'hidden') => void = () => undefined
    function Host() {
      const [mode, set] = useState<'visible' | 'hidden'>('visible')
      setMode = set
      return (
        <Activity mode={mode}>
          <Page />
        </Activity>
      )
    }
    renderApp(Mode, <Host />)
    await act(async () => fireEvent.click(screen.getByText('start')))
    expect(text()).toBe('running')
    await act(async () => setMode('hidden'))
    await act(async () => setMode('visible'))
    expect(text()).toBe('aborted')
    end.resolve('a;b')
    await act(async () => fireEvent.click(screen.getByText('start')))
    expect(text()).toBe('done may.csv')
    await act(async () => setMode('hidden'))
    await act(async () => setMode('visible'))
    expect(text()).toBe('done may.csv')
  })
})

describe.each(modes)('work that ends in a hidden Activity %s', (_, Mode) => {
  function createHost(Page: () => ReactNode) {
    let setMode: (mode: 'visible' | 'hidden') => void = () => undefined
    function Host() {
      const [mode, set] = useState<'visible' | 'hidden'>('visible')
      setMode = set
      return (
        <Activity mode={mode}>
          <Page />
        </Activity>
      )
    }
    renderApp(Mode, <Host />)
    return (mode: 'visible' | 'hidden') =>
      act(async () => {
        setMode(mode)
        await turns()
      })
  }

  it('is the state of useLoading when it is visible again', async () => {
    const save = deferred()
    const setMode = createHost(() => {
      const [start, isSaving] = useLoading(async () => await save.promise, [])
      return <button onClick={() => void start()}>{isSaving ? 'saving' : 'saved'}</button>
    })
    act(() => screen.getByText('saved').click())
    await setMode('hidden')
    await act(async () => save.resolve())
    await setMode('visible')
    expect(screen.getByText('saved')).toBeTruthy()
  })

  it('is the state of useMutation when it is visible again', async () => {
    const { endpoint, calls } = holdMutation('save')
    const setMode = createHost(() => {
      const [run, { status }] = useMutation(endpoint)
      return <button onClick={() => void run()}>{status}</button>
    })
    act(() => screen.getByText('uninitialized').click())
    await setMode('hidden')
    await end(calls[0], { response: 'saved' })
    await setMode('visible')
    expect(screen.getByText('fulfilled')).toBeTruthy()
  })

  it('sends what a debounced mutation had to send when it is hidden', async () => {
    const { endpoint, calls } = holdMutation('save')
    const setMode = createHost(() => {
      const [run, { status }] = useMutation(endpoint, { debounce: 60_000 })
      return <button onClick={() => void run('text')}>{status}</button>
    })
    act(() => screen.getByText('uninitialized').click())
    expect(calls).toHaveLength(0)
    await setMode('hidden')
    expect(calls.map(({ args }) => args)).toEqual([['text']])
    await end(calls[0], { response: 'saved' })
    await setMode('visible')
    expect(screen.getByText('fulfilled')).toBeTruthy()
  })
})
