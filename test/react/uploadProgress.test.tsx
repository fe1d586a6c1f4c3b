import { act, cleanup, render, screen } from '@testing-library/react'
import { Fragment, type ReactNode } from 'react'
import { Provider } from 'react-redux'
import { Endpoint, type Progress, type RunContext, serial } from 'rtk-rest'
import { type MutationOptions, useMutation } from 'rtk-rest/react'
import { describe, expect, it, vi } from 'vitest'
import { type HeldUpload, holdUploads } from '../support/holdUploads'
import { type MutationPage, mutationPage } from '../support/mutationPage'
import { type Mode, modes, renderApp } from '../support/renderApp'
import { turns } from '../support/turns'
import { createStore } from '../support/world'

// What a `fetchFn` reports, in components; test/browser has the same with xhrFetch in a browser.

const total = 200
const sent = (loaded: number): Progress => ({ loaded, total })

type Uploads = ReturnType<typeof holdUploads>
type Page = MutationPage<Uploads['endpoint']>

/** A page whose components read the progress at each render. */
function readingPage({ endpoint }: Pick<Uploads, 'endpoint'>, options?: MutationOptions) {
  const page = mutationPage(endpoint, options)
  const shown: (Progress | undefined)[] = []
  function Page(): ReactNode {
    const node = page.Page({})
    shown.push(page.result.progress)
    return node
  }
  return { page, Page, shown, progress: () => page.result.progress }
}

function createPage(Mode: Mode, options?: MutationOptions, more?: object) {
  const uploads = holdUploads(more)
  const reading = readingPage(uploads, options)
  const world = createStore({ fetchFn: uploads.fetchFn })
  const app = renderApp(Mode, <reading.Page />, world)
  return { ...uploads, ...reading, ...app }
}

const run = ({ page }: { readonly page: Page }, text = 'text') => {
  let promise: ReturnType<typeof page.run> | undefined
  act(() => void (promise = page.run({ text })))
  return () => promise as ReturnType<typeof page.run>
}

const respond = (upload: HeldUpload, status = 200) =>
  act(async () => {
    upload.respond('done', status)
    await turns()
  })

const ended = (page: Page) => vi.waitFor(() => expect(page.result.isLoading).toBe(false))

