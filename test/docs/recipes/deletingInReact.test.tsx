import { act, fireEvent, render, screen } from '@testing-library/react'
import { type ReactNode, useState } from 'react'
import { Provider } from 'react-redux'
import { AsyncBoundary, useMutation, useQuery, useSuspense } from 'rtk-rest/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { API, received, respond } from './api'
import { holdMutations } from './holdMutations'
import { TaskBrowser } from './mutations/TaskBrowser'
import { TaskPanes } from './mutations/TaskPanes'
import { Task as OptimisticTask, TaskResource as OptimisticTasks } from './mutations/TaskItem'
import { TaskPage, TaskResource } from './mutations/TaskPage'
import { controller, store } from './store'

beforeEach(() => {
  ;(window as unknown as { happyDOM: { setURL(url: string): void } }).happyDOM.setURL(API)
  controller.reset()
  vi.stubGlobal('confirm', () => true)
})

afterEach(() => vi.unstubAllGlobals())

function wrapper({ children }: { readonly children: ReactNode }) {
  return (
    <Provider store={store}>
      <AsyncBoundary fallback="loading">{children}</AsyncBoundary>
    </Provider>
  )
}

const onCaughtError = () => undefined
const sent = () => received.map(({ method, path }) => `${method} ${path}`)
const task = { id: '1', title: 'Write' }
const clickDelete = async () => fireEvent.click(await screen.findByText('Delete'))

