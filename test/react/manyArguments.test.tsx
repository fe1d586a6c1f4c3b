import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { configureStore } from '@reduxjs/toolkit'
import { render } from '@testing-library/react'
import { useSelector } from 'react-redux'
import { Provider } from 'react-redux'
import { createRest, Query } from 'rtk-rest'
import { useCache, useController, useDLE, useQuery } from 'rtk-rest/react'
import { expect, it } from 'vitest'
import { isExhaustive } from '../support/runs'
import { turns } from '../support/turns'
import { User, UserResource } from '../support/world'

const RENDERS = isExhaustive ? 100_000 : 8_000
const LIMIT = 2_000_000

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

async function heap(): Promise<number> {
  for (let times = 0; times < 3; times++) {
    collectGarbage()
    await turns(2)
  }
  return process.memoryUsage().heapUsed
}

const rest = createRest()

/** Reads what is stored by arguments that never come again, and requests nothing. */
function Reader({ at }: { readonly at: number }) {
  const id = `${at}`
  const cached = useCache(UserResource.get, { id })
  const { data } = useDLE(UserResource.get, null)
  const user = useQuery(User, { id })
  const name = useQuery(new Query(User, (it) => it.name), { id })
  const request = useSelector((state: never) =>
    rest.selectors.selectRequest(state, UserResource.get, { id }),
  )
  useController()
  return <p>{[id, cached, data, user, name].map(String).join(' ') + request.status}</p>
}

it('hooks with arguments that never come again leave the heap as it is', async () => {
  const store = configureStore({
    reducer: { rest: rest.reducer },
    middleware: (defaults) => defaults().concat(rest.middleware),
    devTools: false,
  })
  const page = (at: number) => (
    <Provider store={store}>
      <Reader at={at} />
    </Provider>
  )
  const { rerender, container } = render(page(0))
  let at = 0
  const renderUntil = async (end: number): Promise<number> => {
    for (; at < end; at++) {
      rerender(page(at))
      if (at % 100 === 0) await turns(1)
    }
    return heap()
  }
  await renderUntil(RENDERS / 4)
  const half = await renderUntil(RENDERS / 2)
  const whole = await renderUntil(RENDERS)
  expect(container.textContent).toBe(
    `${RENDERS - 1} undefined undefined undefined undefineduninitialized`,
  )
  expect(Object.keys(store.getState().rest.requests)).toEqual([])
  expect(whole - half).toBeLessThan(LIMIT)
  rest.dispose(store)
})