describe.each(modes)('the progress of useMutation %s', (_, Mode) => {
  it('is what was sent while a call is pending, and nothing before and after', async () => {
    const app = createPage(Mode)
    expect(app.progress()).toBeUndefined()
    run(app)
    const upload = await app.take()
    expect(app.progress()).toBeUndefined()
    upload.report(sent(50))
    expect(app.progress()).toEqual(sent(50))
    upload.report(sent(total))
    expect(app.progress()).toEqual(sent(total))
    await respond(upload)
    await ended(app.page)
    expect(app.page.result).toMatchObject({ status: 'fulfilled', data: 'done' })
    expect(app.progress()).toBeUndefined()
  })

  it('is that of the last call', async () => {
    const app = createPage(Mode)
    run(app, 'first')
    const first = await app.take()
    first.report(sent(50))
    run(app, 'second')
    expect(app.progress()).toBeUndefined()
    const second = await app.take()
    first.report(sent(100))
    expect(app.progress()).toBeUndefined()
    second.report(sent(20))
    expect(app.progress()).toEqual(sent(20))
    await respond(first)
    expect(app.progress()).toEqual(sent(20))
    await respond(second)
    await ended(app.page)
    run(app, 'third')
    expect(app.progress()).toBeUndefined()
    const third = await app.take()
    third.report(sent(10))
    expect(app.progress()).toEqual(sent(10))
  })

  it('is forgotten by `reset`, while the upload goes on', async () => {
    const app = createPage(Mode)
    const promise = run(app)
    const upload = await app.take()
    upload.report(sent(50))
    act(() => app.page.result.reset())
    expect(app.progress()).toBeUndefined()
    upload.report(sent(100))
    expect(app.progress()).toBeUndefined()
    upload.respond('done')
    expect(await promise().unwrap()).toBe('done')
  })

  it('is gone after a failure', async () => {
    const app = createPage(Mode)
    run(app)
    const upload = await app.take()
    upload.report(sent(50))
    await respond(upload, 413)
    await ended(app.page)
    expect(app.page.result.error).toMatchObject({ status: 413 })
    expect(app.progress()).toBeUndefined()
  })

  it('is gone after an abort, and late reports change nothing', async () => {
    const app = createPage(Mode)
    const promise = run(app)
    const upload = await app.take()
    upload.report(sent(50))
    await act(async () => {
      promise().abort()
      await promise()
    })
    expect(app.page.result.error).toMatchObject({ name: 'AbortError' })
    expect(app.progress()).toBeUndefined()
    const renders = app.shown.length
    upload.report(sent(100))
    expect(app.shown).toHaveLength(renders)
  })

  it('updates no component that is unmounted', async () => {
    const app = createPage(Mode)
    const promise = run(app)
    const upload = await app.take()
    upload.report(sent(50))
    const renders = app.shown.length
    app.unmount()
    upload.report(sent(100))
    upload.respond('done')
    expect(await promise().unwrap()).toBe('done')
    expect(app.shown).toHaveLength(renders)
  })

  it('renders once for each percent at most, however often it is reported', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    const app = createPage(Mode)
    run(app)
    const upload = await app.take()
    for (let loaded = 1; loaded <= 10_000; loaded += 1) upload.report({ loaded, total: 10_000 })
    const values = new Set(app.shown)
    expect(values.size).toBeGreaterThan(99)
    expect(values.size).toBeLessThan(103)
    expect(app.progress()).toEqual({ loaded: 10_000, total: 10_000 })
  })

  it('changes within one percent every 100 ms at most', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    const app = createPage(Mode)
    run(app)
    const upload = await app.take()
    const at = (ms: number, loaded: number): number | undefined => {
      vi.advanceTimersByTime(ms)
      upload.report({ loaded, total: 1_000_000_000 })
      return app.progress()?.loaded
    }
    expect([at(0, 1), at(99, 2), at(1, 3), at(50, 4), at(50, 5)]).toEqual([1, 1, 3, 3, 5])
  })

  it('may have no total, and starts again where the request is sent again', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    const app = createPage(Mode)
    run(app)
    const upload = await app.take()
    const unknown = (loaded: number): Progress => ({ loaded, total: undefined })
    upload.report(unknown(1), unknown(2))
    expect(app.progress()).toEqual(unknown(1))
    vi.advanceTimersByTime(100)
    upload.report(unknown(3))
    expect(app.progress()).toEqual(unknown(3))
    upload.report(sent(100), sent(2))
    expect(app.progress()).toEqual(sent(2))
  })

  it('of an empty body is shown', async () => {
    const app = createPage(Mode)
    run(app)
    const upload = await app.take()
    upload.report({ loaded: 0, total: 0 })
    expect(app.progress()).toEqual({ loaded: 0, total: 0 })
  })

  it('renders no component that does not read it', async () => {
    const uploads = holdUploads()
    const page = mutationPage(uploads.endpoint)
    renderApp(Mode, <page.Page />, createStore({ fetchFn: uploads.fetchFn }))
    run({ page })
    const upload = await uploads.take()
    const renders = page.results.length
    upload.report(sent(50), sent(100))
    expect(page.results).toHaveLength(renders)
  })

  it('can be read by a component that first reads it while the call is pending', async () => {
    const uploads = holdUploads()
    let start: () => void = () => undefined
    function Upload(): ReactNode {
      const [upload, result] = useMutation(uploads.endpoint)
      start = () => void upload({ text: 'text' })
      return result.isLoading ? <progress value={result.progress?.loaded ?? 0} max={total} /> : null
    }
    renderApp(Mode, <Upload />, createStore({ fetchFn: uploads.fetchFn }))
    act(start)
    const upload = await uploads.take()
    upload.report(sent(50))
    expect(screen.getByRole<HTMLProgressElement>('progressbar').value).toBe(50)
  })

  it('is shown for a call that `debounce` held back', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const app = createPage(Mode, { debounce: 500 })
    run(app, 'a')
    run(app, 'ab')
    act(() => void vi.advanceTimersByTime(500))
    vi.useRealTimers()
    const upload = await app.take()
    upload.report(sent(50))
    expect(app.progress()).toEqual(sent(50))
    expect(upload.body).toEqual({ text: 'ab' })
  })

  it('is shown once a call that waits in its scope is sent', async () => {
    const app = createPage(Mode, {}, { scope: [serial, 'files'] })
    run(app, 'first')
    run(app, 'second')
    const first = await app.take()
    first.report(sent(50))
    expect(app.progress()).toBeUndefined()
    await respond(first)
    const second = await app.take()
    second.report(sent(20))
    expect(app.progress()).toEqual(sent(20))
  })

  it('is that of an endpoint that is a function, in each of its calls', async () => {
    const reports: RunContext['onUploadProgress'][] = []
    function put(this: { readonly context: RunContext }): Promise<unknown> {
      reports.push(this.context.onUploadProgress)
      return new Promise(() => {})
    }
    const endpoint = new Endpoint(put, { name: 'put', sideEffect: true })
    const reading = readingPage({ endpoint } as unknown as Uploads)
    renderApp(Mode, <reading.Page />)
    for (const text of ['first', 'second']) {
      run(reading, text)
      await act(async () => await turns())
      act(() => reports.at(-1)?.(sent(50)))
      expect(reading.progress()).toEqual(sent(50))
    }
    expect(reports).toHaveLength(2)
  })
})

