import { waitFor } from '@testing-library/react'
import { Collection, Invalidate } from 'rtk-rest'
import { describe, expect, it } from 'vitest'
import { type HeldCall, holdMutation, holdRead } from '../support/holdEndpoint'
import { readers, shown, showing } from '../support/readers'
import { modes, renderApp } from '../support/renderApp'
import { turns } from '../support/turns'
import { type createStore, User } from '../support/world'

const args = [{ id: '1' }] as const
const grace = { id: '1', name: 'Grace' }
const old = { id: '1', name: 'old' }

type Controller = ReturnType<typeof createStore>['controller']
type Way = readonly [
  name: string,
  bring: (controller: Controller, getUser: ReturnType<typeof holdRead>) => Promise<unknown> | void,
]

async function land(
  { calls }: { readonly calls: readonly HeldCall[] },
  response: unknown,
  done: Promise<unknown>,
) {
  await turns()
  calls[0]?.resolve(response)
  await done
}

const ways: readonly Way[] = [
  ['set', (controller) => void controller.set(User, { id: '1' }, grace)],
  ['setResponse', (controller, { endpoint }) => controller.setResponse(endpoint, ...args, grace)],
  [
    'setResponse of a list',
    (controller) => {
      const { endpoint } = holdRead('getList', { schema: new Collection([User]) })
      controller.setResponse(endpoint, [grace])
    },
  ],
  [
    'a list that is fetched',
    (controller) => {
      const list = holdRead('getList', { schema: new Collection([User]) })
      return land(list, [grace], controller.fetch(list.endpoint))
    },
  ],
  [
    'a mutation',
    (controller) => {
      const update = holdMutation('update', { schema: User })
      return land(update, grace, controller.fetch(update.endpoint, ...args))
    },
  ],
]

describe.each(modes)('a reader that is loading %s', (_, Mode) => {
  describe.each(readers)('in %s', (_, Reader) => {
    it.each(ways)('shows data for its first load after %s', async (_, bring) => {
      const getUser = holdRead('getUser', { schema: User })
      const { controller } = renderApp(Mode, <Reader endpoint={getUser.endpoint} args={args} />)
      await showing('loading')
      await bring(controller, getUser)
      await showing('Grace')
      // Its own request started earlier than what was brought.
      getUser.calls[0]?.resolve(old)
      await showing('Grace')
      expect(getUser.calls).toHaveLength(1)
    })

    it('shows the data of an invalidated call after setResponse', async () => {
      const { endpoint, calls } = holdRead('getUser', { schema: User })
      const { controller } = renderApp(Mode, <Reader endpoint={endpoint} args={args} />)
      await turns()
      calls[0]?.resolve(grace)
      await showing('Grace')
      controller.invalidate(endpoint, ...args)
      await showing('loading')
      controller.setResponse(endpoint, ...args, grace)
      await showing('Grace')
      calls[1]?.resolve(old)
      await showing('Grace')
      expect(calls).toHaveLength(2)
    })
  })

  // One that suspends is in an error boundary by then, whose retry shows it.
  it.each([readers[0], readers[2]] as typeof readers)(
    'in %s shows the entity after a deletion when it is set',
    async (_, Reader) => {
      const getUser = holdRead('getUser', { schema: User })
      const remove = holdMutation('remove', { schema: new Invalidate(User) })
      const { controller } = renderApp(Mode, <Reader endpoint={getUser.endpoint} args={args} />)
      await turns()
      getUser.calls[0]?.resolve(old)
      await showing('old')
      await land(remove, { id: '1' }, controller.fetch(remove.endpoint, ...args))
      await waitFor(() => expect(shown()).toContain('error User 1 was deleted.'))
      controller.set(User, { id: '1' }, grace)
      await showing('Grace')
      expect(getUser.calls).toHaveLength(1)
    },
  )

  it.each(readers.slice(0, 2))('in %s shows the error after setError', async (_, Reader) => {
    const { endpoint, calls } = holdRead('getUser', { schema: User })
    const { controller } = renderApp(Mode, <Reader endpoint={endpoint} args={args} />)
    await showing('loading')
    controller.setError(endpoint, ...args, new Error('no user'))
    await showing('error no user')
    calls[0]?.resolve(old)
    await showing('error no user')
    expect(calls).toHaveLength(1)
  })
})
