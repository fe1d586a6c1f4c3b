import { act, fireEvent, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { Provider } from 'react-redux'
import { getRow } from 'rtk-rest'
import { AsyncBoundary } from 'rtk-rest/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { API, arrived, received } from './api'
import { type HeldMutation, holdMutations } from './holdMutations'
import { OrderColumn, OrderResource } from './mutations/OrderColumn'
import { Quantity } from './mutations/Quantity'
import { Saving } from './mutations/Saving'
import { TaskItem, TaskResource } from './mutations/TaskItem'
import { TodoList } from './mutations/TodoList'
import { controller, store } from './store'

beforeEach(() => {
  ;(window as unknown as { happyDOM: { setURL(url: string): void } }).happyDOM.setURL(API)
  controller.reset()
})

function wrapper({ children }: { readonly children: ReactNode }) {
  return (
    <Provider store={store}>
      <AsyncBoundary fallback="loading">{children}</AsyncBoundary>
    </Provider>
  )
}

const click = (name: string) => act(async () => fireEvent.click(screen.getByText(name)))

const release = (mutation: HeldMutation, json: unknown, status?: number) =>
  act(async () => {
    mutation.release({ json, ...(status !== undefined && { status }) })
    await controller.allSettled()
  })

/** Fetches again what the page shows, as a poll does. */
const poll = (...call: Parameters<typeof controller.fetch>) =>
  act(async () => void (await controller.fetch(...call)))

describe('the recipe for optimistic updates', () => {
  const task = { id: '1', title: 'Write', done: false, votes: 3 }
  const isChecked = () => screen.getByRole<HTMLInputElement>('checkbox').checked
  const isBusy = () => screen.getByRole('listitem').getAttribute('aria-busy')

  it('shows the change at once, and marks the row until the response', async () => {
    const server = holdMutations(() => task)
    render(<TaskItem id="1" />, { wrapper })
    fireEvent.click(await screen.findByText('Write'))
    expect([isChecked(), isBusy()]).toEqual([true, 'true'])
    await poll(TaskResource.get, { id: '1' })
    expect([isChecked(), isBusy()]).toEqual([true, 'true'])
    await release(await server.take(), { ...task, done: true })
    await vi.waitFor(() => expect([isChecked(), isBusy()]).toEqual([true, 'false']))
  })

  it('lists what is being saved', async () => {
    const server = holdMutations(() => task)
    const page = (
      <>
        <TaskItem id="1" />
        <Saving />
      </>
    )
    render(page, { wrapper })
    fireEvent.click(await screen.findByText('Write'))
    const change = await server.take()
    fireEvent.click(screen.getByText('3 votes'))
    const lines = () => screen.queryAllByText(/^Saving/).map(({ textContent }) => textContent)
    expect(lines()).toEqual(['Saving: Task.partialUpdate', 'Saving: Task.vote'])
    await release(change, { ...task, done: true })
    await vi.waitFor(() => expect(lines()).toEqual(['Saving: Task.vote']))
    await release(await server.take(), { ...task, done: true, votes: 4 })
    await vi.waitFor(() => expect(lines()).toEqual([]))
  })

  it('shows the stored data again when the server refuses the change, with a message', async () => {
    const server = holdMutations(() => task)
    render(<TaskItem id="1" />, { wrapper })
    fireEvent.click(await screen.findByText('Write'))
    await release(await server.take(), {}, 409)
    expect((await screen.findByRole('alert')).textContent).toBe('Not saved.')
    expect([isChecked(), isBusy()]).toEqual([false, 'false'])
  })

  it('keeps an id that is a number, while its vote is shown', async () => {
    const server = holdMutations(() => ({ ...task, id: 1 }))
    render(<TaskItem id="1" />, { wrapper })
    fireEvent.click(await screen.findByText('3 votes'))
    expect(screen.getByText('4 votes')).toBeTruthy()
    expect(getRow(store.getState().rest.entities['Task'], '1')?.data).toMatchObject({ id: 1 })
    await release(await server.take(), { ...task, id: 1, votes: 4 })
    expect(screen.getByText('4 votes')).toBeTruthy()
  })

  it('takes back one of two votes when one of them fails', async () => {
    const server = holdMutations(() => task)
    render(<TaskItem id="1" />, { wrapper })
    fireEvent.click(await screen.findByText('3 votes'))
    fireEvent.click(screen.getByText('4 votes'))
    expect(screen.getByText('5 votes')).toBeTruthy()
    const [first, second] = [await server.take(), await server.take()]
    expect(first.path).toBe('/tasks/1/votes')
    await release(first, {}, 409)
    expect(await screen.findByText('4 votes')).toBeTruthy()
    await release(second, { ...task, votes: 4 })
    await vi.waitFor(() => expect(isBusy()).toBe('false'))
    expect(screen.getByText('4 votes')).toBeTruthy()
  })
})

describe('the recipe for lists', () => {
  const orders = [
    { id: '1', title: 'Bolts', status: 'open' },
    { id: '2', title: 'Nuts', status: 'open' },
  ]
  const serveBoard = () => holdMutations((path) => (path.endsWith('status=open') ? orders : []))
  const board = (
    <>
      <OrderColumn status="open" next="filled" />
      <OrderColumn status="filled" next="open" />
    </>
  )
  const column = (name: string) =>
    [...screen.getByLabelText(name).querySelectorAll('li')].map((it) => it.firstChild?.textContent)
  const button = (label: string, row = 0) =>
    act(async () => fireEvent.click(screen.getAllByText(label)[row] as HTMLElement))

  it('moves a row at once, and back when the server refuses', async () => {
    const server = serveBoard()
    render(board, { wrapper })
    await screen.findByText('Bolts')
    await button('Move')
    expect([column('open'), column('filled')]).toEqual([['Nuts'], ['Bolts']])
    await poll(OrderResource.getList, { status: 'open' })
    expect([column('open'), column('filled')]).toEqual([['Nuts'], ['Bolts']])
    const move = await server.take()
    expect([move.method, move.path, move.body]).toEqual([
      'PATCH',
      '/orders/1',
      '{"status":"filled"}',
    ])
    await release(move, {}, 409)
    await screen.findByRole('alert')
    expect([column('open'), column('filled')]).toEqual([['Bolts', 'Nuts'], []])
  })

  it('moves rows there and back, with one request for each', async () => {
    const server = serveBoard()
    render(board, { wrapper })
    await screen.findByText('Bolts')
    for (const [row, status, expected] of [
      [0, 'filled', [['Nuts'], ['Bolts']]],
      [1, 'open', [['Nuts', 'Bolts'], []]],
    ] as const) {
      await button('Move', row)
      await release(await server.take(), { ...orders[0], status })
      expect([column('open'), column('filled')]).toEqual(expected)
    }
    await vi.waitFor(() => expect(store.getState().rest.mutations).toEqual({}))
    expect(received.map(({ method }) => method)).toEqual(['GET', 'GET', 'PATCH', 'PATCH'])
  })

  it('adds to the list of its parameters, in front, and deletes from every list', async () => {
    const server = serveBoard()
    render(board, { wrapper })
    await screen.findByText('Bolts')
    await click('Add to filled')
    expect([column('open'), column('filled')]).toEqual([['Bolts', 'Nuts'], ['New order']])
    const creation = await server.take()
    expect([creation.path, creation.body]).toEqual([
      '/orders?status=filled',
      '{"title":"New order"}',
    ])
    await release(creation, { id: '3', title: 'New order', status: 'filled' })
    await button('Delete')
    expect(column('open')).toEqual(['Nuts'])
    await release(await server.take(), {})
    await vi.waitFor(() => expect(store.getState().rest.mutations).toEqual({}))
    expect([column('open'), column('filled')]).toEqual([['Nuts'], ['New order']])
    expect(received.map(({ method }) => method)).toEqual(['GET', 'GET', 'POST', 'DELETE'])
  })
})

describe('the recipe for temporary keys', () => {
  it('keeps the row, its focus and its text when the server gives it an id', async () => {
    const server = holdMutations(() => [{ id: '1', title: 'Shop' }])
    render(<TodoList />, { wrapper })
    await screen.findByText('Shop')
    await click('Add')
    const row = screen.getByText('New todo')
    const input = screen.getByLabelText<HTMLInputElement>('Comment on New todo')
    act(() => input.focus())
    fireEvent.change(input, { target: { value: 'soon' } })
    await release(await server.take(), { id: '7', title: 'New todo' })
    expect(screen.getByText('New todo')).toBe(row)
    expect([document.activeElement, input.value]).toEqual([input, 'soon'])
  })

  it('deletes a row before the server has it, and shows why it is back', async () => {
    const server = holdMutations(() => [])
    render(<TodoList />, { wrapper })
    await screen.findByText('Add')
    await click('Add')
    await click('Delete')
    expect(screen.queryByText('New todo')).toBeNull()
    await release(await server.take(), { id: '7', title: 'New todo' })
    const removal = await server.take()
    expect(removal.path).toBe('/todos/7')
    await release(removal, {}, 409)
    expect(await screen.findByText('New todo')).toBeTruthy()
    expect((await screen.findByRole('alert')).textContent).toBe('Not deleted.')
  })

  it('removes the row when the creation fails', async () => {
    const server = holdMutations(() => [])
    render(<TodoList />, { wrapper })
    await screen.findByText('Add')
    await click('Add')
    expect(screen.getByText('New todo')).toBeTruthy()
    await release(await server.take(), {}, 422)
    await vi.waitFor(() => expect(screen.queryByText('New todo')).toBeNull())
  })
})

describe('the recipe for serial mutations', () => {
  const shown = () => screen.getByRole('status').textContent

  it('sends three clicks one after the other, and shows no response of an earlier one', async () => {
    const server = holdMutations(() => ({ id: '1', quantity: 1 }))
    render(<Quantity id="1" />, { wrapper })
    await screen.findByText('More')
    await click('More')
    await click('More')
    await click('More')
    expect(shown()).toBe('4')
    for (const quantity of [2, 3, 4]) {
      const change = await server.take()
      expect([server.count, change.body]).toEqual([0, JSON.stringify({ quantity })])
      await release(change, { id: '1', quantity })
      expect(shown()).toBe('4')
    }
    await arrived(4)
    expect(received).toHaveLength(4)
  })

  it('sends the next one after a failure', async () => {
    const server = holdMutations(() => ({ id: '1', quantity: 1 }))
    render(<Quantity id="1" />, { wrapper })
    await screen.findByText('More')
    await click('More')
    await click('More')
    await release(await server.take(), {}, 409)
    const second = await server.take()
    expect(second.body).toBe('{"quantity":3}')
    await release(second, { id: '1', quantity: 3 })
    await vi.waitFor(() => expect(shown()).toBe('3'))
  })
})
