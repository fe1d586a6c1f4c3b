import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { type ReactNode, Suspense, useState } from 'react'
import { resource, rowKey } from 'rtk-rest'
import { optimistic } from 'rtk-rest/optimistic'
import { AsyncBoundary, useDLE, useQuery, useSuspense } from 'rtk-rest/react'
import { describe, expect, it } from 'vitest'
import { type HeldRequest, holdServer } from '../support/holdServer'
import { modes, renderApp } from '../support/renderApp'
import { API } from '../support/server'
import { turns } from '../support/turns'
import { User } from '../support/world'

const ada = { id: '1', name: 'Ada' }
const bob = { id: '2', name: 'Bob' }
const one = { id: '1' }

const Users = resource({ path: '/users/:id', urlPrefix: API, schema: User, optimistic })

/** Lets a response be stored, and what follows be shown. */
const respond = (request: HeldRequest, body: object, status?: number) =>
  act(async () => {
    request.respond(body, status)
    await turns(20)
  })

const names = () => screen.getAllByRole('listitem').map((it) => it.textContent)

function Row({ user }: { user: User }) {
  const [note, setNote] = useState('')
  return (
    <li>
      {user.name}
      <input value={note} onChange={(event) => setNote(event.target.value)} />
    </li>
  )
}

function ListBySuspense() {
  const users = useSuspense(Users.getList)
  return (
    <ul>
      {users.map((user) => (
        <Row key={rowKey(user)} user={user} />
      ))}
    </ul>
  )
}

function ListByDLE() {
  const { data, loading, error } = useDLE(Users.getList)
  if (loading) return <p>loading</p>
  if (error !== undefined) return <p>{error.message}</p>
  return (
    <ul>
      {data.map((user) => (
        <Row key={rowKey(user)} user={user} />
      ))}
    </ul>
  )
}

const lists = [
  ['useSuspense', ListBySuspense],
  ['useDLE', ListByDLE],
] as const

