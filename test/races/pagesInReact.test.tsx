import { fireEvent, screen } from '@testing-library/react'
import { pages, resource } from 'rtk-rest'
import { useController, useDLE, useSuspense } from 'rtk-rest/react'
import { describe, expect, it } from 'vitest'
import { holdServer } from '../support/holdServer'
import { showing } from '../support/readers'
import { modes, renderApp } from '../support/renderApp'
import { API } from '../support/server'
import { turns } from '../support/turns'
import { User } from '../support/world'

const { getList } = resource({
  path: '/users/:id',
  urlPrefix: API,
  schema: User,
  paginationField: [pages, 'page'],
})

const namesOf = (users: readonly User[]) => users.map(({ name }) => name).join(', ')

const lists = [
  ['useSuspense', () => <li>{namesOf(useSuspense(getList))}</li>],
  [
    'useDLE',
    () => {
      const { data, loading } = useDLE(getList)
      return <li>{loading ? 'loading' : namesOf(data ?? [])}</li>
    },
  ],
] as const

function More() {
  const controller = useController()
  return <button onClick={() => void controller.fetch(getList.getPage, { page: 2 })}>More</button>
}

describe.each(modes)('a list %s', (_, Mode) => {
  describe.each(lists)('in %s', (_, List) => {
    it.each([
      ['before', 'GET /users?page=2', 'GET /users'],
      ['after', 'GET /users', 'GET /users?page=2'],
    ])('shows its second page if that lands %s a refetch', async (_, ...order) => {
      const server = holdServer()
      const { controller } = renderApp(
        Mode,
        <>
          <List />
          <More />
        </>,
      )
      const first = await server.take('GET /users')
      first.respond([{ id: '1', name: 'old' }])
      await showing('old')
      controller.expireAll(getList)
      await turns()
      fireEvent.click(screen.getByText('More'))
      const bodies: Record<string, object[]> = {
        'GET /users': [{ id: '1', name: 'new' }],
        'GET /users?page=2': [{ id: '2', name: 'second page' }],
      }
      const requests = await Promise.all(order.map(server.take))
      for (const request of requests) {
        request.respond(bodies[request.name] ?? [])
        await turns()
      }
      await showing('new, second page')
      expect(server.sent).toHaveLength(3)
    })
  })
})
