import { type ReactNode, useLayoutEffect } from 'react'
import { useController } from 'rtk-rest/react'
import { describe, expect, it } from 'vitest'
import { holdRead } from '../support/holdEndpoint'
import { readers, shown, showing } from '../support/readers'
import { modes, renderApp } from '../support/renderApp'
import { turns } from '../support/turns'
import { createStore, User } from '../support/world'

type World = Pick<ReturnType<typeof createStore>, 'controller'>
type Held = ReturnType<typeof holdRead>
type Way = readonly [name: string, run: (world: World, held: Held) => void]

const ways: readonly Way[] = [
  ['invalidate', ({ controller }, { endpoint }) => controller.invalidate(endpoint)],
  ['invalidateAll', ({ controller }, { endpoint }) => controller.invalidateAll(endpoint)],
  ['a reset', ({ controller }) => controller.reset()],
]

// React may commit what it rendered long after that: where it shows fallbacks, it waits for up to 300 ms.
describe.each(modes)('data that is rendered %s', (_, Mode) => {
  describe.each(readers)('in %s', (_, Reader) => {
    it.each(ways)('is not shown if %s happens before the component is mounted', async (_, run) => {
      const held = holdRead('getUser', { schema: User })
      const world = createStore()
      world.controller.setResponse(held.endpoint, { id: '1', name: 'old' })
      let isDone = false
      function Sibling(): ReactNode {
        const controller = useController()
        // Layout effects come before those in which readers begin to follow the store.
        useLayoutEffect(() => {
          if (isDone) return
          isDone = true
          run({ controller }, held)
        }, [controller])
        return null
      }
      const page = (
        <>
          <Reader endpoint={held.endpoint} />
          <Sibling />
        </>
      )
      renderApp(Mode, page, world)
      await turns()
      expect(shown()).toEqual(['loading'])
      expect(held.calls).toHaveLength(1)
      held.calls[0]?.resolve({ id: '1', name: 'new' })
      await showing('new')
      expect(held.calls).toHaveLength(1)
    })
  })
})
