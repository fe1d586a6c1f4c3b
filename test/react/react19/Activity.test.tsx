import { act, fireEvent, screen } from '@testing-library/react'
import { Activity, useState } from 'react'
import { Endpoint } from 'rtk-rest'
import { useDownload } from 'rtk-rest/react'
import { describe, expect, it } from 'vitest'
import { modes, renderApp } from '../../support/renderApp'
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
