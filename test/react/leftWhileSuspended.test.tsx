import { act, screen } from '@testing-library/react'
import { useSuspense } from 'rtk-rest/react'
import { describe, expect, it, vi } from 'vitest'
import { holdServer } from '../support/holdServer'
import { modes, renderApp } from '../support/renderApp'
import { turns } from '../support/turns'
import { createStore, UserResource } from '../support/world'

const ada = { id: '1', name: 'Ada' }
const bob = { id: '2', name: 'Bob' }

function Detail({ id }: { id: string }) {
  return <p>detail: {useSuspense(UserResource.get, { id }).name}</p>
}

describe.each(modes)('a page that was left while it was suspended %s', (_, Mode) => {
  it('sends no request after a reset; the page that is there does', async () => {
    const { sent, take } = holdServer()
    const world = createStore()
    const left = renderApp(Mode, <Detail id="1" />, world)
    await take('GET /users/1')
    left.unmount()
    renderApp(Mode, <Detail id="2" />, world)
    await take('GET /users/2')
    act(() => world.controller.resetEntireStore())
    const again = await take('GET /users/2')
    again.respond(bob)
    expect(await screen.findByText('detail: Bob')).toBeTruthy()
    expect(sent).toEqual(['GET /users/1', 'GET /users/2', 'GET /users/2'])
  })

  it('sends no request where its data is invalidated later, but when it is shown again', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const { sent, take } = holdServer()
    const world = createStore()
    const { controller } = world
    const left = renderApp(Mode, <Detail id="1" />, world)
    const first = await take('GET /users/1')
    left.unmount()
    first.respond(ada)
    const data = () => controller.getResponse(UserResource.get, { id: '1' }).data
    await vi.waitFor(() => expect(data()).toMatchObject(ada))
    vi.setSystemTime(Date.now() + 1_001)
    act(() => controller.invalidate(UserResource.get, { id: '1' }))
    await turns()
    expect(sent).toEqual(['GET /users/1'])
    renderApp(Mode, <Detail id="1" />, world)
    const again = await take('GET /users/1')
    again.respond({ id: '1', name: 'Ada Lovelace' })
    expect(await screen.findByText('detail: Ada Lovelace')).toBeTruthy()
    expect(sent).toHaveLength(2)
  })
})
