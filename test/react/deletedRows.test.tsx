import { act, screen } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { Entity, resource, RestEndpoint, Union } from 'rtk-rest'
import { optimistic } from 'rtk-rest/optimistic'
import {
  ErrorBoundary,
  type ErrorFallbackProps,
  useDLE,
  useMutation,
  useSuspense,
} from 'rtk-rest/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { modes, renderApp } from '../support/renderApp'
import { API, server } from '../support/server'
import { turns } from '../support/turns'
import { createStore, deferred } from '../support/world'

class Todo extends Entity {
  id = ''
  title = ''
  slug = ''
  static override key = 'Todo'
  static override indexes = ['slug'] as const
}

const options = { path: '/todos/:id', urlPrefix: API, schema: Todo } as const
const TodoResource = resource(options)
const OptimisticTodos = resource({ ...options, optimistic })
const todo = { id: '5', title: 'Water the plants', slug: 'plants' }
const deleted = { code: 'DELETED', message: 'Todo 5 was deleted.' }

/** What the server was asked for. */
let sent: string[]

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] })
  sent = []
  const todos = new Map([['5', todo]])
  const note = (request: Request) => sent.push(`${request.method} ${new URL(request.url).pathname}`)
  server.use(
    http.get(`${API}/todos/:id`, ({ request, params }) => {
      note(request)
      const found = todos.get(params['id'] as string)
      return found ? HttpResponse.json(found) : new HttpResponse(null, { status: 404 })
    }),
    http.delete(`${API}/todos/:id`, ({ request, params }) => {
      note(request)
      todos.delete(params['id'] as string)
      return new HttpResponse(null, { status: 204 })
    }),
  )
})

/** Lets everything happen that is due within a second: readers without data ask after 100 ms at the latest. */
const settled = () =>
  act(async () => {
    await turns()
    await vi.advanceTimersByTimeAsync(1_000)
    await turns()
  })

/** A store that has the todo, as a list brought it. */
function listed() {
  const world = createStore()
  world.controller.set(Todo, { id: '5' }, todo)
  return world
}

function Detail() {
  const { data, loading, error } = useDLE(TodoResource.get, { id: '5' })
  if (error) return <p>error: {`${error.code} ${error.message}`}</p>
  return <p>{loading ? 'loading' : `detail: ${data.title}`}</p>
}

function Suspended() {
  return <p>detail: {useSuspense(TodoResource.get, { id: '5' }).title}</p>
}

