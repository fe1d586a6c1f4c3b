import { act, screen } from '@testing-library/react'
import { RestEndpoint, resource, rowKey } from 'rtk-rest'
import { optimistic } from 'rtk-rest/optimistic'
import { AsyncBoundary, useDLE, useSuspense } from 'rtk-rest/react'
import { describe, expect, it } from 'vitest'
import { type HeldRequest, holdServer } from '../support/holdServer'
import { modes, renderApp } from '../support/renderApp'
import { API } from '../support/server'
import { turns } from '../support/turns'
import { User } from '../support/world'

const Users = resource({ path: '/users/:id', urlPrefix: API, schema: User, optimistic })
const getPets = new RestEndpoint({ path: '/users/:id/pets', urlPrefix: API })

/** Lets a response be stored, and what follows be shown. */
const respond = (request: HeldRequest, body: object, status?: number) =>
  act(async () => {
    request.respond(body as never, status)
    await turns(20)
  })

function PetsBySuspense({ id }: { readonly id: string }) {
  return <i>{String(useSuspense(getPets, { id }))}</i>
}

function PetsByDLE({ id }: { readonly id: string }) {
  const { data, loading, error } = useDLE(getPets, { id })
  return <i>{loading ? 'loading' : (error?.message ?? String(data))}</i>
}

const readers = [
  ['useSuspense', PetsBySuspense],
  ['useDLE', PetsByDLE],
] as const

describe.each(modes)('a row that reads by the id of an entity %s', (_, Mode) => {
  describe.each(readers)('with %s', (_name, Pets) => {
    function List() {
      return useSuspense(Users.getList).map((user) => (
        <AsyncBoundary key={rowKey(user)} fallback={<i>loading</i>}>
          <Pets id={user.id} />
        </AsyncBoundary>
      ))
    }

    const shown = () => [...document.querySelectorAll('i')].map((it) => it.textContent)

    it('loads while the entity is being created, and then reads by the id of the server', async () => {
      const server = holdServer()
      const { controller } = renderApp(Mode, <List />)
      await respond(await server.take('GET /users'), [])
      const creation = controller.fetch(Users.create, { name: 'Eve' })
      await act(async () => await turns(20))
      expect(shown()).toEqual(['loading'])
      await respond(await server.take('POST /users'), { id: '5', name: 'Eve' })
      await creation
      // What was requested before by the other key may be on its way as well.
      for (const name of server.sent.slice(2)) await respond(await server.take(name), ['cat'])
      expect(shown()).toEqual(['cat'])
      expect(server.sent.filter((name) => name.includes('new-'))).toEqual([])
      expect(screen.queryByRole('alert')).toBeNull()
    })

    it('is gone if the entity is not created, and nothing is requested', async () => {
      const server = holdServer()
      const { controller } = renderApp(Mode, <List />)
      await respond(await server.take('GET /users'), [])
      const creation = controller.fetch(Users.create, { name: 'Eve' })
      creation.catch(() => undefined)
      await act(async () => await turns(20))
      await respond(await server.take('POST /users'), {}, 422)
      expect(shown()).toEqual([])
      await act(async () => await controller.allSettled())
      expect(server.sent).toEqual(['GET /users', 'POST /users'])
    })
  })
})