describe.each(modes)('the progress of a mutation with a key %s', (_, Mode) => {
  const shared = { key: 'upload' }

  it('is shown by all components with the key, also by those that come later', async () => {
    const app = createPage(Mode, shared)
    run(app)
    const upload = await app.take()
    upload.report(sent(50))
    expect(app.progress()).toEqual(sent(50))
    const late = readingPage(app, shared)
    render(
      <Mode>
        <Provider store={app.store}>
          <late.Page />
        </Provider>
      </Mode>,
    )
    expect(late.progress()).toEqual(sent(50))
    upload.report(sent(100))
    for (const it of [app, late]) expect(it.progress()).toEqual(sent(100))
    await respond(upload)
    await ended(late.page)
    for (const it of [app, late]) expect(it.progress()).toBeUndefined()
  })

  it('is that of the last call, whichever component made it', async () => {
    const app = createPage(Mode, shared)
    const other = readingPage(app, shared)
    render(
      <Provider store={app.store}>
        <other.Page />
      </Provider>,
    )
    run(app, 'first')
    const first = await app.take()
    first.report(sent(50))
    run(other, 'second')
    await act(async () => await turns())
    for (const it of [app, other]) expect(it.progress()).toBeUndefined()
    const second = await app.take()
    first.report(sent(100))
    second.report(sent(20))
    for (const it of [app, other]) expect(it.progress()).toEqual(sent(20))
    act(() => app.page.result.reset())
    await act(async () => await turns())
    for (const it of [app, other]) expect(it.progress()).toBeUndefined()
  })

  it('is not in the state, and dispatches nothing', async () => {
    const app = createPage(Mode, shared)
    run(app)
    const upload = await app.take()
    const [state, count] = [app.store.getState(), app.actions.length]
    upload.report(sent(50), sent(100))
    expect(app.progress()).toEqual(sent(100))
    expect(app.store.getState()).toBe(state)
    expect(app.actions).toHaveLength(count)
  })

  it('is that of the own call if the endpoint is sensitive', async () => {
    const app = createPage(Mode, shared, { sensitive: true })
    const other = readingPage(app, shared)
    render(
      <Provider store={app.store}>
        <other.Page />
      </Provider>,
    )
    run(app)
    const upload = await app.take()
    upload.report(sent(50))
    expect(app.progress()).toEqual(sent(50))
    expect(other.progress()).toBeUndefined()
  })

  it('ends with the page', async () => {
    const app = createPage(Mode, shared)
    const promise = run(app)
    const upload = await app.take()
    cleanup()
    upload.report(sent(50))
    upload.respond('done')
    expect(await promise().unwrap()).toBe('done')
    expect(app.shown.every((it) => it === undefined)).toBe(true)
  })
})

describe('useMutation', () => {
  it('listens to the progress of each call, and `fetch` ignores that', async () => {
    const uploads = holdUploads()
    const page = mutationPage(uploads.endpoint)
    renderApp(Fragment, <page.Page />, createStore({ fetchFn: uploads.fetchFn }))
    run({ page })
    const upload = await uploads.take()
    expect(upload.isHeard).toBe(true)
    await respond(upload)
    await ended(page)
    expect(page.result.data).toBe('done')
  })
})