describe.each(modes)('a page that shows a todo which is deleted %s', (_, Mode) => {
  it('says so with useDLE, and asks nothing', async () => {
    const { controller } = renderApp(Mode, <Detail />, listed())
    expect(screen.getByText('detail: Water the plants')).toBeTruthy()
    await act(async () => await controller.fetch(TodoResource.delete, { id: '5' }))
    await settled()
    expect(screen.getByText('error: DELETED Todo 5 was deleted.')).toBeTruthy()
    expect(sent).toEqual(['DELETE /todos/5'])
  })

  it('throws with useSuspense, and asks nothing until a user tries again', async () => {
    const { controller } = renderApp(Mode, <Suspended />, listed())
    await act(async () => await controller.fetch(TodoResource.delete, { id: '5' }))
    await settled()
    expect(screen.getByRole('alert').textContent).toContain('Todo 5 was deleted.')
    expect(sent).toEqual(['DELETE /todos/5'])
    await act(async () => {
      screen.getByText('Retry').click()
      await turns()
    })
    await settled()
    expect(sent).toEqual(['DELETE /todos/5', 'GET /todos/5'])
    expect(screen.getByRole('alert').textContent).toContain('Not Found')
  })

  it('shows the todo again that somebody has restored by the time of the retry', async () => {
    const { controller } = renderApp(Mode, <Suspended />, listed())
    await act(async () => await controller.fetch(TodoResource.delete, { id: '5' }))
    await settled()
    server.use(http.get(`${API}/todos/5`, () => HttpResponse.json({ ...todo, title: 'Again' })))
    await act(async () => {
      screen.getByText('Retry').click()
      await turns()
    })
    await settled()
    expect(screen.getByText('detail: Again')).toBeTruthy()
  })

  it('shows it again after a set, and after a response that has it', async () => {
    const { controller } = renderApp(Mode, <Detail />, listed())
    await act(async () => await controller.fetch(TodoResource.delete, { id: '5' }))
    await settled()
    act(() => void controller.set(Todo, { id: '5' }, { ...todo, title: 'Restored' }))
    expect(screen.getByText('detail: Restored')).toBeTruthy()
    await act(async () => await controller.fetch(TodoResource.delete, { id: '5' }))
    await settled()
    expect(screen.getByText(/DELETED/)).toBeTruthy()
    server.use(http.get(`${API}/todos`, () => HttpResponse.json([{ ...todo, title: 'Listed' }])))
    await act(async () => await controller.fetch(TodoResource.getList))
    expect(screen.getByText('detail: Listed')).toBeTruthy()
    expect(sent).toEqual(['DELETE /todos/5', 'DELETE /todos/5'])
  })

  it('shows with its retry, and no request, what was set since', async () => {
    const { controller } = renderApp(Mode, <Suspended />, listed())
    await act(async () => await controller.fetch(TodoResource.delete, { id: '5' }))
    await settled()
    act(() => void controller.set(Todo, { id: '5' }, { ...todo, title: 'Restored' }))
    act(() => screen.getByText('Retry').click())
    expect(screen.getByText('detail: Restored')).toBeTruthy()
    await settled()
    expect(sent).toEqual(['DELETE /todos/5'])
  })

  it('goes on with it while the deletion is pending, and after the server refused', async () => {
    const refused = deferred()
    server.use(
      http.delete(`${API}/todos/5`, async () => {
        await refused.promise
        return new HttpResponse(null, { status: 409 })
      }),
    )
    const { controller } = renderApp(Mode, <Detail />, listed())
    const promise = controller.fetch(OptimisticTodos.delete, { id: '5' }).catch(() => 'refused')
    await settled()
    expect(controller.get(Todo, '5')).toBeUndefined()
    expect(screen.getByText('detail: Water the plants')).toBeTruthy()
    await act(async () => {
      refused.resolve()
      await promise
    })
    await settled()
    expect(screen.getByText('detail: Water the plants')).toBeTruthy()
    expect(sent).toEqual([])
  })

  it('says so after an optimistic deletion too', async () => {
    const { controller } = renderApp(Mode, <Detail />, listed())
    await act(async () => await controller.fetch(OptimisticTodos.delete, { id: '5' }))
    await settled()
    expect(screen.getByText('error: DELETED Todo 5 was deleted.')).toBeTruthy()
    expect(sent).toEqual(['DELETE /todos/5'])
  })

  it('may read nothing from then on: the error is never thrown', async () => {
    const thrown: Error[] = []
    const Page = () => {
      const [remove, { isSuccess }] = useMutation(TodoResource.delete)
      const found = useSuspense(TodoResource.get, isSuccess ? null : { id: '5' })
      if (!found) return <p>gone</p>
      return <button onClick={() => void remove({ id: '5' })}>Delete</button>
    }
    const Failure = ({ error }: ErrorFallbackProps) => {
      thrown.push(error)
      return null
    }
    renderApp(
      Mode,
      <ErrorBoundary fallbackComponent={Failure}>
        <Page />
      </ErrorBoundary>,
      listed(),
    )
    await act(async () => {
      screen.getByText('Delete').click()
      await turns()
    })
    await settled()
    expect(screen.getByText('gone')).toBeTruthy()
    expect(thrown).toEqual([])
    expect(sent).toEqual(['DELETE /todos/5'])
  })

  it('asks where another change overlapped the deletion, as the server may have either', async () => {
    const late = deferred()
    server.use(
      http.patch(`${API}/todos/5`, async () => {
        await late.promise
        return HttpResponse.json({ ...todo, title: 'Changed' })
      }),
    )
    const { controller } = renderApp(Mode, <Detail />, listed())
    const change = controller.fetch(TodoResource.partialUpdate, { id: '5' }, { title: 'Changed' })
    await act(async () => await controller.fetch(TodoResource.delete, { id: '5' }))
    late.resolve()
    await act(async () => void (await change))
    await settled()
    expect(sent).toEqual(['DELETE /todos/5', 'GET /todos/5'])
    expect(screen.getByText(/Not Found/)).toBeTruthy()
  })
})

