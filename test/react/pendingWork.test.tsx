import { act, screen } from '@testing-library/react'
import { useSelector } from 'react-redux'
import { resource, type RestState, serial } from 'rtk-rest'
import { optimistic } from 'rtk-rest/optimistic'
import {
  AsyncBoundary,
  type ErrorFallbackProps,
  useDLE,
  useMutation,
  useSuspense,
} from 'rtk-rest/react'
import { describe, expect, it, vi } from 'vitest'
import { type HeldRequest, holdServer } from '../support/holdServer'
import { type Mode, modes, renderApp } from '../support/renderApp'
import { API } from '../support/server'
import { turns } from '../support/turns'
import { createStore, User } from '../support/world'

const ada = { id: '1', name: 'Ada' }
const bob = { id: '2', name: 'Bob' }
const one = { id: '1' }

const Users = resource({ path: '/users/:id', urlPrefix: API, schema: User, optimistic })
const { get, getList, partialUpdate } = Users

type Root = { readonly rest: RestState }

/** Lets a response be stored, and what follows be shown. */
const respond = (request: HeldRequest, body: object, status?: number) =>
  act(async () => {
    request.respond(body, status)
    await turns(20)
  })

const later = () => act(async () => await turns(20))

describe.each(modes)('selectors of pending work %s', (_, Mode) => {
  it('show in components what is being saved and fetched', async () => {
    const server = holdServer()
    const world = createStore()
    const { selectIsFetching, selectIsMutating, selectIsPending } = world.rest.selectors
    function Saving() {
      const isMutating = useSelector(selectIsMutating)
      const isFetching = useSelector(selectIsFetching)
      return <b>{`${isMutating ? 'saving' : 'saved'}, ${isFetching ? 'fetching' : 'fetched'}`}</b>
    }
    function Row({ user }: { user: User }) {
      const isPending = useSelector((state: Root) => selectIsPending(state, User, user.id))
      const [rename] = useMutation(partialUpdate)
      const change = () => void rename({ id: user.id }, { name: `${user.name}!` })
      return <button onClick={change}>{`${user.name}${isPending ? ' …' : ''}`}</button>
    }
    function List() {
      const { data = [] } = useDLE(getList)
      return data.map((user) => <Row key={user.id} user={user} />)
    }
    renderApp(
      Mode,
      <>
        <Saving />
        <List />
      </>,
      world,
    )
    await later()
    expect(screen.getByText('saved, fetching')).toBeTruthy()
    await respond(await server.take('GET /users'), [ada, bob])
    expect(screen.getByText('saved, fetched')).toBeTruthy()
    act(() => screen.getByText('Ada').click())
    await later()
    expect(screen.getByText('saving, fetched')).toBeTruthy()
    expect(screen.getByText('Ada! …')).toBeTruthy()
    expect(screen.getByText('Bob')).toBeTruthy()
    await respond(await server.take('PATCH /users/1'), { id: '1', name: 'Ada!' })
    expect(screen.getByText('saved, fetched')).toBeTruthy()
    expect(screen.getByText('Ada!')).toBeTruthy()
  })
})

describe.each(modes)('a mutation with a scope %s', (_, Mode) => {
  const rename = partialUpdate.extend({ scope: [serial, ({ id }) => `user ${id}`] })

  it('shows each call at once, and sends them in turn', async () => {
    const server = holdServer()
    const seen: string[] = []
    function Page() {
      const { name } = useSuspense(get, one)
      const [run, { isLoading }] = useMutation(rename)
      if (seen.at(-1) !== name) seen.push(name)
      return (
        <input
          aria-label={isLoading ? 'saving' : 'saved'}
          value={name}
          onClick={() => void run(one, { name: `${name}!` })}
          readOnly
        />
      )
    }
    renderApp(Mode, <Page />)
    await respond(await server.take('GET /users/1'), ada)
    for (const name of ['Ada!', 'Ada!!', 'Ada!!!']) {
      act(() => screen.getByRole('textbox').click())
      expect(screen.getByDisplayValue(name)).toBeTruthy()
    }
    expect(screen.getByLabelText('saving')).toBeTruthy()
    for (const name of ['Ada!', 'Ada!!', 'Ada!!!']) {
      const request = await server.take('PATCH /users/1')
      expect(request.body).toEqual({ name })
      await respond(request, { id: '1', name })
    }
    expect(screen.getByLabelText('saved')).toBeTruthy()
    // No response of an earlier call is seen.
    expect(seen).toEqual(['Ada', 'Ada!', 'Ada!!', 'Ada!!!'])
    expect(server.sent).toHaveLength(4)
  })
})

