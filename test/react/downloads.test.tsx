import { act, fireEvent, screen } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { useEffect, useLayoutEffect, useState } from 'react'
import { Endpoint, type RunContext } from 'rtk-rest'
import { type Download, useDownload, useFetch } from 'rtk-rest/react'
import { describe, expect, it, vi } from 'vitest'
import { modes, renderApp } from '../support/renderApp'
import { API, server } from '../support/server'
import { createStore, deferred, User, UserResource } from '../support/world'

const ada = { id: '1', name: 'Ada' }

describe.each(modes)('useFetch %s', (_, Mode) => {
  it('returns a settled promise for stored data, the same until the data changes', async () => {
    server.use(http.get(`${API}/users/1`, () => HttpResponse.json(ada)))
    const seen: unknown[] = []
    function Detail() {
      const [, again] = useState(0)
      const user = useFetch(UserResource.get, { id: '1' })
      seen.push(user)
      return (
        <button onClick={() => again((it) => it + 1)}>
          {user.resolved ? user.value?.name : 'waiting'}
        </button>
      )
    }
    renderApp(Mode, <Detail />)
    fireEvent.click(await screen.findByText('Ada'))
    const last = seen.at(-1) as PromiseLike<User> & { status: string }
    expect(seen.at(-2)).toBe(last)
    expect(last.status).toBe('fulfilled')
    expect(await last).toBeInstanceOf(User)
  })

  it('returns undefined for null', () => {
    const Idle = () => <p>{typeof useFetch(UserResource.get, null)}</p>
    renderApp(Mode, <Idle />)
    expect(screen.getByText('undefined')).toBeTruthy()
  })
})