describe.each(modes)('the element of an entity that is being created %s', (_, Mode) => {
  it.each(lists)(
    'is the same one after the response, with focus and text, in a list by %s',
    async (_, List) => {
      const server = holdServer()
      const { controller } = renderApp(Mode, <List />)
      await respond(await server.take('GET /users'), [ada])
      const creation = controller.fetch(Users.create, { name: 'Eve' })
      await act(async () => await turns())
      const row = screen.getByText('Eve')
      const input = row.querySelector('input') as HTMLInputElement
      act(() => input.focus())
      fireEvent.change(input, { target: { value: 'a note' } })
      await respond(await server.take('POST /users'), { id: '5', name: 'Eve of the server' })
      expect(await creation).toMatchObject({ id: '5' })
      expect(names()).toEqual(['Ada', 'Eve of the server'])
      expect(screen.getByText('Eve of the server')).toBe(row)
      expect(row.querySelector('input')).toBe(input)
      expect(document.activeElement).toBe(input)
      expect(input.value).toBe('a note')
      // It stays the same when the list is fetched again, and when the entity changes.
      const refetch = controller.fetch(Users.getList)
      await respond(await server.take('GET /users'), [{ id: '5', name: 'Eve again' }, ada])
      await refetch
      expect(names()).toEqual(['Eve again', 'Ada'])
      expect(screen.getByText('Eve again')).toBe(row)
      act(() => void controller.set(User, { id: '5' }, { id: '5', name: 'Eva' }))
      expect(screen.getByText('Eva')).toBe(row)
      expect(input.isConnected).toBe(true)
      expect(input.value).toBe('a note')
    },
  )

  it.each(lists)(
    'is gone after a failure, and the others are the same ones, in a list by %s',
    async (_, List) => {
      const server = holdServer()
      const { controller } = renderApp(Mode, <List />)
      await respond(await server.take('GET /users'), [ada, bob])
      const rows = screen.getAllByRole('listitem')
      const creation = controller.fetch(Users.create, { name: 'Eve' })
      await act(async () => await turns())
      expect(names()).toEqual(['Ada', 'Bob', 'Eve'])
      creation.catch(() => undefined)
      await respond(await server.take('POST /users'), {}, 422)
      await expect(creation).rejects.toMatchObject({ status: 422 })
      expect(names()).toEqual(['Ada', 'Bob'])
      expect(screen.getAllByRole('listitem')).toEqual(rows)
    },
  )

  it('is its own one for each of two creations, in whatever order they end', async () => {
    const server = holdServer()
    const { controller } = renderApp(Mode, <ListBySuspense />)
    await respond(await server.take('GET /users'), [ada])
    const creations = ['Eve', 'Fay'].map((name) => controller.fetch(Users.create, { name }))
    await act(async () => await turns())
    const rows = new Map(['Eve', 'Fay'].map((name) => [name, screen.getByText(name)]))
    const first = await server.take('POST /users')
    const second = await server.take('POST /users')
    await respond(second, { id: '6', ...(second.body as object) })
    expect([...names()].toSorted()).toEqual(['Ada', 'Eve', 'Fay'])
    await respond(first, { id: '5', ...(first.body as object) })
    await Promise.all(creations)
    expect([...names()].toSorted()).toEqual(['Ada', 'Eve', 'Fay'])
    for (const [name, row] of rows) expect(screen.getByText(name)).toBe(row)
  })

  it('shows its detail, which finds the entity after the response', async () => {
    const server = holdServer()
    function Page() {
      const users = useSuspense(Users.getList)
      const [key, setKey] = useState('')
      return (
        <>
          {users.map((user) => (
            <button key={rowKey(user)} onClick={() => setKey(rowKey(user))}>
              {user.name}
            </button>
          ))}
          <Detail id={key} />
        </>
      )
    }
    function Detail({ id }: { id: string }) {
      return <p>{`detail: ${useQuery(User, { id })?.name ?? 'none'}`}</p>
    }
    const { controller } = renderApp(Mode, <Page />)
    await respond(await server.take('GET /users'), [ada])
    const creation = controller.fetch(Users.create, { name: 'Eve' })
    await act(async () => await turns())
    fireEvent.click(screen.getByText('Eve'))
    const detail = screen.getByText('detail: Eve')
    await respond(await server.take('POST /users'), { id: '5', name: 'Eva' })
    await creation
    expect(detail.textContent).toBe('detail: Eva')
    expect(detail.isConnected).toBe(true)
  })
})

describe.each(modes)('a list that loads while an entity is being created %s', (_, Mode) => {
  it.each(lists)('contains it as soon as it shows, by %s', async (_, List) => {
    const server = holdServer()
    const { controller } = renderApp(Mode, <List />)
    const read = await server.take('GET /users')
    const creation = controller.fetch(Users.create, { name: 'Eve' })
    await act(async () => await turns())
    expect(screen.getByText('loading')).toBeTruthy()
    await respond(read, [ada])
    expect(names()).toEqual(['Ada', 'Eve'])
    const row = screen.getByText('Eve')
    await respond(await server.take('POST /users'), { id: '5', name: 'Eve' })
    await creation
    expect(names()).toEqual(['Ada', 'Eve'])
    expect(screen.getByText('Eve')).toBe(row)
    expect(server.sent).toEqual(['GET /users', 'POST /users'])
  })

  it.each(lists)('contains it once if the response has it already, by %s', async (_, List) => {
    const server = holdServer()
    const { controller } = renderApp(Mode, <List />)
    const read = await server.take('GET /users')
    const creation = controller.fetch(Users.create, { name: 'Eve' })
    await respond(await server.take('POST /users'), { id: '5', name: 'Eve' })
    await creation
    await respond(read, [ada, { id: '5', name: 'Eve' }])
    expect(names()).toEqual(['Ada', 'Eve'])
  })

  it('is not shown before it has loaded, and shows no fallback for a creation afterwards', async () => {
    const server = holdServer()
    let fallbacks = 0
    const Fallback = () => {
      fallbacks += 1
      return <p>waiting</p>
    }
    const { controller } = renderApp(
      Mode,
      <Suspense fallback={<Fallback />}>
        <ListBySuspense />
      </Suspense>,
    )
    await respond(await server.take('GET /users'), [ada])
    expect(names()).toEqual(['Ada'])
    const shown = fallbacks
    for (const name of ['Eve', 'Fay']) {
      const creation = controller.fetch(Users.create, { name })
      await act(async () => await turns())
      expect(names()).toContain(name)
      await respond(await server.take('POST /users'), { id: name, name })
      await creation
    }
    expect(fallbacks).toBe(shown)
    expect(names()).toEqual(['Ada', 'Eve', 'Fay'])
  })
})

