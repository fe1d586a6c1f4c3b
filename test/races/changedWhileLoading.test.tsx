import { fireEvent, screen } from '@testing-library/react'
import { type ReactNode, StrictMode, useEffect } from 'react'
import { Collection, Endpoint } from 'rtk-rest'
import { useController } from 'rtk-rest/react'
import { describe, expect, it, vi } from 'vitest'
import { holdMutation, holdRead } from '../support/holdEndpoint'
import { readers, shown, showing } from '../support/readers'
import { modes, renderApp } from '../support/renderApp'
import { turns } from '../support/turns'
import { createStore, User } from '../support/world'

const old = { id: '1', name: 'old' }
const current = { id: '1', name: 'current' }

type World = Pick<ReturnType<typeof createStore>, 'controller'>
type Held = ReturnType<typeof holdRead>
type Way = readonly [name: string, run: (world: World, held: Held) => void]

const ways: readonly Way[] = [
  ['invalidate', ({ controller }, { endpoint }) => controller.invalidate(endpoint)],
  ['invalidateAll', ({ controller }, { endpoint }) => controller.invalidateAll(endpoint)],
  ['a reset', ({ controller }) => controller.reset()],
]

const landings = [
  ['before the new response', { schema: User }, [0, 1]],
  ['after the new response', { schema: User }, [1, 0]],
  ['before the new response, without a schema', {}, [0, 1]],
] as const

