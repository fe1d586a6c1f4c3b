import { act, screen } from '@testing-library/react'
import { useSuspense } from 'rtk-rest/react'
import { describe, expect, it, vi } from 'vitest'
import { holdServer } from '../support/holdServer'
import { modes, renderApp } from '../support/renderApp'
import { turns } from '../support/turns'
import { createStore, UserResource } from '../support/world'

const ada = { id: '1', name: 'Ada' }

function Detail({ id }: { id: string }) {
  return <p>detail: {useSuspense(UserResource.get, { id }).name}</p>
}

describe.each(modes)('a page that was left while it was suspended %s', (_, Mode) => {
  it.each([
    ['invalidated', 'invalidateAll'],
    ['expired', 'expireAll'],
  ] as const)(
    'sends no request where its data is %s later, but when it is shown again',
    async (__, method) => {
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
      const testKey = (key: string) => key === UserResource.get.key({ id: '1' })
      act(() => controller[method]({ testKey }))
      await turns()
      expect(sent).toEqual(['GET /users/1'])
      renderApp(Mode, <Detail id="1" />, world)
      const again = await take('GET /users/1')
      again.respond({ id: '1', name: 'Ada Lovelace' })
      expect(await screen.findByText('detail: Ada Lovelace')).toBeTruthy()
      expect(sent).toHaveLength(2)
    },
  )
})
