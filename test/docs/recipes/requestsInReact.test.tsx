import { act, fireEvent, render, screen } from '@testing-library/react'
import type { ServerResponse } from 'node:http'
import type { ReactNode } from 'react'
import { Provider } from 'react-redux'
import { AsyncBoundary, type ErrorFallbackProps, useSuspense } from 'rtk-rest/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { deferred } from '../../support/world'
import { API, arrived, received, respond } from './api'
import { ArchiveButton } from './requests/ArchiveButton'
import * as logout from './requests/logout'
import { JobStatus } from './requests/JobStatus'
import { hold } from './requests/polling'
import { saveFile } from './requests/saveFile'
import { OrderPage, OrderResource } from './requests/OrderPage'
import { Price } from './requests/Price'
import { controller, store } from './store'

beforeEach(() => {
  ;(window as unknown as { happyDOM: { setURL(url: string): void } }).happyDOM.setURL(API)
  controller.reset()
})

describe('the recipe for a download', () => {
  const bar = () => document.querySelector('progress')

  it('shows the progress, and then the file', async () => {
    const responses: ServerResponse[] = []
    respond((_, response) => {
      responses.push(response.writeHead(200, { 'content-length': '4000' }))
      response.write(new Uint8Array(1_000))
      return undefined
    })
    const { unmount } = render(<ArchiveButton id="1" />, { wrapper })
    fireEvent.click(screen.getByText('Download'))
    await vi.waitFor(() => expect([bar()?.value, bar()?.max]).toEqual([1_000, 4_000]))
    responses[0]?.write(new Uint8Array(1_000))
    await vi.waitFor(() => expect(bar()?.value).toBe(2_000))
    responses[0]?.end(new Uint8Array(2_000))
    expect(await screen.findByText('4000 bytes')).toBeTruthy()
    unmount()
  })

  it('says why it failed, and tries again', async () => {
    respond(() => (received.length > 1 ? { body: 'zip' } : { status: 503 }))
    const { unmount } = render(<ArchiveButton id="1" />, { wrapper })
    fireEvent.click(screen.getByText('Download'))
    expect((await screen.findByRole('alert')).textContent).toBe('Service Unavailable (503)')
    fireEvent.click(screen.getByText('Try again'))
    expect(await screen.findByText('3 bytes')).toBeTruthy()
    expect(screen.queryByRole('alert')).toBeNull()
    unmount()
  })

  it('hands the file to the browser under a name', () => {
    const clicked: string[] = []
    const file = new Blob(['zip'])
    const made = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:1')
    const revoked = vi.spyOn(URL, 'revokeObjectURL').mockReturnValue(undefined)
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(
      this: HTMLAnchorElement,
    ) {
      clicked.push(this.download)
    })
    saveFile(file, 'orders.zip')
    expect(clicked).toEqual(['orders.zip'])
    expect(made).toHaveBeenCalledWith(file)
    expect(revoked).toHaveBeenCalledWith('blob:1')
  })

  it('aborts the request on the server when canceled, and can start again', async () => {
    const [begun, closed] = [deferred(), deferred()]
    respond((_, response) => {
      begun.resolve()
      response.on('close', () => closed.resolve())
      response.writeHead(200, { 'content-length': '4000' }).write(new Uint8Array(1_000))
      return undefined
    })
    render(<ArchiveButton id="1" />, { wrapper })
    fireEvent.click(screen.getByText('Download'))
    // What is cancelled before it was sent, the server never hears of.
    await begun.promise
    fireEvent.click(await screen.findByText('Cancel'))
    expect(await screen.findByText('Download')).toBeTruthy()
    await closed.promise
    respond(() => (received.length === 2 ? { status: 503 } : { body: 'zip' }))
    fireEvent.click(screen.getByText('Download'))
    fireEvent.click(await screen.findByText('Try again'))
    expect(await screen.findByText('3 bytes')).toBeTruthy()
  })
})

