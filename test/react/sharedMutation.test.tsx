import { act } from '@testing-library/react'
import { useState } from 'react'
import { describe, expect, it } from 'vitest'
import { holdMutation } from '../support/holdEndpoint'
import { end, mutationPage } from '../support/mutationPage'
import { modes, renderApp } from '../support/renderApp'
import { turns } from '../support/turns'
import { User } from '../support/world'

describe.each(modes)('a component that mounts after a mutation with its key %s', (_, Mode) => {
  it('shows the same data as the others, whatever has changed since', async () => {
    const { endpoint, calls } = holdMutation('rename', { schema: User })
    const one = mutationPage(endpoint, { key: 'rename' })
    const late = mutationPage(endpoint, { key: 'rename' })
    let show!: (isShown: boolean) => void
    function Page() {
      const [isShown, setShown] = useState(false)
      show = setShown
      return (
        <>
          <one.Page />
          {isShown && <late.Page />}
        </>
      )
    }
    const { controller } = renderApp(Mode, <Page />)
    act(() => void one.run('1'))
    await act(async () => await turns())
    await end(calls[0], { response: { id: '1', name: 'Ada' } })
    expect(one.result.data).toMatchObject({ name: 'Ada' })
    void act(() => controller.set(User, { id: '1' }, { id: '1', name: 'Countess' }))
    act(() => show(true))
    expect(late.result.data).toBe(one.result.data)
    expect(late.result.data).toMatchObject({ name: 'Ada' })
  })
})
