import { act, fireEvent, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { Provider } from 'react-redux'
import { AsyncBoundary } from 'rtk-rest/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { API, received, respond } from './api'
import { type HeldMutation, holdMutations } from './holdMutations'
import { EmailForm } from './mutations/EmailForm'
import { NewUserForm } from './mutations/NewUserForm'
import { NoteEditor } from './mutations/NoteEditor'
import { Sales } from './mutations/Sales'
import { store as uploads, upload } from './mutations/uploadProgress'
import { VideoUpload } from './mutations/VideoUpload'
import { controller, store } from './store'

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

const release = (mutation: HeldMutation, json: unknown, status = 200) =>
  act(async () => {
    mutation.release({ json, status })
    await controller.allSettled()
  })

const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })

describe('the recipe for forms and errors', () => {
  const input = () => screen.getByLabelText<HTMLInputElement>('Email')

  it('shows the error beside its field, and keeps what was typed', async () => {
    const server = holdMutations(() => undefined)
    render(<EmailForm id="1" />, { wrapper })
    type('Email', 'taken@old.test')
    fireEvent.click(screen.getByText('Save'))
    const button = await screen.findByText<HTMLButtonElement>('Saving …')
    expect(button.disabled).toBe(true)
    await release(await server.take(), { errors: { email: 'is taken' } }, 422)
    expect((await screen.findByRole('alert')).textContent).toBe('Email is taken')
    expect([input().value, input().getAttribute('aria-invalid')]).toEqual([
      'taken@old.test',
      'true',
    ])
    type('Email', 'ada@new.test')
    fireEvent.click(screen.getByText('Save'))
    expect(screen.queryByRole('alert')).toBeNull()
    await release(await server.take(), { id: '1', email: 'ada@new.test' })
    expect((await screen.findByRole('status')).textContent).toBe('Saved.')
  })

  it('shows that nothing was saved if the error has another shape', async () => {
    respond(() => ({ status: 503, body: '<html>' }))
    render(<EmailForm id="1" />, { wrapper })
    fireEvent.click(screen.getByText('Save'))
    expect((await screen.findByRole('alert')).textContent).toBe('Not saved.')
  })

  it('can be the action of a form, which is cleared after each call', async () => {
    const server = holdMutations(() => undefined)
    render(<NewUserForm />, { wrapper })
    const field = screen.getByLabelText<HTMLInputElement>('Email of the new user')
    type('Email of the new user', 'eve@new.test')
    await act(async () => fireEvent.click(screen.getByText('Create')))
    expect(screen.getByText<HTMLButtonElement>('Create').disabled).toBe(true)
    const creation = await server.take()
    expect(creation.body).toContain('eve@new.test')
    await release(creation, { errors: { email: 'is taken' } }, 422)
    expect((await screen.findByRole('alert')).textContent).toBe('is taken')
    await vi.waitFor(() => expect(field.value).toBe(''))
  })
})

