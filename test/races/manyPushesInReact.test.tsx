import { act } from '@testing-library/react'
import { Collection, Endpoint } from 'rtk-rest'
import { describe, expect, it } from 'vitest'
import { holdRead } from '../support/holdEndpoint'
import { readers, showing } from '../support/readers'
import { modes, renderApp } from '../support/renderApp'
import { turns } from '../support/turns'
import { User } from '../support/world'

const users = new Collection([User])
const ada = { id: 'ada', name: 'Ada' }
const pushed = Array.from({ length: 200 }, (_, index) => ({
  id: `${index}`,
  name: `User ${index}`,
}))
const all = [ada, ...pushed].map(({ name }) => name).join(', ')

const push = new Endpoint(async (_args: object, body: object) => body, {
  name: 'push',
  schema: users.push,
  sideEffect: true,
})

describe.each(modes)('a list on a page %s', (_, Mode) => {
  it.each(readers)(
    'contains hundreds of pushed members in %s before and after an older read of it lands',
    async (_, Reader) => {
      const { endpoint, calls } = holdRead('getUsers', { schema: users })
      const { controller } = renderApp(Mode, <Reader endpoint={endpoint} />)
      await turns()
      calls[0]?.resolve([ada])
      await showing('Ada')
      controller.expireAll(endpoint)
      await turns()
      expect(calls).toHaveLength(2)
      await act(() => Promise.all(pushed.map((body) => controller.fetch(push, {}, body))))
      await showing(all)
      calls[1]?.resolve([ada])
      await showing(all)
      expect(calls).toHaveLength(2)
    },
  )
})
