import { screen } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { useDLE, useFetch, useLive, useQuery, useSubscription, useSuspense } from 'rtk-rest/react'
import { describe, expect, it } from 'vitest'
import { modes, renderApp } from '../support/renderApp'
import { API, server } from '../support/server'
import { type User, UserResource } from '../support/world'

// TypeScript refuses these; not everybody who uses hooks has it.
type Hook = (endpoint: never, body: never) => unknown
const hooks: readonly [name: string, hook: Hook][] = [
  ['useSuspense', useSuspense],
  ['useDLE', useDLE],
  ['useFetch', useFetch],
  ['useLive', useLive],
  ['useSubscription', useSubscription],
]

describe.each(modes)('a hook that reads, rendered %s', (_, Mode) => {
  it.each(hooks)('throws an error for a mutation and sends no request: %s', async (_name, hook) => {
    let sent = 0
    server.use(
      http.post(`${API}/users`, () => {
        sent += 1
        return HttpResponse.json({ id: '1' })
      }),
    )
    const View = () => {
      hook(UserResource.create as never, { name: 'Ada' } as never)
      return <p>shown</p>
    }
    renderApp(Mode, <View />)
    const { textContent } = await screen.findByRole('alert')
    expect(textContent).toMatch(/^User.create changes data.*call controller.fetch/)
    expect(sent).toBe(0)
  })

  it.each(hooks.slice(0, 4))('throws an error without an endpoint: %s', async (_name, hook) => {
    const View = () => {
      hook(UserResource as never, {} as never)
      return <p>shown</p>
    }
    renderApp(Mode, <View />)
    expect((await screen.findByRole('alert')).textContent).toMatch(/^An endpoint is needed/)
  })

  it('throws an error for an endpoint where it reads a schema, which nothing would fetch', async () => {
    const View = () => <p>{useQuery(UserResource.get as unknown as typeof User, {})?.name}</p>
    renderApp(Mode, <View />)
    expect((await screen.findByRole('alert')).textContent).toMatch(
      /^A schema is needed, such as User; found the endpoint User.get. useSuspense and useDLE fetch it/,
    )
  })
})
