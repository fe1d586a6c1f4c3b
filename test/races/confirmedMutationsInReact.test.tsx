import { act, fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { Collection } from 'rtk-rest'
import { useController, useDLE, useLive, useSuspense } from 'rtk-rest/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { holdMutation, holdRead } from '../support/holdEndpoint'
import { holdServer } from '../support/holdServer'
import { readers, showing } from '../support/readers'
import { modes, renderApp } from '../support/renderApp'
import { turns } from '../support/turns'
import { User, UserResource } from '../support/world'

const { get, getList, partialUpdate } = UserResource
const one = { id: '1' }
const ada = { id: '1', name: 'Ada' }
const bob = { id: '2', name: 'Bob' }
const grace = { id: '1', name: 'Grace' }

const lists = [
  ['useSuspense', () => <li>{useSuspense(getList)[0]?.name}</li>],
  [
    'useDLE',
    () => {
      const { data, loading } = useDLE(getList)
      return <li>{loading ? 'loading' : data?.[0]?.name}</li>
    },
  ],
] as const

describe.each(modes)('a page %s', (_, Mode) => {
  it.each(lists)(
    'shows a confirmed update even if a list with the old row in %s lands later',
    async (_, List) => {
      const server = holdServer()
      const Detail = () => <li>{useSuspense(get, one).name}</li>
      function Page() {
        const [isListShown, setListShown] = useState(false)
        const controller = useController()
        return (
          <>
            <Detail />
            {isListShown && <List />}
            <button onClick={() => void controller.fetch(partialUpdate, one, { name: 'Grace' })}>
              Rename
            </button>
            <button onClick={() => setListShown(true)}>Show the list</button>
          </>
        )
      }
      renderApp(Mode, <Page />)
      const first = await server.take('GET /users/1')
      first.respond(ada)
      await showing('Ada')
      fireEvent.click(screen.getByText('Rename'))
      const patch = await server.take('PATCH /users/1')
      fireEvent.click(screen.getByText('Show the list'))
      const list = await server.take('GET /users')
      patch.respond(grace)
      await turns()
      list.respond([ada, bob])
      await showing('Grace')
      expect(server.sent).toHaveLength(3)
    },
  )

  it.each(readers)(
    'does not show a deleted member in the list in %s after an older response',
    async (_, Reader) => {
      const list = new Collection([User])
      const users = holdRead('users', { schema: list })
      const remove = holdMutation('remove', { schema: list.remove })
      const { controller } = renderApp(Mode, <Reader endpoint={users.endpoint} />)
      await turns()
      users.calls[0]?.resolve([ada, bob])
      await showing('Ada, Bob')
      const removed = controller.fetch(remove.endpoint, {}, ada)
      void controller.fetch(users.endpoint)
      await turns()
      expect(users.calls).toHaveLength(2)
      remove.calls[0]?.resolve(ada)
      await removed
      await showing('Bob')
      users.calls[1]?.resolve([ada, bob])
      await showing('Bob')
    },
  )
})

describe.each(modes)('a page with a polled call %s', (_, Mode) => {
  beforeEach(() => {
    vi.useFakeTimers()
  })

  it.each([
    ['before', ['poll', 'update']],
    ['after', ['update', 'poll']],
  ])('shows a confirmed update if a poll with the old row lands %s it', async (_, order) => {
    const getUser = holdRead('getUser', { schema: User, pollFrequency: 1_000 })
    const update = holdMutation('update', { schema: User })
    const Detail = () => <p>detail: {(useLive(getUser.endpoint) as User).name}</p>
    const { controller } = renderApp(Mode, <Detail />)
    const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
    await wait(0)
    getUser.calls[0]?.resolve(ada)
    await wait(600)
    expect(screen.getByText('detail: Ada')).toBeTruthy()
    const updated = controller.fetch(update.endpoint, one)
    await wait(1_000)
    expect(getUser.calls).toHaveLength(2)
    const land = {
      poll: () => getUser.calls[1]?.resolve(ada),
      update: () => update.calls[0]?.resolve(grace),
    }
    for (const which of order) {
      land[which as keyof typeof land]()
      await wait(10)
    }
    expect(await updated).toMatchObject(grace)
    expect(screen.getByText('detail: Grace')).toBeTruthy()
    getUser.calls[2]?.resolve(grace)
    await wait(1_000)
  })
})
