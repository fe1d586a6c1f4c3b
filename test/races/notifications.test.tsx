import { fireEvent, screen, waitFor } from '@testing-library/react'
import { startTransition, useState } from 'react'
import { useSelector } from 'react-redux'
import { Collection, Invalidate, type RestState } from 'rtk-rest'
import { useController } from 'rtk-rest/react'
import { describe, expect, it } from 'vitest'
import { holdMutation, holdRead } from '../support/holdEndpoint'
import { readers, shown, showing } from '../support/readers'
import { modes, renderApp } from '../support/renderApp'
import { turns } from '../support/turns'
import { createStore, User } from '../support/world'

const ada = { id: '1', name: 'Ada' }
const bob = { id: '2', name: 'Bob' }
const one = [{ id: '1' }] as const

/** Collects every text that the page shows from now on. */
function watchTexts() {
  const texts: string[] = []
  const observer = new MutationObserver(() => texts.push(shown().join('|')))
  observer.observe(document.body, {
    childList: true,
    subtree: true,
    attributes: true,
    characterData: true,
  })
  return { texts, stop: () => observer.disconnect() }
}

describe.each(modes)('the response of a mutation %s', (_, Mode) => {
  describe.each(readers)('in a page with %s', (_, Reader) => {
    function renderDetail() {
      const getUser = holdRead('getUser', { schema: User })
      const getList = holdRead('getList', { schema: new Collection([User]) })
      const remove = holdMutation('remove', { schema: new Invalidate(User) })
      const world = createStore()
      world.controller.setResponse(getList.endpoint, [ada, bob])
      function Page() {
        const [isDetail, setDetail] = useState(true)
        const controller = useController()
        const leave = async () => {
          await controller.fetch(remove.endpoint, ...one)
          setDetail(false)
        }
        return (
          <>
            {isDetail ? (
              <Reader endpoint={getUser.endpoint} args={one} />
            ) : (
              <Reader endpoint={getList.endpoint} />
            )}
            <button onClick={() => void leave()}>Delete</button>
          </>
        )
      }
      return { ...renderApp(Mode, <Page />, world), getUser, remove }
    }

    it('shows no fallback and sends no request if the user navigates after it', async () => {
      const { getUser, remove, controller } = renderDetail()
      await showing('Ada')
      const { texts, stop } = watchTexts()
      fireEvent.click(screen.getByText('Delete'))
      await turns()
      remove.calls[0]?.resolve({ id: '1' })
      await showing('Bob')
      await controller.allSettled()
      stop()
      expect(new Set(texts)).toEqual(new Set(['Bob']))
      expect(getUser.calls).toHaveLength(0)
    })

    it('updates the state, settles its promise, and then notifies the readers', async () => {
      const { getUser, remove, controller, rest, store } = renderDetail()
      await showing('Ada')
      const removed = controller.fetch(remove.endpoint, ...one)
      await turns()
      remove.calls[0]?.resolve({ id: '1' })
      await removed
      expect(rest.selectors.selectData(store.getState(), getUser.endpoint, ...one)).toBeUndefined()
      expect(shown()).toEqual(['Ada'])
      await waitFor(() => expect(shown()).toContain('error User 1 was deleted.'))
      expect(shown()).not.toContain('Ada')
      await controller.allSettled()
      expect(getUser.calls).toHaveLength(0)
    })
  })
})

describe.each(modes)('an invalidation in a transition %s', (_, Mode) => {
  const [, [, Suspended]] = readers as readonly [unknown, (typeof readers)[number]]

  it('keeps the old data on the page until the new data lands', async () => {
    const { endpoint, calls } = holdRead('getUser', { schema: User })
    const { controller } = renderApp(Mode, <Suspended endpoint={endpoint} />)
    await turns()
    calls[0]?.resolve(ada)
    await showing('Ada')
    const { texts, stop } = watchTexts()
    startTransition(() => controller.invalidate(endpoint))
    await showing('Ada')
    expect(calls).toHaveLength(2)
    calls[1]?.resolve({ id: '1', name: 'Countess' })
    await showing('Countess')
    stop()
    expect(new Set(texts)).toEqual(new Set(['Countess']))
    expect(calls).toHaveLength(2)
  })

  it('shows the current state in useSelector and in newly mounted readers', async () => {
    const { endpoint, calls } = holdRead('getUser', { schema: User })
    const world = createStore()
    const { selectData } = world.rest.selectors
    function Selected() {
      const user = useSelector((state: { rest: RestState }) => selectData(state, endpoint))
      return <p>selected: {(user as User | undefined)?.name ?? 'nothing'}</p>
    }
    function Page() {
      const [isLate, setLate] = useState(false)
      return (
        <>
          <Selected />
          <Suspended endpoint={endpoint} />
          {isLate && <Suspended endpoint={endpoint} />}
          <button onClick={() => setLate(true)}>Mount</button>
        </>
      )
    }
    const { controller } = renderApp(Mode, <Page />, world)
    await turns()
    calls[0]?.resolve(ada)
    await showing('Ada')
    startTransition(() => controller.invalidate(endpoint))
    await turns()
    expect(screen.getByText('selected: nothing')).toBeTruthy()
    fireEvent.click(screen.getByText('Mount'))
    await turns()
    expect(shown()).toEqual(['Ada', 'loading'])
    calls[1]?.resolve({ id: '1', name: 'Countess' })
    await showing('Countess')
    expect(screen.getByText('selected: Countess')).toBeTruthy()
    expect(calls).toHaveLength(2)
  })
})