describe('the recipe for errors', () => {
  const page = <OrderPage id="1" />

  it('shows the data, why a refetch failed beside it, and a button that tries again', async () => {
    let title = 'Tea'
    respond(() => ({ json: { id: '1', title } }))
    render(page, { wrapper })
    expect(await screen.findByText('Tea')).toBeTruthy()
    respond(() => ({ status: 503 }))
    await act(() => controller.fetch(OrderResource.get, { id: '1' }).catch(() => undefined))
    expect(screen.getByText('Tea')).toBeTruthy()
    expect(screen.getByRole('status').textContent).toMatch(
      'This may be old: Service Unavailable (503)',
    )
    title = 'Coffee'
    respond(() => ({ json: { id: '1', title } }))
    fireEvent.click(screen.getByText('Try again'))
    expect(await screen.findByText('Coffee')).toBeTruthy()
    expect(screen.queryByRole('status')).toBeNull()
  })

  it.each([
    [{ status: 404 }, 'There is no such order.'],
    [{ status: 403 }, 'Forbidden (403)'],
    [{ json: {} }, /^Order: /],
  ])('shows the error without data: %j', async (response, says) => {
    respond(() => response)
    render(page, { wrapper })
    expect((await screen.findByRole('alert')).textContent).toMatch(says)
  })
})

describe('the recipe for polling', () => {
  const shown = () => document.querySelector('b')?.textContent
  const pass = (ms: number) => act(async () => vi.advanceTimersByTimeAsync(ms))
  const responded = (count: number) =>
    act(async () => {
      await arrived(count)
      await controller.allSettled()
    })
  let now = Date.now()
  let isUp = true

  function look(visibilityState: 'visible' | 'hidden') {
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(visibilityState)
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  }

  function goOnline(isOnline: boolean) {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline)
    window.dispatchEvent(new Event(isOnline ? 'online' : 'offline'))
  }

  beforeEach(() => {
    // Later each time, as the clock of a store never runs backwards.
    now += 3_600_000
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now })
    isUp = true
    respond(() => (isUp ? { json: { pair: 'BTC', price: received.length } } : { status: 503 }))
  })

  it('sends one request every five seconds for all mounted components', async () => {
    const { unmount } = render([<Price key={1} pair="BTC" />, <Price key={2} pair="BTC" />], {
      wrapper,
    })
    await responded(1)
    expect(shown()).toBe('1')
    await pass(4_999)
    expect(received).toHaveLength(1)
    await pass(1)
    await responded(2)
    expect(shown()).toBe('2')
    unmount()
    await pass(60_000)
    expect(received).toHaveLength(2)
  })

  it('pauses while the page is hidden or offline', async () => {
    render(<Price pair="BTC" />, { wrapper })
    await responded(1)
    look('hidden')
    await pass(60_000)
    expect(received).toHaveLength(1)
    look('visible')
    await pass(0)
    await responded(2)
    goOnline(false)
    await pass(60_000)
    expect(received).toHaveLength(2)
    goOnline(true)
    await pass(0)
    await responded(3)
    expect(shown()).toBe('3')
  })

  it('keeps the data and polls less often while the server fails', async () => {
    render(<Price pair="BTC" />, { wrapper })
    await responded(1)
    isUp = false
    await pass(5_000)
    await responded(2)
    expect(shown()).toBe('1')
    await pass(9_999)
    expect(received).toHaveLength(2)
    isUp = true
    await pass(1)
    await responded(3)
    expect(shown()).toBe('3')
    await pass(5_000)
    await responded(4)
    expect(shown()).toBe('4')
  })

  it('polls until the job is done, and then no more', async () => {
    respond(() => {
      const percent = received.length * 40
      return { json: { id: '1', percent, status: percent < 100 ? 'running' : 'done' } }
    })
    render(<JobStatus id="1" />, { wrapper })
    await responded(1)
    expect(screen.getByRole('status').textContent).toBe('40 %')
    await pass(1_000)
    await responded(2)
    expect(screen.getByRole('status').textContent).toBe('80 %')
    await pass(1_000)
    await responded(3)
    expect(screen.getByRole('status').textContent).toBe('done')
    await pass(60_000)
    expect(received).toHaveLength(3)
  })

  it('polls without a component after rest.retain', async () => {
    const { held, stop } = hold('BTC')
    await responded(1)
    await pass(5_000)
    await responded(2)
    held.release()
    await pass(5_000)
    await responded(3)
    stop()
    await pass(60_000)
    expect(received).toHaveLength(3)
  })
})

