import { render } from '@testing-library/react'
import { Provider } from 'react-redux'
import { Collection } from 'rtk-rest'
import { describe, expect, it } from 'vitest'
import { holdRead } from '../support/holdEndpoint'
import { readers, showing } from '../support/readers'
import { modes, renderApp } from '../support/renderApp'
import { turns } from '../support/turns'
import { createStore, User } from '../support/world'

const ada = { id: '1', name: 'Ada' }

const responses = [
  ['an entity', { schema: User }, ada, 'Ada'],
  ['a string', {}, 'noon', 'noon'],
  ['a list of entities', { schema: new Collection([User]) }, [ada], 'Ada'],
  ['an object without a schema', {}, { name: 'Ada' }, 'Ada'],
  ['null', {}, null, 'null'],
] as const

type World = ReturnType<typeof createStore>
type Held = ReturnType<typeof holdRead>
type Way = readonly [name: string, run: (world: World, held: Held) => void]

const invalidations: readonly Way[] = [
  ['invalidate', ({ controller }, { endpoint }) => controller.invalidate(endpoint)],
  ['invalidateAll', ({ controller }, { endpoint }) => controller.invalidateAll(endpoint)],
  ['a reset', ({ controller }) => controller.reset()],
]

describe.each(modes)('equal data in the next response %s', (_, Mode) => {
  describe.each(readers)('for %s', (reader, Reader) => {
    // React shows what was suspended only after some tenths of a second.
    const kinds = reader === 'useSuspense' ? responses.slice(0, 2) : responses

    describe.each(invalidations)('after %s', (_, run) => {
      it.each(kinds)('is shown if it is %s', async (_, options, response, text) => {
        const held = holdRead('getIt', options)
        const world = renderApp(Mode, <Reader endpoint={held.endpoint} />)
        await turns()
        held.calls[0]?.resolve(response)
        await showing(text)
        run(world, held)
        await showing('loading')
        expect(held.calls).toHaveLength(2)
        held.calls[1]?.resolve(response)
        await showing(text)
        expect(held.calls).toHaveLength(2)
      })
    })

    it.each(kinds)(
      'is shown after expireAll of an endpoint with invalidIfStale if it is %s',
      async (_, options, response, text) => {
        const { endpoint, calls } = holdRead('getIt', { ...options, invalidIfStale: true })
        const { controller } = renderApp(Mode, <Reader endpoint={endpoint} />)
        await turns()
        calls[0]?.resolve(response)
        await showing(text)
        controller.expireAll(endpoint)
        await showing('loading')
        expect(calls).toHaveLength(2)
        calls[1]?.resolve(response)
        await showing(text)
        expect(calls).toHaveLength(2)
      },
    )

    it('is shown each time after repeated invalidations', async () => {
      const { endpoint, calls } = holdRead('getUser', { schema: User })
      const { controller } = renderApp(Mode, <Reader endpoint={endpoint} />)
      await turns()
      for (let count = 1; count <= 4; count += 1) {
        calls[count - 1]?.resolve(ada)
        await showing('Ada')
        controller.invalidate(endpoint)
        await showing('loading')
        expect(calls).toHaveLength(count + 1)
      }
    })
  })

  it.each(invalidations)('is shown in two roots with one store after %s', async (_, run) => {
    const held = holdRead('getUser', { schema: User })
    const world = createStore()
    for (const [, Reader] of readers) {
      render(
        <Mode>
          <Provider store={world.store}>
            <Reader endpoint={held.endpoint} />
          </Provider>
        </Mode>,
      )
    }
    await turns()
    held.calls[0]?.resolve(ada)
    await showing('Ada')
    run(world, held)
    await showing('loading')
    held.calls[1]?.resolve(ada)
    await showing('Ada')
    expect(held.calls).toHaveLength(2)
  })
})