describe('the recipe for deleting what is on screen', () => {
  it('shows that the task is deleted, and does not fetch it again', async () => {
    const server = holdMutations(() => task)
    render(<TaskPage id="1" />, { wrapper, onCaughtError })
    await clickDelete()
    const deletion = await server.take()
    expect(screen.getByText<HTMLButtonElement>('Delete').disabled).toBe(true)
    await act(async () => deletion.release({ status: 204 }))
    expect((await screen.findByRole('status')).textContent).toBe('The task is deleted.')
    await act(() => controller.allSettled())
    expect(sent()).toEqual(['GET /tasks/1', 'DELETE /tasks/1'])
  })

  it('sends nothing for a deleted task while the next page loads', async () => {
    let respondToList: () => void = () => undefined
    respond(async ({ method, path }) => {
      if (method === 'DELETE') return { status: 204 }
      if (path === '/tasks/1') return { json: task }
      await new Promise<void>((resolve) => (respondToList = resolve))
      return { json: [] }
    })
    const List = () => <p>{useSuspense(TaskResource.getList).length} tasks</p>
    function Pages() {
      const [isOpen, setOpen] = useState(true)
      return (
        <>
          <button onClick={() => setOpen(false)}>All tasks</button>
          {isOpen ? <TaskPage id="1" /> : <List />}
        </>
      )
    }
    render(<Pages />, { wrapper, onCaughtError })
    await clickDelete()
    await screen.findByRole('status')
    fireEvent.click(screen.getByText('All tasks'))
    await vi.waitFor(() => expect(sent()).toContain('GET /tasks'))
    await act(async () => respondToList())
    await screen.findByText('0 tasks')
    expect(sent()).toEqual(['GET /tasks/1', 'DELETE /tasks/1', 'GET /tasks'])
  })

  it('keeps the task, and shows the error, if the server refuses', async () => {
    respond(({ method }) => (method === 'DELETE' ? { status: 409 } : { json: task }))
    render(<TaskPage id="1" />, { wrapper })
    await clickDelete()
    expect((await screen.findByRole('alert')).textContent).toBe('Not deleted.')
    expect(screen.getByRole('heading').textContent).toBe('Write')
  })

  it('sends nothing if the user does not confirm', async () => {
    vi.stubGlobal('confirm', () => false)
    respond(() => ({ json: task }))
    render(<TaskPage id="1" />, { wrapper })
    await clickDelete()
    expect(sent()).toEqual(['GET /tasks/1'])
  })

  it('shows that another user deleted the task', async () => {
    respond(() => ({ status: 404 }))
    render(<TaskPage id="1" />, { wrapper, onCaughtError })
    expect(await screen.findByText('There is no such task.')).toBeTruthy()
  })

  it('closes the details of a list without a request for them', async () => {
    const server = holdMutations(() => [task, { id: '2', title: 'Ship' }])
    render(<TaskBrowser />, { wrapper })
    fireEvent.click(await screen.findByText('Write'))
    await clickDelete()
    const deletion = await server.take()
    await act(async () => deletion.release({ status: 204 }))
    await vi.waitFor(() => expect(screen.queryByRole('heading')).toBeNull())
    expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Ship'])
    expect(sent()).toEqual(['GET /tasks', 'DELETE /tasks/1'])
  })

  it('closes the details beside a row, which send no request for the deleted task', async () => {
    const server = holdMutations(() => [task, { id: '2', title: 'Ship' }])
    render(<TaskPanes />, { wrapper })
    fireEvent.click(await screen.findByText('Write'))
    fireEvent.click(screen.getByText('Delete Write'))
    await act(async () => (await server.take()).release({ status: 409 }))
    expect((await screen.findByRole('alert')).textContent).toBe('Not deleted.')
    expect(screen.getByRole('heading').textContent).toBe('Write')

    fireEvent.click(screen.getByText('Delete Write'))
    await act(async () => (await server.take()).release({ status: 204 }))
    await vi.waitFor(() => expect(screen.queryByRole('heading')).toBeNull())
    expect(screen.queryByText('Write')).toBeNull()
    await act(() => controller.allSettled())
    expect(sent()).toEqual(['GET /tasks', 'DELETE /tasks/1', 'DELETE /tasks/1'])
  })

  it('shows in details that stay open that the task was deleted, and sends no request', async () => {
    const server = holdMutations(() => [task])
    await controller.fetch(TaskResource.getList)
    const Pane = () => <h1>{useSuspense(TaskResource.get, { id: '1' }).title}</h1>
    render(
      <>
        <TaskPanes />
        <AsyncBoundary>
          <Pane />
        </AsyncBoundary>
      </>,
      { wrapper, onCaughtError },
    )
    fireEvent.click(screen.getByText('Delete Write'))
    await act(async () => (await server.take()).release({ status: 204 }))
    expect((await screen.findByRole('alert')).textContent).toBe('Task 1 was deleted.')
    await act(() => controller.allSettled())
    expect(sent()).not.toContain('GET /tasks/1')
  })

  it('keeps the details of another task that was opened during the deletion', async () => {
    const server = holdMutations(() => [task, { id: '2', title: 'Ship' }])
    render(<TaskPanes />, { wrapper })
    fireEvent.click(await screen.findByText('Write'))
    fireEvent.click(screen.getByText('Delete Write'))
    fireEvent.click(screen.getByText('Ship'))
    await act(async () => (await server.take()).release({ status: 204 }))
    await vi.waitFor(() => expect(screen.queryByText('Write')).toBeNull())
    expect(screen.getByRole('heading').textContent).toBe('Ship')
  })

  it('shows the details during an optimistic deletion, which useQuery does not return', async () => {
    const server = holdMutations(() => task)
    function Detail() {
      const { title } = useSuspense(OptimisticTasks.get, { id: '1' })
      const stored = useQuery(OptimisticTask, { id: '1' })
      const [remove] = useMutation(OptimisticTasks.delete)
      return (
        <>
          <h1>{title}</h1>
          <p role="status">{stored === undefined ? 'none' : stored.title}</p>
          <button onClick={() => void remove({ id: '1' })}>Delete</button>
        </>
      )
    }
    render(<Detail />, { wrapper })
    const shown = () => ['heading', 'status'].map((role) => screen.getByRole(role).textContent)
    await screen.findByRole('heading')
    expect(shown()).toEqual(['Write', 'Write'])
    await clickDelete()
    const deletion = await server.take()
    expect(shown()).toEqual(['Write', 'none'])
    await act(async () => deletion.release({ status: 409 }))
    await vi.waitFor(() => expect(shown()).toEqual(['Write', 'Write']))
    expect(sent()).toEqual(['GET /tasks/1', 'DELETE /tasks/1'])
  })
})