describe('the recipe for a logout', () => {
  const Failure = ({ error }: ErrorFallbackProps) => <p role="alert">{error.message}</p>

  function Name({ id }: { readonly id: string }) {
    return <b>{useSuspense(logout.UserResource.get, { id }).name}</b>
  }

  const page = (
    <Provider store={logout.store}>
      <AsyncBoundary fallback="loading" errorComponent={Failure}>
        <Name id="1" />
      </AsyncBoundary>
    </Provider>
  )

  it('removes the data of the user from the page, and sends no request', async () => {
    const controller = logout.rest.getController(logout.store)
    respond(({ headers }) =>
      headers.authorization === 'Bearer good'
        ? { json: { id: '1', name: 'Ada' } }
        : { status: 419 },
    )
    logout.session.token = 'good'
    const { unmount } = render(page, { onCaughtError: () => undefined })
    expect(await screen.findByText('Ada')).toBeTruthy()

    logout.session.token = 'expired'
    await act(async () => controller.fetch(logout.UserResource.getList).catch(() => undefined))
    expect(await screen.findByRole('alert')).toBeTruthy()
    expect(screen.queryByText('Ada')).toBeNull()
    expect(logout.session).toEqual({ token: '', isOnLoginPage: true })
    await act(async () => controller.allSettled())
    expect(received.map(({ path }) => path)).toEqual(['/users/1', '/users'])

    unmount()
    logout.session.token = 'good'
    render(page)
    expect(await screen.findByText('Ada')).toBeTruthy()
    expect(received).toHaveLength(3)
  })
})

describe('a visitor without a session', () => {
  const Failure = ({ error }: ErrorFallbackProps) => <p role="alert">{error.message}</p>

  function Name({ id }: { readonly id: string }) {
    return <b>{useSuspense(logout.UserResource.get, { id }).name}</b>
  }

  it('sees public data, and a 401 response causes no further requests', async () => {
    const late = deferred()
    respond(async ({ path }) => {
      if (path === '/users/me') return { status: 401 }
      if (path === '/users/slow') await late.promise
      return { json: { id: path.replace('/users/', ''), name: `public ${path}` } }
    })
    const controller = logout.rest.getController(logout.store)
    controller.reset()
    Object.assign(logout.session, { token: '', isOnLoginPage: false })
    const readers = ['fast', 'slow', 'me'].map((id) => (
      <AsyncBoundary key={id} fallback="loading" errorComponent={Failure}>
        <Name id={id} />
      </AsyncBoundary>
    ))
    render(<Provider store={logout.store}>{readers}</Provider>, { onCaughtError: () => undefined })
    expect((await screen.findByRole('alert')).textContent).toMatch(/Unauthorized/)
    await act(async () => late.resolve())
    expect(await screen.findByText('public /users/slow')).toBeTruthy()
    expect(screen.getByText('public /users/fast')).toBeTruthy()
    await act(async () => controller.allSettled())
    expect(received.map(({ path }) => path).toSorted()).toEqual([
      '/users/fast',
      '/users/me',
      '/users/slow',
    ])
    expect(logout.session.isOnLoginPage).toBe(false)
  })
})

function wrapper({ children }: { readonly children: ReactNode }) {
  return (
    <Provider store={store}>
      <AsyncBoundary fallback="loading">{children}</AsyncBoundary>
    </Provider>
  )
}
