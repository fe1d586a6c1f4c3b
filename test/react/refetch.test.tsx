import { act, fireEvent, render, screen } from '@testing-library/react'
import { useEffect } from 'react'
import { Provider } from 'react-redux'
import { useController, useDLE, useSuspense } from 'rtk-rest/react'
import { describe, expect, it } from 'vitest'
import { holdServer } from '../support/holdServer'
import { modes, renderApp } from '../support/renderApp'
import { createStore, UserResource } from '../support/world'

const path = 'GET /users/1'
const ada = (name: string) => ({ id: '1', name })

function Name() {
  const { data, refetch } = useDLE(UserResource.get, { id: '1' })
  return <button onClick={() => void refetch()}>{data?.name ?? 'nothing yet'}</button>
}

type Load = (world: ReturnType<typeof createStore>) => unknown

/** Lets what the server has said be shown. */
const settle = ({ controller }: Pick<ReturnType<typeof createStore>, 'controller'>) =>
  act(async () => await controller.allSettled())

describe.each(modes)('refetch() of useDLE %s', (_, Mode) => {
  it('shows what the server has after the click, whenever the older response lands', async () => {
    const server = holdServer()
    const world = renderApp(Mode, <Name />)
    const early = await server.take(path)
    fireEvent.click(screen.getByText('nothing yet'))
    const late = await server.take(path)
    late.respond(ada('new'))
    expect(await screen.findByText('new')).toBeTruthy()
    early.respond(ada('old'))
    await settle(world)
    expect(screen.getByText('new')).toBeTruthy()
    expect(server.sent).toEqual([path, path])
  })

  it('sends one request for a hundred components that one handler refetches', async () => {
    const server = holdServer()
    const refetches: (() => void)[] = []
    function Row() {
      const { refetch } = useDLE(UserResource.get, { id: '1' })
      useEffect(() => void refetches.push(() => void refetch()), [refetch])
      return null
    }
    const rows = Array.from({ length: 100 }, (__, at) => <Row key={at} />)
    const refetchAll = () => refetches.forEach((refetch) => refetch())
    const world = renderApp(
      Mode,
      <>
        {rows}
        <button onClick={refetchAll}>Refetch all</button>
      </>,
    )
    const first = await server.take(path)
    first.respond(ada('old'))
    await settle(world)
    fireEvent.click(screen.getByText('Refetch all'))
    const second = await server.take(path)
    second.respond(ada('new'))
    await settle(world)
    expect(server.sent).toEqual([path, path])
  })

  it('sends a request for each of two clicks', async () => {
    const server = holdServer()
    const world = renderApp(Mode, <Name />)
    const first = await server.take(path)
    first.respond(ada('old'))
    fireEvent.click(await screen.findByText('old'))
    const early = await server.take(path)
    fireEvent.click(screen.getByText('old'))
    const late = await server.take(path)
    early.respond(ada('newer'))
    expect(await screen.findByText('newer')).toBeTruthy()
    late.respond(ada('newest'))
    expect(await screen.findByText('newest')).toBeTruthy()
    await settle(world)
    expect(server.sent).toEqual([path, path, path])
  })
})

describe.each(modes)('one request is sent %s', (_, Mode) => {
  it('for components that fetch in an effect as they mount, and one that reads', async () => {
    const server = holdServer()
    function Fetching() {
      const controller = useController()
      useEffect(() => void controller.fetch(UserResource.get, { id: '1' }), [controller])
      return null
    }
    const world = renderApp(
      Mode,
      <>
        <Fetching />
        <Name />
        <Fetching />
      </>,
    )
    const request = await server.take(path)
    request.respond(ada('Ada'))
    expect(await screen.findByText('Ada')).toBeTruthy()
    await settle(world)
    expect(server.sent).toEqual([path])
  })

  it.each<[string, Load]>([
    ['fetches', ({ controller }) => controller.fetch(UserResource.get, { id: '1' })],
    ['prefetches', ({ controller }) => controller.fetchIfStale(UserResource.get, { id: '1' })],
  ])('for a loader that %s, and a page that mounts later', async (__, load) => {
    const server = holdServer()
    const world = createStore()
    const loaded = load(world)
    const request = await server.take(path)
    const Page = () => <p>{useSuspense(UserResource.get, { id: '1' }).name}</p>
    renderApp(Mode, <Page />, world)
    request.respond(ada('Ada'))
    expect(await screen.findByText('Ada')).toBeTruthy()
    await loaded
    expect(server.sent).toEqual([path])
  })

  it('for two pages that mount one after the other', async () => {
    const server = holdServer()
    const { store } = renderApp(Mode, <Name />)
    const request = await server.take(path)
    render(
      <Mode>
        <Provider store={store}>
          <Name />
        </Provider>
      </Mode>,
    )
    request.respond(ada('Ada'))
    expect(await screen.findAllByText('Ada')).toHaveLength(2)
    expect(server.sent).toEqual([path])
  })
})