describe.each(modes)('useDownload %s', (_, Mode) => {
  function statement() {
    const steps: RunContext[] = []
    const end = deferred<string>()
    const getStatement = new Endpoint(
      async function (this: { context: RunContext }, _month: string) {
        steps.push(this.context)
        return { blob: new Blob([await end.promise]), filename: 'may.csv' }
      },
      { name: 'getStatement', dataExpiryLength: 0 },
    )
    function Page() {
      const { start, abort, status, progress, data, error } = useDownload(getStatement)
      return (
        <p>
          <b>
            {status} {progress && `${progress.loaded}/${progress.total ?? '?'}`} {data?.filename}
            {error?.message}
          </b>
          <button onClick={() => void start('may')}>start</button>
          <button onClick={abort}>abort</button>
        </p>
      )
    }
    const text = () => document.querySelector('b')?.textContent?.trim()
    return { Page, steps, end, text, getStatement }
  }

  it('returns progress and data', async () => {
    const { Page, steps, end, text } = statement()
    const { actions } = renderApp(Mode, <Page />)
    expect(text()).toBe('idle')
    await act(async () => fireEvent.click(screen.getByText('start')))
    expect(text()).toBe('running')
    act(() => steps[0]?.onDownloadProgress?.({ loaded: 10, total: 40 }))
    expect(text()).toBe('running 10/40')
    act(() => steps[0]?.onDownloadProgress?.({ loaded: 20, total: undefined }))
    expect(text()).toBe('running 20/?')
    await act(async () => end.resolve('a;b'))
    expect(await screen.findByText('done may.csv')).toBeTruthy()
    expect(JSON.parse(JSON.stringify(actions))).toEqual(actions)
  })

  it('can be aborted and started again', async () => {
    const { Page, steps, end, text } = statement()
    renderApp(Mode, <Page />)
    await act(async () => fireEvent.click(screen.getByText('start')))
    await act(async () => fireEvent.click(screen.getByText('abort')))
    expect(text()).toBe('aborted')
    expect(steps[0]?.signal?.aborted).toBe(true)
    await act(async () => fireEvent.click(screen.getByText('start')))
    await act(async () => end.resolve('x'))
    expect(await screen.findByText('done may.csv')).toBeTruthy()
  })

  it('aborts the first download when started again', async () => {
    const { Page, steps, end } = statement()
    renderApp(Mode, <Page />)
    await act(async () => fireEvent.click(screen.getByText('start')))
    await act(async () => fireEvent.click(screen.getByText('start')))
    expect(steps.map(({ signal }) => signal?.aborted)).toEqual([true, false])
    await act(async () => end.resolve('x'))
    expect(await screen.findByText('done may.csv')).toBeTruthy()
  })

  it('returns the error of a failed download', async () => {
    const fails = new Endpoint(async () => Promise.reject(new Error('no statement')), {
      name: 'fails',
    })
    function Page() {
      const { start, status, error } = useDownload(fails)
      return <button onClick={() => void start()}>{`${status} ${String(error)}`}</button>
    }
    renderApp(Mode, <Page />)
    fireEvent.click(screen.getByText('idle undefined'))
    expect(await screen.findByText('failed Error: no statement')).toBeTruthy()
  })

  it('resolves `start` to the data, or to undefined if replaced, aborted or failed', async () => {
    const responses = [deferred<string>(), deferred<string>(), deferred<string>()]
    let requests = 0
    const getName = new Endpoint(
      () => responses[requests++]?.promise ?? Promise.reject(new Error('no statement')),
      { name: 'getName' },
    )
    let download: Download<typeof getName> | undefined
    function Page() {
      download = useDownload(getName)
      return null
    }
    renderApp(Mode, <Page />)
    const given: unknown[] = []
    const start = () => act(async () => void download?.start().then((data) => given.push(data)))
    await start()
    await start()
    await act(async () => responses[1]?.resolve('may.csv'))
    expect(given).toEqual([undefined, 'may.csv'])
    await start()
    await act(async () => download?.abort())
    await start()
    expect(given).toEqual([undefined, 'may.csv', undefined, undefined])
  })

  it('aborts the download when the component unmounts', async () => {
    const { Page, steps } = statement()
    const { unmount } = renderApp(Mode, <Page />)
    await act(async () => fireEvent.click(screen.getByText('start')))
    unmount()
    expect(steps[0]?.signal?.aborted).toBe(true)
  })

  it('returns the same `start` function at each render, which calls the current endpoint', async () => {
    const requests: string[] = []
    const make = (name: string) =>
      new Endpoint(async () => void requests.push(name), { name, dataExpiryLength: 0 })
    const starts = new Set<unknown>()
    function Page() {
      const [name, setName] = useState('one')
      const { start, status } = useDownload(make(name))
      useEffect(() => {
        starts.add(start)
        void start()
      }, [start])
      return <button onClick={() => setName('other')}>{status}</button>
    }
    const Again = () => {
      const { start } = useDownload(make('third'))
      return <button onClick={() => void start()}>again</button>
    }
    renderApp(Mode, <Page />)
    fireEvent.click(await screen.findByText('done'))
    expect(new Set(requests)).toEqual(new Set(['one']))
    expect(starts.size).toBe(1)
    renderApp(Mode, <Again />)
    await act(async () => fireEvent.click(screen.getByText('again')))
    expect(requests.at(-1)).toBe('third')
  })

  it('can be started in effects, also those of child components', async () => {
    const requests: string[] = []
    const make = (name: string) =>
      new Endpoint(async () => void requests.push(name), { name, dataExpiryLength: 0 })
    const endpoints = { one: make('one'), other: make('other') }
    function Child({ start, of }: { start: () => Promise<unknown>; of: string }) {
      useLayoutEffect(() => {
        if (of !== '') void start()
      }, [start, of])
      return null
    }
    function Page() {
      const [of, setOf] = useState<'one' | 'other'>('one')
      const { start, status } = useDownload(endpoints[of])
      return (
        <button onClick={() => setOf('other')}>
          {status}
          <Child start={start} of={of} />
        </button>
      )
    }
    renderApp(Mode, <Page />)
    fireEvent.click(await screen.findByText('done'))
    await vi.waitFor(() => expect(requests.at(-1)).toBe('other'))
    expect(requests[0]).toBe('one')
  })

  it('stays aborted if another caller continues the same request', async () => {
    const { Page, steps, end, text, getStatement } = statement()
    const { controller } = renderApp(Mode, <Page />)
    await act(async () => fireEvent.click(screen.getByText('start')))
    const other = controller.fetch(getStatement, 'may')
    await act(async () => fireEvent.click(screen.getByText('abort')))
    expect(text()).toBe('aborted')
    act(() => steps[0]?.onDownloadProgress?.({ loaded: 10, total: 40 }))
    expect(text()).toBe('aborted')
    await act(async () => end.resolve('a;b'))
    expect(await other).toMatchObject({ filename: 'may.csv' })
    expect(text()).toBe('aborted')
  })

  it('returns the error of an invalid call, and `start` never rejects', async () => {
    let download: Download<typeof UserResource.get> | undefined
    const Page = () => {
      download = useDownload(UserResource.get)
      return <b>{download.status}</b>
    }
    renderApp(Mode, <Page />)
    await act(async () => expect(await download?.start({} as never)).toBeUndefined())
    expect(screen.getByText('failed')).toBeTruthy()
    expect(String(download?.error)).toMatch(/"id".*is missing/)
  })
})

describe('the progress of a download', () => {
  it('is reported to every caller of a shared read', async () => {
    const end = deferred()
    const contexts: RunContext[] = []
    const slow = new Endpoint(
      async function (this: { context: RunContext }) {
        contexts.push(this.context)
        await end.promise
        return 1
      },
      { name: 'slow' },
    )
    const { store, rest } = createStore()
    const [one, other] = [store.dispatch(rest.fetch(slow)), store.dispatch(rest.fetch(slow))]
    const heard: string[] = []
    const stop = one.onDownloadProgress(({ loaded }) => heard.push(`one ${loaded}`))
    other.onDownloadProgress(({ loaded }) => heard.push(`other ${loaded}`))
    await Promise.resolve()
    contexts[0]?.onDownloadProgress?.({ loaded: 1, total: 2 })
    stop()
    contexts[0]?.onDownloadProgress?.({ loaded: 2, total: 2 })
    end.resolve()
    await one
    contexts[0]?.onDownloadProgress?.({ loaded: 3, total: 2 })
    expect(heard).toEqual(['one 1', 'other 1', 'other 2'])
  })
})
