import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { RestEndpoint } from 'rtk-rest'
import { AsyncBoundary, useMutation, useSuspense } from 'rtk-rest/react'
import { describe, expect, it } from 'vitest'
import { API, server } from '../../support/server'
import { deferred, User, UserResource } from '../../support/world'
import {
  createObservedStore,
  groupOf,
  nextFrame,
  panelOnPage,
  renderPanel,
} from './support/renderPanel'

const rename = UserResource.partialUpdate.extend({
  body: {} as { name: string },
  getOptimisticResponse: (_snap, { id }, { name }) => ({ id: String(id), name }),
})

const signIn = new RestEndpoint({
  path: '/session',
  urlPrefix: API,
  method: 'POST',
  body: {} as { password: string },
  sensitive: true,
  name: 'Session.create',
})

function Names() {
  const users = useSuspense(UserResource.getList)
  return (
    <ul>
      {users.map((user) => (
        <li key={user.id}>{user.name}</li>
      ))}
    </ul>
  )
}

function Detail() {
  return <h1>{useSuspense(UserResource.get, { id: '1' }).name}</h1>
}

function Tools() {
  const [run] = useMutation(rename)
  const [enter] = useMutation(signIn)
  return (
    <p>
      <button onClick={() => void run({ id: '1' }, { name: 'Countess' })}>Rename</button>
      <button onClick={() => void enter({ password: 'hunter2' })}>Sign in</button>
    </p>
  )
}

function App() {
  return (
    <AsyncBoundary fallback={<p>loading</p>}>
      <Detail />
      <Names />
      <Tools />
    </AsyncBoundary>
  )
}

const users = [
  { id: '1', name: 'Ada' },
  { id: '2', name: 'Bob' },
]

async function open(options?: Parameters<typeof renderPanel>[1]) {
  server.use(
    http.get(`${API}/users`, () => HttpResponse.json(users)),
    http.get(`${API}/users/1`, () => HttpResponse.json(users[0])),
  )
  const world = renderPanel(<App />, options)
  await screen.findByRole('heading', { name: 'Ada' })
  return world
}