describe.each(modes)('an entity that is being deleted %s', (_, Mode) => {
  function DetailBySuspense() {
    return <p>{`detail: ${useSuspense(Users.get, one).name}`}</p>
  }
  function DetailByDLE() {
    const { data, loading, error } = useDLE(Users.get, one)
    return <p>{`detail: ${loading ? 'loading' : (error?.message ?? data?.name)}`}</p>
  }
  const details = [
    ['useSuspense', DetailBySuspense],
    ['useDLE', DetailByDLE],
  ] as const

  async function openPage(Detail: () => ReactNode) {
    const server = holdServer()
    const world = renderApp(
      Mode,
      <>
        <ListByDLE />
        <AsyncBoundary
          fallback={<p>detail: loading</p>}
          errorComponent={({ error }) => <p>{`detail: ${error.message}`}</p>}
        >
          <Detail />
        </AsyncBoundary>
      </>,
    )
    const [list, detail] = await Promise.all(['GET /users', 'GET /users/1'].map(server.take))
    await respond(list as HeldRequest, [ada, bob])
    await respond(detail as HeldRequest, ada)
    expect(names()).toEqual(['Ada', 'Bob'])
    // React hides what suspends.
    const shown = () =>
      screen.getAllByText(/^detail:/).find(({ style }) => style.display === '')?.textContent
    expect(shown()).toBe('detail: Ada')
    const deletion = world.controller.fetch(Users.delete, one)
    deletion.catch(() => undefined)
    await act(async () => await turns())
    const request = await server.take('DELETE /users/1')
    return { ...world, server, deletion, request, shown }
  }

  it.each(details)(
    'is gone from lists at once, while its detail by %s stays',
    async (_, Detail) => {
      const { server, request, shown, deletion } = await openPage(Detail)
      const element = screen.getByText('detail: Ada')
      expect(names()).toEqual(['Bob'])
      await act(async () => await turns(20))
      expect(shown()).toBe('detail: Ada')
      expect(screen.getByText('detail: Ada')).toBe(element)
      expect(server.sent).toHaveLength(3)
      await respond(request, { id: '1' })
      await deletion
      await waitFor(() => expect(shown()).toBe('detail: User 1 was deleted.'))
      expect(server.sent).toHaveLength(3)
      expect(names()).toEqual(['Bob'])
    },
  )

  it.each(details)(
    'is back in lists after a failure, and its detail by %s goes on',
    async (_, Detail) => {
      const { server, request, shown, deletion } = await openPage(Detail)
      const element = screen.getByText('detail: Ada')
      await respond(request, {}, 403)
      await expect(deletion).rejects.toMatchObject({ status: 403 })
      expect(names()).toEqual(['Ada', 'Bob'])
      expect(shown()).toBe('detail: Ada')
      expect(screen.getByText('detail: Ada')).toBe(element)
      await act(async () => await turns(20))
      expect(server.sent).toHaveLength(3)
    },
  )

  it.each(details)(
    'shows a change of another user in its detail by %s meanwhile',
    async (_, Detail) => {
      const { request, shown, controller, deletion } = await openPage(Detail)
      act(() => void controller.set(User, one, { id: '1', name: 'Countess' }))
      expect(shown()).toBe('detail: Countess')
      expect(names()).toEqual(['Bob'])
      await respond(request, {}, 403)
      await deletion.catch(() => undefined)
      expect(names()).toEqual(['Countess', 'Bob'])
    },
  )
})
