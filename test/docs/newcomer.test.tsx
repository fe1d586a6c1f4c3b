import { act, fireEvent, render, screen } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { App } from './newcomer/App'
import { PhotoResource, rest, store } from './newcomer/photos'
import { API, received, type Received, respond } from './recipes/api'

const controller = rest.getController(store)

/** A server with pages of two photos, and one token. */
function servePhotos() {
  const session = { isValid: true }
  const photos = [1, 2, 3].map((id) => ({ id: `${id}`, title: `Photo ${id}`, album: 'travel' }))
  photos.push({ id: '9', title: 'Aunt', album: 'family' })
  const read = (url: URL) => {
    const found = photos.filter(({ album }) => album === url.searchParams.get('album'))
    const first = (Number(url.searchParams.get('page')) - 1) * 2
    return { items: found.slice(first, first + 2), total: found.length }
  }
  const change = ({ method, body }: Received, at: number) => {
    if (method === 'DELETE') photos.splice(at, 1)
    const changed = { ...photos[at], ...(body && (JSON.parse(body) as { title: string })) }
    if (method === 'PATCH') photos[at] = changed as (typeof photos)[number]
    return method === 'DELETE' ? { status: 204 } : { json: changed }
  }
  respond((request) => {
    const url = new URL(request.path, API)
    if (url.pathname === '/login') {
      return request.body.includes('secret') ? { json: { token: 't1' } } : { status: 401 }
    }
    if (!session.isValid || request.headers.authorization !== 'Bearer t1') return { status: 401 }
    if (request.method === 'POST') {
      photos.unshift({ id: 'new', title: 'Uploaded', album: 'travel' })
      return { json: photos[0] }
    }
    if (url.pathname === '/photos') return { json: read(url) }
    return change(
      request,
      photos.findIndex(({ id }) => url.pathname.endsWith(`/${id}`)),
    )
  })
  return session
}

beforeEach(() => {
  ;(window as unknown as { happyDOM: { setURL(url: string): void } }).happyDOM.setURL(API)
})

const sent = () => received.splice(0).map(({ method, path }) => `${method} ${path}`)
const click = (name: string) => fireEvent.click(screen.getByText(name))
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })

describe('an app that is written by README and docs alone', () => {
  it('signs in, lists, opens, renames, deletes, uploads, pages and signs out', async () => {
    const session = servePhotos()
    render(<App />)
    type('Password', 'wrong')
    click('Sign in')
    await screen.findByText('Not signed in.')
    type('Password', 'secret')
    click('Sign in')
    await screen.findByText('Page 1, 3 photos')
    expect(sent()).toEqual(['POST /login', 'POST /login', 'GET /photos?album=travel&page=1'])
    expect(JSON.stringify(store.getState().rest)).not.toContain('secret')

    click('Photo 1')
    expect(screen.getByRole('heading').textContent).toBe('Photo 1')
    click('Rename')
    expect(await screen.findAllByText('Photo 1!')).toHaveLength(2)
    expect(sent()).toEqual(['PATCH /photos/1'])

    click('Delete')
    await screen.findByText('Page 1, 2 photos')
    expect(screen.getByRole('status').textContent).toBe('Deleted.')
    expect(sent()).toEqual(['DELETE /photos/1', 'GET /photos?album=travel&page=1'])

    fireEvent.change(screen.getByLabelText('Upload'), { target: { files: [new File(['x'], 'x')] } })
    await screen.findByText('Uploaded')
    await screen.findByText('Page 1, 3 photos')
    click('Next')
    await screen.findByText('Page 2, 3 photos')

    const seen = new Set<string | null>()
    const observer = new MutationObserver(() => seen.add(screen.getByRole('main').textContent))
    observer.observe(document.body, { subtree: true, childList: true, characterData: true })
    click('family')
    await screen.findByText('Aunt')
    observer.disconnect()
    expect(seen.size).toBeGreaterThan(0)
    expect([...seen].some((text) => text?.includes('Loading'))).toBe(false)

    session.isValid = false
    act(() => controller.expireAll(PhotoResource.getList))
    await vi.waitFor(() => expect(screen.getByText('Sign in')).toBeTruthy())
    expect(store.getState().rest.entities).toEqual({})
  })
})