describe('the panel', () => {
  it('groups requests, actions and rows by what the user did, with counted places and components', async () => {
    server.use(http.patch(`${API}/users/1`, () => HttpResponse.json({ id: '1', name: 'Countess' })))
    await open()
    fireEvent.click(screen.getByRole('button', { name: 'Rename' }))
    await screen.findByRole('heading', { name: 'Countess' })
    const group = await groupOf('Click: Rename')
    // The heading and the item; Detail, Names, and Tools, whose mutation runs.
    await waitFor(() =>
      expect(group.textContent).toBe(
        'Click: Rename 1 request, 1 row, 2 places, 3 components rendered',
      ),
    )
    const panel = panelOnPage()
    expect(panel.getByText('PATCH')).toBeTruthy()
    expect(panel.getByText('/users/1')).toBeTruthy()
    expect(panel.getByText('rest/User.partialUpdate/fulfilled')).toBeTruthy()
    expect(panel.getByText('User 1: name')).toBeTruthy()
    expect(await groupOf('Loading the page')).toBeTruthy()
  })

  it('shows a layer as long as its mutation is in flight', async () => {
    const response = deferred()
    server.use(
      http.patch(`${API}/users/1`, async () => {
        await response.promise
        return HttpResponse.json({}, { status: 503 })
      }),
    )
    await open()
    fireEvent.click(screen.getByRole('button', { name: 'Rename' }))
    const panel = panelOnPage()
    expect(await panel.findByText('pending: User 1 name → "Countess"')).toBeTruthy()
    expect(panel.getByText('User 1: name (expected)')).toBeTruthy()
    response.resolve()
    await waitFor(() => expect(panel.queryByText(/^pending: /)).toBe(null))
    const group = await groupOf('Click: Rename')
    await waitFor(() => expect(group.textContent).toContain('1 request, 0 rows, 0 places'))
    expect(panel.getByText(/^503 /)).toBeTruthy()
  })

  it('shows what was known already as 0 requests', async () => {
    function Toggle() {
      return (
        <details>
          <summary>More</summary>
        </details>
      )
    }
    renderPanel(<Toggle />)
    fireEvent.click(screen.getByText('More'))
    document.querySelector('details')?.setAttribute('open', '')
    const group = await groupOf('Click: More')
    expect(group.textContent).toContain('0 requests, already known, 1 place')
  })

  it('puts what no user caused into a group of its own', async () => {
    const { store, rest } = await open()
    // What follows from loading the page has ended.
    await act(() => new Promise((resolve) => setTimeout(resolve, 1_200)))
    act(() => void store.dispatch(rest.set(User, { id: '2' }, { id: '2', name: 'Bill' })))
    const group = await groupOf('By itself')
    expect(group.textContent).toContain('0 requests, 1 row, 1 place')
  })

  it('opens a table on demand, and a row of it as JSON', async () => {
    await open()
    const panel = panelOnPage()
    fireEvent.click(await panel.findByRole('button', { name: 'User 2' }))
    expect(panel.getByRole('cell', { name: 'Ada' })).toBeTruthy()
    fireEvent.click(panel.getByRole('button', { name: '1' }))
    const json = panel.getByRole('group', { name: 'User 1 as JSON' }).textContent
    expect(JSON.parse(json ?? '')).toMatchObject({
      data: { id: '1', name: 'Ada' },
      invalid: false,
      meta: { seq: expect.any(Number) },
    })
  })

  it('lights up the cells that changed', async () => {
    const { store, rest } = await open()
    const panel = panelOnPage()
    fireEvent.click(await panel.findByRole('button', { name: 'User 2' }))
    act(() => void store.dispatch(rest.set(User, { id: '2' }, { id: '2', name: 'Bill' })))
    const cell = await panel.findByRole('cell', { name: 'Bill' })
    expect(cell.className).toBe('wh-lit')
    expect(panel.getByRole('cell', { name: 'Ada' }).className).toBe('')
  })

  it('contains nothing of a sensitive call', async () => {
    server.use(http.post(`${API}/session`, () => HttpResponse.json({ token: 'secret-token' })))
    await open()
    fireEvent.click(screen.getByRole('button', { name: 'Sign in' }))
    const panel = panelOnPage()
    expect(await panel.findByText('Session.create (sensitive)')).toBeTruthy()
    await panel.findByText('rest/Session.create/fulfilled')
    const html = screen.getByRole('complementary').outerHTML
    expect(html).not.toMatch(/hunter2|secret-token/)
  })

  it('ticks off what was tried', async () => {
    server.use(http.patch(`${API}/users/1`, () => HttpResponse.json({ id: '1', name: 'Countess' })))
    const tries = [
      {
        text: 'Rename somebody.',
        isDone: ({ requests }: { readonly requests: readonly { readonly method: string }[] }) =>
          requests.some(({ method }) => method === 'PATCH'),
      },
    ]
    await open({ tries })
    expect(panelOnPage().getByText('Rename somebody.')).toBeTruthy()
    expect(panelOnPage().queryByText('(done)')).toBe(null)
    fireEvent.click(screen.getByRole('button', { name: 'Rename' }))
    expect(await panelOnPage().findByText('(done)')).toBeTruthy()
  })

  it('can be hidden, and the choice stays', async () => {
    const { panel } = await open()
    fireEvent.click(panelOnPage().getByRole('button', { name: 'Hide what happens' }))
    expect(panelOnPage().queryByRole('heading', { name: /Tables/ })).toBe(null)
    expect(localStorage.getItem('what-happens')).toBe('closed')
    panel.unmount()
    renderPanel(null)
    fireEvent.click(panelOnPage().getByRole('button', { name: 'Show what happens' }))
    expect(await panelOnPage().findByRole('heading', { name: /Tables/ })).toBeTruthy()
    localStorage.clear()
  })
})

describe('the panel of a store that lacks something', () => {
  it.each([
    ['the reducer', { reducer: true }, 'reducer: { [rest.reducerPath]: rest.reducer },'],
    ['the middleware', { middleware: true }, 'concat(rest.middleware),'],
    ['its own middleware', { panel: true }, 'concat(rest.middleware, whatHappens.middleware),'],
  ])('shows the line: %s', async (_, lacks, line) => {
    const { WhatHappens } = createObservedStore(lacks)
    renderPanel(null, { world: { ...createObservedStore(lacks), WhatHappens } })
    await act(nextFrame)
    expect(panelOnPage().getByRole('alert').textContent).toContain(line)
  })
})