describe.each(modes)('a request in flight %s', (_, Mode) => {
  describe.each(readers)('for %s', (_, Reader) => {
    describe.each(ways)('is followed by one new request after %s', (_, run) => {
      it.each(landings)('during the first load, landing %s', async (_, options, order) => {
        const held = holdRead('getUser', options)
        const world = renderApp(Mode, <Reader endpoint={held.endpoint} />)
        await turns()
        expect(held.calls).toHaveLength(1)
        run(world, held)
        await turns()
        expect(held.calls).toHaveLength(2)
        for (const at of order) {
          held.calls[at]?.resolve([old, current][at])
          await turns()
        }
        await showing('current')
        expect(held.calls).toHaveLength(2)
      })

      it('during a refetch', async () => {
        const held = holdRead('getUser', { schema: User })
        const world = renderApp(Mode, <Reader endpoint={held.endpoint} />)
        await turns()
        held.calls[0]?.resolve({ id: '1', name: 'first' })
        await showing('first')
        void world.controller.fetch(held.endpoint).catch(() => undefined)
        await turns()
        expect(held.calls).toHaveLength(2)
        run(world, held)
        await turns()
        expect(held.calls).toHaveLength(3)
        held.calls[2]?.resolve(current)
        await turns()
        held.calls[1]?.resolve(old)
        await showing('current')
        expect(held.calls).toHaveLength(3)
      })

      it('that is called twice in a row during the first load', async () => {
        const held = holdRead('getUser', { schema: User })
        const world = renderApp(Mode, <Reader endpoint={held.endpoint} />)
        await turns()
        run(world, held)
        run(world, held)
        await turns()
        expect(held.calls).toHaveLength(2)
        held.calls[0]?.resolve(old)
        await turns()
        held.calls[1]?.resolve(current)
        await showing('current')
        expect(held.calls).toHaveLength(2)
      })

      it('for each of several calls', async () => {
        const held = holdRead('getUser', { schema: User })
        const world = renderApp(Mode, <Reader endpoint={held.endpoint} />)
        await turns()
        for (const count of [2, 3]) {
          run(world, held)
          await turns()
          expect(held.calls).toHaveLength(count)
        }
        for (const at of [1, 0]) held.calls[at]?.resolve(old)
        await turns()
        held.calls[2]?.resolve(current)
        await showing('current')
        expect(held.calls).toHaveLength(3)
      })

      it('that an effect of a parent calls at mount', async () => {
        const held = holdRead('getUser', { schema: User })
        let sentBefore = 0
        function Parent({ children }: { children: ReactNode }) {
          const controller = useController()
          useEffect(() => {
            sentBefore = held.calls.length
            run({ controller }, held)
          }, [controller])
          return children
        }
        const world = createStore()
        // The first request of a store is sent a microtask later; the others are sent before the effect runs.
        await world.controller.fetch(new Endpoint(async () => 1, { name: 'getOther' }))
        renderApp(
          Mode,
          <Parent>
            <Reader endpoint={held.endpoint} />
          </Parent>,
          world,
        )
        for (let round = 0; round < 4; round += 1) {
          await turns()
          for (const [at, call] of held.calls.entries()) {
            call.resolve(at < sentBefore ? old : current)
          }
        }
        await showing('current')
        // StrictMode mounts twice, so that it may send one more.
        const sent = held.calls.filter(({ signal }) => signal?.aborted !== true)
        expect(sent.length).toBeLessThanOrEqual(Mode === StrictMode ? 3 : 2)
      })
    })

    it('leads to the newest data after reset, invalidate and invalidateAll in a row', async () => {
      const held = holdRead('getUser', { schema: User })
      const world = renderApp(Mode, <Reader endpoint={held.endpoint} />)
      await turns()
      for (const [, run] of [...ways, ...ways]) run(world, held)
      await turns()
      expect(held.calls).toHaveLength(2)
      held.calls[0]?.resolve(old)
      held.calls[1]?.resolve(current)
      await showing('current')
      expect(held.calls).toHaveLength(2)
    })

    it('leads to a list with the new member if a create invalidates the list while it loads', async () => {
      const getList = holdRead('getList', { schema: new Collection([User]) })
      const create = holdMutation('create', { schema: User })
      function CreateButton() {
        const controller = useController()
        const run = async () => {
          await controller.fetch(create.endpoint, { name: 'Cy' })
          controller.invalidateAll(getList.endpoint)
        }
        return <button onClick={() => void run()}>Create</button>
      }
      renderApp(
        Mode,
        <>
          <Reader endpoint={getList.endpoint} />
          <CreateButton />
        </>,
      )
      await turns()
      fireEvent.click(screen.getByText('Create'))
      await turns()
      create.calls[0]?.resolve({ id: '2', name: 'Cy' })
      await turns()
      getList.calls[0]?.resolve([{ id: '1', name: 'Ada' }])
      await turns()
      expect(getList.calls).toHaveLength(2)
      getList.calls[1]?.resolve([
        { id: '1', name: 'Ada' },
        { id: '2', name: 'Cy' },
      ])
      await showing('Ada, Cy')
      expect(getList.calls).toHaveLength(2)
    })
  })

  describe.each(readers)('of %s', (_, Reader) => {
    it.each([
      ['microtasks', () => Promise.resolve()],
      ['immediates', () => new Promise((resolve) => setImmediate(resolve))],
      ['timers', () => turns(1)],
    ])('is sent for each invalidation if responses land within some %s', async (_, pause) => {
      const { endpoint, calls } = holdRead('getUser', { schema: User })
      const { controller } = renderApp(Mode, <Reader endpoint={endpoint} />)
      // They land before, between and after what React does: its render, its commit and its effects.
      for (let count = 1; count <= 4; count += 1) {
        controller.invalidate(endpoint)
        for (let time = 0; time < count % 4; time += 1) await pause()
        for (const call of calls) call.resolve({ id: '1', name: `Ada ${count}` })
        for (let time = 0; time < 2; time += 1) await pause()
      }
      // What is suspended asks again when it renders.
      await vi.waitFor(() => {
        for (const call of calls) call.resolve({ id: '1', name: 'Ada 4' })
        expect(shown()).toEqual(['Ada 4'])
      })
      await showing('Ada 4')
      expect(calls.length).toBeLessThanOrEqual(5)
    })
  })

  it.each(readers.slice(0, 2))(
    'leads to the error of the next request in %s after an invalidation',
    async (_, Reader) => {
      const { endpoint, calls } = holdRead('getUser', { schema: User })
      const { controller } = renderApp(Mode, <Reader endpoint={endpoint} />)
      await turns()
      controller.invalidate(endpoint)
      await turns()
      calls[0]?.resolve(old)
      await turns()
      expect(calls).toHaveLength(2)
      calls[1]?.reject(Object.assign(new Error('gone'), { status: 404 }))
      await showing('error gone')
      expect(calls).toHaveLength(2)
    },
  )
})