describe('a reader that comes after the deletion', () => {
  it('gets the error at once, and asks when the deletion is older than data may be', async () => {
    const world = listed()
    const { controller, rest, store } = world
    await controller.fetch(TodoResource.delete, { id: '5' })
    const reader = controller.retain(TodoResource.get, { id: '5' })
    await settled()
    expect(sent).toEqual(['DELETE /todos/5'])
    const read = rest.selectors.selectRequest(store.getState(), TodoResource.get, { id: '5' })
    expect(read).toMatchObject({ error: deleted, data: undefined, isFetching: false })
    await expect(controller.fetchIfStale(TodoResource.get, { id: '5' })).rejects.toMatchObject(
      deleted,
    )
    reader.release()
    await vi.advanceTimersByTimeAsync(60_000)
    const late = controller.retain(TodoResource.get, { id: '5' })
    await settled()
    expect(sent).toEqual(['DELETE /todos/5', 'GET /todos/5'])
    late.release()
  })

  it.each([
    ['that a slug names', new RestEndpoint({ path: '/todos/:slug', urlPrefix: API, schema: Todo })],
    [
      'in an envelope',
      new RestEndpoint({ path: '/todos/:id', urlPrefix: API, schema: { data: Todo, total: 0 } }),
    ],
    [
      'of a union',
      new RestEndpoint({
        path: '/todos/:id',
        urlPrefix: API,
        schema: new Union({ todo: Todo }, () => 'todo'),
      }),
    ],
  ])('gets it for a row %s', async (_name, endpoint) => {
    const { controller } = listed()
    await controller.fetch(TodoResource.delete, { id: '5' })
    const args = { id: '5', slug: 'plants' } as never
    expect(controller.getError(endpoint, args)).toMatchObject(deleted)
    const reader = controller.retain(endpoint, args)
    await turns()
    expect(sent).toEqual(['DELETE /todos/5'])
    reader.release()
  })

  it('asks where the arguments do not name the row', async () => {
    const getNext = new RestEndpoint({ path: '/next', urlPrefix: API, schema: Todo })
    let next = todo
    server.use(http.get(`${API}/next`, () => HttpResponse.json(next)))
    const { controller } = createStore()
    const reader = controller.retain(getNext)
    await settled()
    expect(controller.getResponse(getNext).data?.id).toBe('5')
    next = { ...todo, id: '6' }
    await controller.fetch(TodoResource.delete, { id: '5' })
    await settled()
    expect(controller.getResponse(getNext).data?.id).toBe('6')
    reader.release()
  })

  it('gets what the server says where the call was requested after the deletion', async () => {
    const { controller } = listed()
    await controller.fetch(TodoResource.delete, { id: '5' })
    await controller.fetch(TodoResource.get, { id: '5' }).catch(() => undefined)
    expect(controller.getError(TodoResource.get, { id: '5' })).toMatchObject({ status: 404 })
  })

  it.each(['invalidate', 'expire'] as const)(
    'asks where the call was made to by %s while the deletion was under way',
    async (kind) => {
      const { controller } = createStore()
      await controller.fetch(TodoResource.get, { id: '5' })
      const deletion = controller.fetch(TodoResource.delete, { id: '5' })
      controller[kind](TodoResource.get, { id: '5' })
      await deletion
      expect(controller.getError(TodoResource.get, { id: '5' })).toBeUndefined()
      const reader = controller.retain(TodoResource.get, { id: '5' })
      await settled()
      expect(sent.at(-1)).toBe('GET /todos/5')
      reader.release()
    },
  )
})