describe('the recipe for saving as the user types', () => {
  const status = () => screen.getByRole('status').textContent
  const pass = (ms: number) => act(async () => vi.advanceTimersByTimeAsync(ms))

  async function open() {
    const server = holdMutations(() => ({ id: '1', text: '' }))
    const page = render(<NoteEditor id="1" />, { wrapper })
    await screen.findByLabelText('Note')
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    return { ...page, server }
  }

  it('sends one request for what was typed without a pause, after the request before', async () => {
    const { server } = await open()
    for (const text of ['H', 'He', 'Hey']) {
      type('Note', text)
      await pass(400)
    }
    expect([status(), received.length]).toEqual(['Saving …', 1])
    await pass(100)
    const first = await server.take()
    expect(first.body).toBe('{"text":"Hey"}')
    type('Note', 'Hey you')
    await pass(500)
    expect(received).toHaveLength(2)
    await release(first, { id: '1', text: 'Hey' })
    expect([screen.getByLabelText<HTMLInputElement>('Note').value, status()]).toEqual([
      'Hey you',
      'Saving …',
    ])
    const second = await server.take()
    expect(second.body).toBe('{"text":"Hey you"}')
    await release(second, { id: '1', text: 'Hey you' })
    await vi.waitFor(() => expect(status()).toBe('Saved'))
  })

  it('sends what was typed last when the page closes', async () => {
    const { server, unmount } = await open()
    type('Note', 'Bye')
    unmount()
    const last = await server.take()
    expect(last.body).toBe('{"text":"Bye"}')
    await release(last, { id: '1', text: 'Bye' })
  })

  it('keeps the text when it could not be saved, and sends it again', async () => {
    const { server } = await open()
    type('Note', 'Hey')
    await pass(500)
    await release(await server.take(), {}, 409)
    await vi.waitFor(() => expect(status()).toBe('Not saved'))
    fireEvent.click(screen.getByText('Try again'))
    await pass(500)
    const again = await server.take()
    expect(again.body).toBe('{"text":"Hey"}')
    await release(again, { id: '1', text: 'Hey' })
    await vi.waitFor(() => expect(status()).toBe('Saved'))
  })
})

describe('the recipe for what to refetch', () => {
  it('shows what expires until there is newer data, and hides what is invalid', async () => {
    let total = 100
    const server = holdMutations((path) =>
      path === '/total' ? { total } : { balance: total - 60 },
    )
    const seen: (string | undefined)[] = []
    render(<Sales customer="ada" />, { wrapper })
    await screen.findByText('Balance: 40')
    const body = screen.getByText('Total: 100').parentElement as HTMLElement
    const observer = new MutationObserver(() => seen.push(body.textContent ?? undefined))
    observer.observe(body, { subtree: true, childList: true, characterData: true })
    fireEvent.click(screen.getByText('Sell'))
    const sale = await server.take()
    expect(received).toHaveLength(3)
    total = 120
    await release(sale, { id: '1', customer: 'ada', amount: 20 })
    await screen.findByText('Total: 120')
    await screen.findByText('Balance: 60')
    observer.disconnect()
    expect(
      received
        .slice(3)
        .map(({ path }) => path)
        .toSorted(),
    ).toEqual(['/customers/ada/balance', '/total'])
    expect(seen.some((text) => text?.includes('Balance: …'))).toBe(true)
    expect(seen.every((text) => /Total: 1[02]0/.test(text ?? ''))).toBe(true)
  })
})

describe('the recipe for the progress of uploads', () => {
  const file = new File(['frames'], 'video.mp4', { type: 'video/mp4' })
  const Uploads = ({ children }: { readonly children: ReactNode }) => (
    <Provider store={uploads}>{children}</Provider>
  )
  const bar = () => document.querySelector('progress')
  const choose = () =>
    fireEvent.change(screen.getByLabelText('Video'), { target: { files: [file] } })

  it('sends the file by XMLHttpRequest', async () => {
    const sent = vi.spyOn(XMLHttpRequest.prototype, 'send')
    respond(() => ({ json: { id: '1' } }))
    expect(await upload('1', file, () => undefined)).toEqual({ id: '1' })
    expect(sent).toHaveBeenCalledTimes(1)
    expect(received).toMatchObject([{ method: 'PUT', path: '/videos/1', body: 'frames' }])
  })

  it('shows a bar while the file is sent', async () => {
    const server = holdMutations(() => undefined)
    render(<VideoUpload id="1" />, { wrapper: Uploads })
    choose()
    const request = await server.take()
    expect(bar()).not.toBeNull()
    await act(async () => request.release({ json: { id: '1' }, status: 200 }))
    await vi.waitFor(() => expect(bar()).toBeNull())
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('shows the error of a failed upload', async () => {
    respond(() => ({ status: 413 }))
    render(<VideoUpload id="1" />, { wrapper: Uploads })
    choose()
    expect((await screen.findByRole('alert')).textContent).toBe('Not uploaded.')
    expect(bar()).toBeNull()
  })
})
