import { screen } from '@testing-library/react'
import { useDLE, useSuspense } from 'rtk-rest/react'
import { describe, expect, it } from 'vitest'
import { holdServer } from '../support/holdServer'
import { showing } from '../support/readers'
import { modes, renderApp } from '../support/renderApp'
import { turns } from '../support/turns'
import { UserResource } from '../support/world'

const { get, partialUpdate } = UserResource
const one = { id: '1' }
const user = (name: string) => ({ id: '1', name })

const details = [
  ['useSuspense', () => <li>{useSuspense(get, one).name}</li>],
  [
    'useDLE',
    () => {
      const { data, loading } = useDLE(get, one)
      return <li>{loading ? 'loading' : data?.name}</li>
    },
  ],
] as const

describe.each(modes)('two concurrent updates of one field %s', (_, Mode) => {
  it.each(details)('are followed by one refetch of a mounted %s', async (_, Detail) => {
    const server = holdServer()
    const { controller } = renderApp(Mode, <Detail />)
    const first = await server.take('GET /users/1')
    first.respond(user('Ada'))
    await showing('Ada')
    const early = controller.fetch(partialUpdate, one, { name: 'early' })
    const earlyRequest = await server.take('PATCH /users/1')
    const late = controller.fetch(partialUpdate, one, { name: 'late' })
    const lateRequest = await server.take('PATCH /users/1')
    lateRequest.respond(user('late'))
    await late
    expect(server.sent).toHaveLength(3)
    earlyRequest.respond(user('early'))
    await early
    // The one that lands later has precedence until a response shows which one the server applied last.
    await showing('early')
    const read = await server.take('GET /users/1')
    read.respond(user('late'))
    await showing('late')
    await turns()
    expect(server.sent).toHaveLength(4)
    expect(screen.queryByText('loading')).toBeNull()
  })
})