describe.each(modes)('readers of what a mutation names %s', (_, Mode) => {
  function BySuspense() {
    return <b>{useSuspense(get, one).name}</b>
  }
  const Failure = ({ error, resetErrorBoundary }: ErrorFallbackProps) => (
    <p>
      {error.message} <button onClick={resetErrorBoundary}>Retry</button>
    </p>
  )

  /** A page that reads user 1 in some way and can create a user, after which the user is fetched again. */
  async function openPage(mode: Mode, create: typeof Users.create) {
    const server = holdServer()
    function ByDLE() {
      const { data, loading, isFetching } = useDLE(get, one)
      return <i>{loading ? 'no data' : `${data?.name}${isFetching ? ' …' : ''}`}</i>
    }
    function Page() {
      const [run] = useMutation(create)
      return <button onClick={() => void run({ name: 'Eve' })}>create</button>
    }
    const world = renderApp(
      mode,
      <>
        <Page />
        <ByDLE />
        <BySuspense />
      </>,
    )
    await respond(await server.take('GET /users/1'), ada)
    expect(screen.getByText('Ada', { selector: 'b' })).toBeTruthy()
    act(() => screen.getByText('create').click())
    await respond(await server.take('POST /users'), { id: '5', name: 'Eve' })
    const read = await server.take('GET /users/1')
    await later()
    return { ...world, server, read }
  }

  it('show it while it is fetched again if it expires', async () => {
    const { server, read } = await openPage(Mode, Users.create.extend({ expireAll: [get] }))
    expect(screen.getByText('Ada …')).toBeTruthy()
    expect(screen.getByText('Ada', { selector: 'b' })).toBeTruthy()
    expect(screen.queryByText('loading')).toBeNull()
    await respond(read, { id: '1', name: 'Countess' })
    expect(screen.getAllByText('Countess')).toHaveLength(2)
    expect(server.sent).toEqual(['GET /users/1', 'POST /users', 'GET /users/1'])
  })

  it('hide it until it is fetched again if it is invalidated', async () => {
    const { server, read } = await openPage(
      Mode,
      Users.create.extend({ invalidateAll: () => [get.key(one)] }),
    )
    await vi.waitFor(() => expect(screen.getByText('loading')).toBeTruthy())
    await respond(read, { id: '1', name: 'Countess' })
    await vi.waitFor(() => expect(screen.getAllByText('Countess')).toHaveLength(2))
    expect(server.sent).toEqual(['GET /users/1', 'POST /users', 'GET /users/1'])
  })

  it.each([
    ['is invalidated', Users.create.extend({ invalidateAll: [get] })],
    ['expires', Users.create.extend({ expireAll: [get] })],
  ])('fetch it again if they show an error, and it %s', async (_, create) => {
    const server = holdServer()
    function ByDLE() {
      const { data, loading, error } = useDLE(get, one)
      return <i>{loading ? 'no data' : (error?.message ?? data?.name)}</i>
    }
    function Page() {
      const [run] = useMutation(create)
      return <button onClick={() => void run({ name: 'Eve' })}>create</button>
    }
    renderApp(
      Mode,
      <>
        <Page />
        <ByDLE />
        <AsyncBoundary fallback="loading" errorComponent={Failure}>
          <BySuspense />
        </AsyncBoundary>
      </>,
    )
    await respond(await server.take('GET /users/1'), {}, 404)
    expect(screen.getAllByText(/Not Found/)).toHaveLength(2)
    act(() => screen.getByText('create').click())
    await respond(await server.take('POST /users'), { id: '5', name: 'Eve' })
    const read = await server.take('GET /users/1')
    expect(screen.getByText('no data')).toBeTruthy()
    await respond(read, ada)
    expect(screen.getByText('Ada')).toBeTruthy()
    // A boundary shows its error until the user retries, and then what is there.
    expect(screen.getAllByText(/Not Found/)).toHaveLength(1)
    act(() => screen.getByText('Retry').click())
    expect(screen.getAllByText('Ada')).toHaveLength(2)
    await later()
    expect(server.sent).toEqual(['GET /users/1', 'POST /users', 'GET /users/1'])
  })
})
