import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { RestEndpoint } from 'rtk-rest'
import { optimistic } from 'rtk-rest/optimistic'
import type { RestAction } from 'rtk-rest'
import { AsyncBoundary, useLive, useMutation, useSuspense } from 'rtk-rest/react'
import { describe, expect, it } from 'vitest'
import { API, server } from '../support/server'
import { deferred, User, UserResource } from '../support/world'
import {
  createObservedStore,
  groupOf,
  nextFrame,
  openTable,
  panelElement,
  panelOnPage,
  renderPanel,
} from './support/renderPanel'

const rename = UserResource.partialUpdate.extend({
  body: {} as { name: string },
  getOptimisticResponse: [optimistic, (_snap, { id }, { name }) => ({ id: String(id), name })],
})

const remove = UserResource.delete.extend({
  getOptimisticResponse: [optimistic, (_snap, { id }) => ({ id: String(id) })],
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
  const [runDelete] = useMutation(remove)
  const [enter] = useMutation(signIn)
  return (
    <p>
      <button onClick={() => void run({ id: '1' }, { name: 'Countess' })}>Rename</button>
      <button onClick={() => void runDelete({ id: '2' })}>Delete</button>
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

async function open(options: Parameters<typeof renderPanel>[1] = {}) {
  server.use(
    http.get(`${API}/users`, ({ request }) => {
      const name = new URL(request.url).searchParams.get('name')
      return HttpResponse.json(users.filter((user) => name === null || user.name === name))
    }),
    http.get(`${API}/users/1`, () => HttpResponse.json(users[0])),
  )
  const world = await renderPanel(<App />, options)
  await screen.findByRole('heading', { name: 'Ada' })
  return world
}

const litTexts = () =>
  [...panelElement().querySelectorAll('.wh-lit')].map(({ textContent }) => textContent)

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

  it('shows what is expected beside what the server has, as long as the mutation is in flight', async () => {
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
    expect(await panel.findByText('pending: User 1 name "Ada" → "Countess"')).toBeTruthy()
    expect(panel.getByText('User 1: name (expected)')).toBeTruthy()
    response.resolve()
    await waitFor(() => expect(panel.queryByText(/^pending: /)).toBe(null))
    const group = await groupOf('Click: Rename')
    // The server may have changed the row all the same, so both readers ask.
    await waitFor(() => expect(group.textContent).toContain('3 requests, 0 rows, 0 places'))
    expect(panel.getAllByText('GET')).toHaveLength(2)
    expect(panel.getByText(/^503 /)).toBeTruthy()
  })

  it('shows a deletion that is in flight as one', async () => {
    const response = deferred()
    server.use(
      http.delete(`${API}/users/2`, async () => {
        await response.promise
        return HttpResponse.json({ id: '2' })
      }),
    )
    await open()
    fireEvent.click(screen.getByRole('button', { name: 'Delete' }))
    expect(await panelOnPage().findByText('User 2: deleted (expected)')).toBeTruthy()
    response.resolve()
    expect(await panelOnPage().findByText('User 2: deleted')).toBeTruthy()
  })

  it('leaves actions out that it ignores, and shows their rows', async () => {
    const ignores = ({ meta }: RestAction) =>
      meta.kind === 'request' && meta.arg.key === `GET ${API}/users/1`
    await open({ ignores })
    await groupOf('Loading the page')
    const panel = panelOnPage()
    expect(await panel.findByText('/users')).toBeTruthy()
    expect(panel.queryByText('/users/1')).toBe(null)
    expect(await panel.findByRole('button', { name: 'User 2' })).toBeTruthy()
  })

  it('shows what was known already as 0 requests, where the app did something or the address changed', async () => {
    const { store } = await renderPanel(<button>More</button>)
    let clicks = 0
    const click = async (run?: () => void) => {
      fireEvent.click(screen.getByText('More'))
      run?.()
      screen.getByText('More').setAttribute('title', `${++clicks} clicks`)
      await act(nextFrame)
    }
    await click(() => store.dispatch({ type: 'app/opened' }))
    await click(() => history.pushState(null, '', '#more'))
    await click()
    await waitFor(() => {
      const groups = panelOnPage().getAllByRole('button', { name: /^Click: More / })
      expect(groups.map(({ textContent }) => textContent)).toEqual([
        expect.stringMatching(/^Click: More 1 place/),
        expect.stringMatching(/^Click: More 0 requests, already known, 1 place/),
        expect.stringMatching(/^Click: More 0 requests, already known, 1 place/),
      ])
    })
  })

  it('puts what no user caused into a group of its own', async () => {
    const { store, rest } = await open()
    // What follows from loading the page has ended.
    await act(() => new Promise((resolve) => setTimeout(resolve, 1_200)))
    act(() => void store.dispatch({ type: 'app/tick' }))
    expect((await groupOf('By itself')).textContent).toBe('By itself 0 requests')
    act(() => void store.dispatch(rest.set(User, { id: '2' }, { id: '2', name: 'Bill' })))
    const group = await groupOf('By itself')
    await waitFor(() => expect(group.textContent).toContain('0 requests, 1 row, 1 place'))
  })

  it('says nothing of places and components where it was loaded too late to count them', async () => {
    server.use(http.get(`${API}/users/1`, () => HttpResponse.json(users[0])))
    const world = createObservedStore()
    const fetched = world.store.dispatch(world.rest.fetch(UserResource.get, { id: '1' }))
    await renderPanel(null, { world })
    await act(() => fetched)
    const group = await groupOf('Loading the page')
    await waitFor(() => expect(group.textContent).toMatch(/^Loading the page 1 request, 1 row$/))
  })

  it('opens a table on demand, and a row of it as JSON', async () => {
    await open()
    const panel = panelOnPage()
    await openTable('User 2')
    expect(panel.getByRole('cell', { name: 'Ada' })).toBeTruthy()
    fireEvent.click(panel.getByRole('button', { name: '1' }))
    const json = panel.getByRole('group', { name: 'User 1 as JSON' }).textContent
    expect(JSON.parse(json ?? '')).toMatchObject({
      data: { id: '1', name: 'Ada' },
      invalid: false,
      meta: { landed: expect.any(Number) },
    })
  })

  it('lights up the cells that changed', async () => {
    const { store, rest } = await open()
    const panel = panelOnPage()
    await openTable('User 2')
    act(() => void store.dispatch(rest.set(User, { id: '2' }, { id: '2', name: 'Bill' })))
    const cell = await panel.findByRole('cell', { name: 'Bill' })
    expect(cell.className).toBe('wh-lit')
    expect(panel.getByRole('cell', { name: 'Ada' }).className).toBe('')
  })

  it('lights up no cell a second time when another row changes and comes in front', async () => {
    const { store, rest } = await open()
    const panel = panelOnPage()
    await openTable('User 2')
    const rename = (id: string, name: string) =>
      act(() => void store.dispatch(rest.set(User, { id }, { id, name })))
    rename('1', 'Countess')
    const first = await panel.findByRole('cell', { name: 'Countess' })
    fireEvent.animationEnd(first)
    rename('2', 'Bill')
    const second = await panel.findByRole('cell', { name: 'Bill' })
    expect(second.className).toBe('wh-lit')
    expect(first.className).toBe('wh-lit wh-lit--done')
    rename('1', 'Lady')
    expect((await panel.findByRole('cell', { name: 'Lady' })).className).toBe('wh-lit')
  })

  it('lights up all cells of a row that was added since its table was opened', async () => {
    const { store, rest } = await open()
    const panel = panelOnPage()
    await openTable('User 2')
    expect(litTexts()).toEqual([])
    act(() => void store.dispatch(rest.set(User, { id: '3' }, { id: '3', name: 'Cleo' })))
    await panel.findByRole('cell', { name: 'Cleo' })
    expect(litTexts()).toEqual(['3', 'Cleo'])
  })

  it('names lists by their addresses and arguments, and shows one as JSON', async () => {
    const { store, rest } = await open()
    const panel = panelOnPage()
    await act(() => store.dispatch(rest.fetch(UserResource.getList, { name: 'Bob' })))
    await openTable(/^\[User\]/)
    expect(panel.getByRole('button', { name: '/users' })).toBeTruthy()
    // The panel follows the store with a pause.
    fireEvent.click(await panel.findByRole('button', { name: '/users {"name":"Bob"}' }))
    const name = '[User] /users {"name":"Bob"} as JSON'
    const json = panel.getByRole('group', { name }).textContent
    expect(JSON.parse(json ?? '')).toMatchObject({
      data: ['2'],
      meta: { filters: { name: 'name' } },
    })
  })

  it('lights up a list that changed', async () => {
    const { store, rest } = await open()
    const panel = panelOnPage()
    await openTable(/^\[User\]/)
    expect(panel.getByRole('cell', { name: '2: 1, 2' }).className).toBe('')
    act(() => {
      const cleo = { id: '3', name: 'Cleo' }
      store.dispatch(rest.set(UserResource.getList.schema, {}, [...users, cleo]))
    })
    await panel.findByRole('cell', { name: '3: 1, 2, 3' })
    expect(litTexts()).toEqual(['3: 1, 2, 3'])
  })

  it('lights up an optimistic change when the tables show it, and shows what the server has again after a failure', async () => {
    const response = deferred()
    server.use(
      http.patch(`${API}/users/1`, async () => {
        await response.promise
        return HttpResponse.json({}, { status: 400 })
      }),
    )
    await open()
    const panel = panelOnPage()
    await openTable('User 2')
    fireEvent.click(screen.getByRole('button', { name: 'Rename' }))
    await panel.findByText('pending: User 1 name "Ada" → "Countess"')
    expect(litTexts()).toEqual(['Countess'])
    response.resolve()
    await panel.findByRole('cell', { name: 'Ada' })
    expect(panel.queryByRole('cell', { name: 'Countess' })).toBe(null)
  })

  it('contains nothing of a sensitive call', async () => {
    server.use(http.post(`${API}/session`, () => HttpResponse.json({ token: 'secret-token' })))
    await open()
    fireEvent.click(screen.getByRole('button', { name: 'Sign in' }))
    const panel = panelOnPage()
    const name = await panel.findByText('Session.create (sensitive)')
    await waitFor(() => expect(name.parentElement?.textContent).toMatch(/\d ms$/))
    const html = panelElement().outerHTML
    expect(html).not.toMatch(/hunter2|secret-token/)
  })

  it('can be hidden, and the choice stays', async () => {
    const { panel } = await open()
    fireEvent.click(panelOnPage().getByRole('button', { name: 'Hide what happens' }))
    expect(panelOnPage().queryByRole('heading', { name: /Tables/ })).toBe(null)
    expect(localStorage.getItem('rtk-rest-devtools')).toBe('closed')
    panel.unmount()
    await renderPanel(null)
    fireEvent.click(panelOnPage().getByRole('button', { name: 'Show what happens' }))
    expect(await panelOnPage().findByRole('heading', { name: /Tables/ })).toBeTruthy()
    localStorage.clear()
  })
})

describe('a poll that is due when the user does something', () => {
  it('is in the group of what happens by itself, and other requests are not', async () => {
    let polls = 0
    server.use(
      http.get(`${API}/users`, () => {
        polls += 1
        return HttpResponse.json(users)
      }),
      http.patch(`${API}/users/1`, () => HttpResponse.json({ id: '1', name: 'Countess' })),
    )
    const getLive = UserResource.getList.extend({ pollFrequency: 50 })
    function Live() {
      const [run] = useMutation(rename)
      return (
        <button onClick={() => void run({ id: '1' }, { name: 'Countess' })}>
          {useLive(getLive).length}
        </button>
      )
    }
    await renderPanel(
      <AsyncBoundary fallback={<p>loading</p>}>
        <Live />
      </AsyncBoundary>,
    )
    const button = await screen.findByRole('button', { name: '2' })
    await waitFor(() => expect(polls).toBeGreaterThan(2))
    const before = polls
    fireEvent.click(button)
    await waitFor(() => expect(polls).toBeGreaterThan(before + 1))
    const group = await groupOf('Click: 2')
    expect(group.textContent).toContain('1 request, ')
  })
})

describe('the panel of a store that lacks something', () => {
  it.each([
    ['the reducer', { reducer: true }, 'reducer: { [rest.reducerPath]: rest.reducer },'],
    ['the middleware', { middleware: true }, 'concat(rest.middleware),'],
  ])('shows the line: %s', async (_, lacks, line) => {
    await renderPanel(null, { world: createObservedStore(lacks) })
    expect((await panelOnPage().findByRole('alert')).textContent).toContain(line)
  })
})
