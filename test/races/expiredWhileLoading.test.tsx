import { describe, expect, it } from 'vitest'
import { holdRead } from '../support/holdEndpoint'
import { readers, shown, showing } from '../support/readers'
import { modes, renderApp } from '../support/renderApp'
import { turns } from '../support/turns'
import { User } from '../support/world'

const user = (name: string) => ({ id: '1', name })

describe.each(modes)('expireAll %s', (_, Mode) => {
  describe.each(readers)('for %s', (_, Reader) => {
    async function mountReader() {
      const { endpoint, calls } = holdRead('getUser', { schema: User })
      const { controller } = renderApp(Mode, <Reader endpoint={endpoint} />)
      await turns()
      return { calls, controller, endpoint }
    }

    it.each([
      ['once', 1],
      ['twice', 2],
    ])(
      'during the first load, %s, shows the response and sends one more request',
      async (_, times) => {
        const { calls, controller, endpoint } = await mountReader()
        for (let time = 0; time < times; time += 1) controller.expireAll(endpoint)
        calls[0]?.resolve(user('first'))
        await showing('first')
        expect(calls).toHaveLength(2)
        calls[1]?.resolve(user('second'))
        await showing('second')
        expect(calls).toHaveLength(2)
      },
    )

    it('during a refetch shows the response and sends one more request', async () => {
      const { calls, controller, endpoint } = await mountReader()
      calls[0]?.resolve(user('first'))
      await showing('first')
      void controller.fetch(endpoint)
      await turns()
      controller.expireAll(endpoint)
      await turns()
      expect(shown()).toEqual(['first'])
      calls[1]?.resolve(user('second'))
      await showing('second')
      expect(calls).toHaveLength(3)
      calls[2]?.resolve(user('third'))
      await showing('third')
      expect(calls).toHaveLength(3)
    })

    it('during the refetch of an earlier expireAll sends one more request', async () => {
      const { calls, controller, endpoint } = await mountReader()
      calls[0]?.resolve(user('first'))
      await showing('first')
      controller.expireAll(endpoint)
      await turns()
      expect(calls).toHaveLength(2)
      controller.expireAll(endpoint)
      calls[1]?.resolve(user('second'))
      await showing('second')
      expect(calls).toHaveLength(3)
      calls[2]?.resolve(user('third'))
      await showing('third')
      expect(calls).toHaveLength(3)
    })

    it('and invalidate during the first load send one more request and show its response', async () => {
      const { calls, controller, endpoint } = await mountReader()
      controller.expireAll(endpoint)
      controller.invalidate(endpoint)
      await turns()
      expect(calls).toHaveLength(2)
      calls[0]?.resolve(user('first'))
      calls[1]?.resolve(user('second'))
      await showing('second')
      expect(calls).toHaveLength(2)
    })
  })
})
