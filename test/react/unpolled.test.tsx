import { act } from '@testing-library/react'
import { type ReactNode, useEffect } from 'react'
import { Endpoint, Entity } from 'rtk-rest'
import { PollingManager } from 'rtk-rest/polling'
import {
  useCache,
  useController,
  useDLE,
  useLive,
  useSubscription,
  useSuspense,
} from 'rtk-rest/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { modes, renderApp } from '../support/renderApp'
import { said } from '../support/said'
import { createStore } from '../support/world'

class Job extends Entity {
  id = ''
  status = ''
  static override key = 'Job'
}

const poll = { schema: Job, pollFrequency: 60_000 } as const
const getJob = new Endpoint(async (id: string) => ({ id, status: 'done' }), {
  ...poll,
  name: 'getJob',
})

const Suspends = ({ id = '1' }) => <p>{useSuspense(getJob, id).status}</p>
const Loads = ({ id = '1' }) => <p>{useDLE(getJob, id).data?.status ?? 'loading'}</p>
const Lives = ({ id = '1' }) => <p>{useLive(getJob, id).status}</p>
const Subscribes = ({ id = '1' }: { readonly id?: string | null }) => {
  useSubscription(getJob, id)
  return null
}

const message = [
  expect.stringMatching(/^getJob has a `pollFrequency`, and nothing polls it.*useLive\(getJob/),
]

beforeEach(() => {
  vi.useFakeTimers()
})

describe.each(modes)('an endpoint with a pollFrequency %s', (_, Mode) => {
  /** Shows a page for two seconds, and gives what the console says. */
  async function show(page: ReactNode, world = createStore()): Promise<readonly string[]> {
    const { unmount } = renderApp(Mode, page, world)
    // React 18 shows at the end of an `act` what came in it.
    await act(() => vi.advanceTimersByTimeAsync(1))
    await act(() => vi.advanceTimersByTimeAsync(1_000))
    await act(() => vi.advanceTimersByTimeAsync(1_000))
    unmount()
    return said()
  }

  it.each([
    ['useSuspense', <Suspends key="1" />],
    ['useDLE', <Loads key="1" />],
  ])('is said once not to be polled where only %s shows it', async (__, page) => {
    const world = createStore()
    expect(await show([page, <Loads key="2" id="2" />], world)).toEqual(message)
    expect(await show(page, world)).toEqual([])
  })

  it.each([
    ['useLive', <Lives key="1" />],
    ['useSubscription beside useSuspense', [<Subscribes key="1" />, <Suspends key="2" />]],
    ['useSubscription behind useDLE', [<Loads key="1" />, <Subscribes key="2" />]],
    ['useLive of another component', [<Loads key="1" />, <Lives key="2" />]],
    ['a subscription that is switched off', [<Loads key="1" />, <Subscribes key="2" id={null} />]],
  ])('is not said to be so with %s', async (__, page) => {
    expect(await show(page)).toEqual([])
  })

  it('is not said to be so if a part of the page polls that comes with the data', async () => {
    function Page() {
      const { data } = useDLE(getJob, '1')
      return data === undefined ? <p>loading</p> : <Subscribes />
    }
    expect(await show(<Page />)).toEqual([])
  })

  it('is not said to be so if it is retained, or only read', async () => {
    function Retains() {
      const controller = useController()
      useEffect(() => {
        const { release } = controller.retain(getJob, '1')
        return release
      }, [controller])
      return <Loads />
    }
    expect(await show(<Retains />, createStore({ managers: [new PollingManager()] }))).toEqual([])
    const Reads = () => <p>{useCache(getJob, '1')?.status ?? 'nothing'}</p>
    expect(await show(<Reads />)).toEqual([])
  })

  it('is said so of the call that is not polled', async () => {
    const world = createStore()
    const page = [<Lives key="1" id="1" />, <Loads key="2" id="2" />]
    expect(await show(page, world)).toEqual(message)
  })

  it('is not said to be so of a page that is left at once', async () => {
    const { unmount } = renderApp(Mode, <Loads />)
    await act(() => vi.advanceTimersByTimeAsync(10))
    unmount()
    await act(() => vi.advanceTimersByTimeAsync(1_000))
    expect(said()).toEqual([])
  })
})
