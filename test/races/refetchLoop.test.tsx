import { screen, waitFor } from '@testing-library/react'
import * as library from 'rtk-rest'
import { AsyncBoundary, type ErrorFallbackProps, useDLE, useSuspense } from 'rtk-rest/react'
import { describe, expect, it } from 'vitest'
import { holdRead } from '../support/holdEndpoint'
import { readers, showing } from '../support/readers'
import { refetchCircle } from '../support/refetchCircle'
import { modes, renderApp } from '../support/renderApp'
import { turns } from '../support/turns'
import { User } from '../support/world'

type Circle = ReturnType<typeof refetchCircle>

const pages = [
  [
    'useDLE',
    ({ getUser, getPost }: Circle) => {
      const UserLine = () => <Line {...useDLE(getUser)} />
      const PostLine = () => <Line {...useDLE(getPost)} />
      return [UserLine, PostLine]
    },
  ],
  [
    'useSuspense',
    ({ getUser, getPost }: Circle) => {
      const UserLine = () => <li>{typeof useSuspense(getUser)}</li>
      const PostLine = () => <li>{typeof useSuspense(getPost)}</li>
      return [UserLine, PostLine]
    },
  ],
] as const

function Line({ loading, error }: { loading: boolean; error: Error | undefined }) {
  if (error !== undefined) return <Failure error={error} />
  return <li>{loading ? 'loading' : 'data'}</li>
}

function Failure({ error, resetErrorBoundary }: Partial<ErrorFallbackProps> & { error: Error }) {
  return (
    <p role="alert">
      {error.name}: {error.message}
      <button onClick={resetErrorBoundary}>Retry</button>
    </p>
  )
}

// The request at mount and five more.
const MOST = 6

describe.each(modes)("responses that invalidate each other's data %s", (_, Mode) => {
  describe.each(pages)('in %s', (_, makePage) => {
    function renderCircle() {
      const it = refetchCircle()
      const lines = makePage(it)
      const rendered = renderApp(
        Mode,
        lines.map((Component) => (
          <AsyncBoundary
            key={lines.indexOf(Component)}
            fallback={<li>loading</li>}
            errorComponent={Failure}
          >
            <Component />
          </AsyncBoundary>
        )),
      )
      return { ...it, ...rendered }
    }

    it('are fetched at most five more times, then a RefetchLoopError names both endpoints', async () => {
      const { count } = renderCircle()
      await endOfLoop(count)
      expect(Math.max(count.getUser, count.getPost)).toBeLessThanOrEqual(MOST)
      const [alert] = await screen.findAllByText(/^RefetchLoopError/)
      expect(alert?.textContent).toMatch(/getUser/)
      expect(alert?.textContent).toMatch(/getPost/)
      const before = { ...count }
      await turns(20)
      expect(count).toEqual(before)
    })

    it('are fetched again after the RefetchLoopError when the user retries', async () => {
      const { count, controller, getUser } = renderCircle()
      await endOfLoop(count)
      const before = count.getUser
      expect(before).toBeLessThanOrEqual(MOST)
      expect((await screen.findAllByText(/^RefetchLoopError/)).length).toBeGreaterThan(0)
      await controller.fetch(getUser)
      expect(count.getUser).toBe(before + 1)
    })
  })
})

/** Waits until an error is shown, or until there are more requests than there may be. */
async function endOfLoop(count: Circle['count']): Promise<void> {
  await waitFor(() => {
    const isOver = screen.queryAllByRole('alert').length > 0
    expect(isOver || Math.max(count.getUser, count.getPost) > MOST, JSON.stringify(count)).toBe(
      true,
    )
  })
}

it('RefetchLoopError is exported', () => {
  expect(library).toHaveProperty('RefetchLoopError')
})

describe.each(modes)('a user %s', (_, Mode) => {
  it.each(readers)(
    'may invalidate the data of %s ten times in a second without an error',
    async (_, Reader) => {
      const { endpoint, calls } = holdRead('getUser', { schema: User })
      const { controller } = renderApp(Mode, <Reader endpoint={endpoint} />)
      await turns()
      for (let count = 1; count <= 10; count += 1) {
        controller.invalidate(endpoint)
        await turns(2)
        calls.at(-1)?.resolve({ id: '1', name: `Ada ${count}` })
        await turns(2)
      }
      await showing('Ada 10')
      expect(calls).toHaveLength(11)
    },
  )
})
