import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { type ReactNode, useLayoutEffect } from 'react'
import { Entity, resource, rowKey } from 'rtk-rest'
import { optimistic } from 'rtk-rest/optimistic'
import { useDLE, useMutation, useSubscription, useSuspense } from 'rtk-rest/react'
import { describe, expect, it } from 'vitest'
import { type HeldRequest, type HeldServer, holdServer } from '../support/holdServer'
import { type Mode, modes, renderApp } from '../support/renderApp'
import { API } from '../support/server'
import { turns } from '../support/turns'

// Three things that users of other libraries report as broken, on a page with a list whose rows are edited.

class Todo extends Entity {
  id = ''
  title = ''
  done = false
  static override key = 'Todo'
}

const { get, getList, create, partialUpdate } = resource({
  path: '/todos/:id',
  urlPrefix: API,
  schema: Todo,
  optimistic,
})

const milk = { id: '1', title: 'Milk', done: false }
const bread = { id: '2', title: 'Bread', done: false }

type Shown = { todos: readonly Todo[]; note: (shown: readonly string[]) => void }

/** What a row shows: its box and its title. */
const textOf = ({ done, title }: Todo) => `${done ? '☑' : '☐'} ${title}`

function Rows({ todos, note }: Shown) {
  useLayoutEffect(() => note(todos.map(textOf)))
  const [add] = useMutation(create)
  return (
    <>
      <ul>
        {todos.map((todo) => (
          <Row key={rowKey(todo)} todo={todo} />
        ))}
      </ul>
      <button onClick={() => void add({ title: 'Eggs' })}>Add</button>
    </>
  )
}

function Row({ todo }: { todo: Todo }) {
  const { id, title, done } = todo
  const [change] = useMutation(partialUpdate)
  return (
    <li aria-label={rowKey(todo)}>
      <b>{textOf(todo)}</b>
      <button onClick={() => void change({ id }, { done: !done })}>Toggle</button>
      <button onClick={() => void change({ id }, { title: `${title}!` })}>Rename</button>
      <input aria-label="Comment" />
    </li>
  )
}

function ListBySuspense({ note }: Pick<Shown, 'note'>) {
  return <Rows todos={useSuspense(getList)} note={note} />
}

function ListByDLE({ note }: Pick<Shown, 'note'>) {
  const { data } = useDLE(getList)
  return data === undefined ? null : <Rows todos={data} note={note} />
}

const pages = modes.flatMap(
  ([mode, Mode]) =>
    [
      [`by useSuspense ${mode}`, Mode, ListBySuspense],
      [`by useDLE ${mode}`, Mode, ListByDLE],
    ] as const,
)

type List = (typeof pages)[number][2]

/** Lets a response be stored, and what follows be shown. */
const respond = (request: HeldRequest, body: object, status?: number) =>
  act(async () => {
    request.respond(body, status)
    await turns(20)
  })

/** A page with two todos. */
async function openPage(Mode: Mode, List: List, beside?: ReactNode) {
  const server = holdServer()
  /** What the list showed at each of its renders. */
  const frames: (readonly string[])[] = []
  const world = renderApp(
    Mode,
    <>
      {beside}
      <List note={(shown) => void frames.push(shown)} />
    </>,
  )
  await respond(await server.take('GET /todos'), [milk, bread])
  expect(rows()).toEqual(['☐ Milk', '☐ Bread'])
  return { ...world, server, frames }
}

const rows = () =>
  screen.getAllByRole('listitem').map((item) => item.querySelector('b')?.textContent)

/** Clicks the button of a row, and returns the request. */
async function click(server: HeldServer, pk: string, button: string): Promise<HeldRequest> {
  await act(async () => {
    within(screen.getByLabelText(pk)).getByText(button).click()
    await turns()
  })
  return await server.take(`PATCH /todos/${pk}`)
}

describe.each(pages)('a rollback, in a list %s,', (_, Mode, List) => {
  it('leaves a later change of the row as it is, while that is in flight', async () => {
    const { server, frames } = await openPage(Mode, List)
    const rename = await click(server, '1', 'Rename')
    const toggle = await click(server, '1', 'Toggle')
    const other = await click(server, '2', 'Toggle')
    expect(rows()).toEqual(['☑ Milk!', '☑ Bread'])
    frames.length = 0
    await respond(rename, {}, 422)
    expect(rows()).toEqual(['☑ Milk', '☑ Bread'])
    expect(frames.flat()).not.toContain('☐ Milk')
    await respond(toggle, { ...milk, done: true })
    await respond(other, { ...bread, done: true })
    expect(rows()).toEqual(['☑ Milk', '☑ Bread'])
    expect(frames.flat()).not.toContain('☐ Milk')
    expect(frames.flat()).not.toContain('☐ Bread')
  })

  it('leaves a later change of the row as it is, after that was confirmed', async () => {
    const { server } = await openPage(Mode, List)
    const rename = await click(server, '1', 'Rename')
    const toggle = await click(server, '1', 'Toggle')
    await respond(toggle, { ...milk, done: true })
    expect(rows()).toEqual(['☑ Milk!', '☐ Bread'])
    await respond(rename, {}, 422)
    expect(rows()).toEqual(['☑ Milk', '☐ Bread'])
  })

  it('leaves a later change of the same field as it is', async () => {
    const { server } = await openPage(Mode, List)
    const first = await click(server, '1', 'Rename')
    const second = await click(server, '1', 'Rename')
    expect(second.body).toEqual({ title: 'Milk!!' })
    await respond(first, {}, 422)
    expect(rows()).toEqual(['☐ Milk!!', '☐ Bread'])
    await respond(second, { ...milk, title: 'Milk!!' })
    expect(rows()).toEqual(['☐ Milk!!', '☐ Bread'])
  })

  it('leaves what other users changed meanwhile', async () => {
    const { server, controller } = await openPage(Mode, List)
    const rename = await click(server, '1', 'Rename')
    const refetch = controller.fetch(getList)
    await respond(await server.take('GET /todos'), [{ ...milk, title: 'Oat milk', done: true }])
    await refetch
    expect(rows()).toEqual(['☑ Milk!'])
    await respond(rename, {}, 422)
    expect(rows()).toEqual(['☑ Oat milk'])
  })
})

describe.each(pages)('a poll, in a list %s,', (_, Mode, List) => {
  function Poll() {
    useSubscription(getList.extend({ pollFrequency: 5 }))
    return null
  }

  it('never shows the old value while a change is in flight, nor after it', async () => {
    const { server, frames, unmount } = await openPage(Mode, List, <Poll />)
    const early = await server.take('GET /todos')
    frames.length = 0
    const toggle = await click(server, '1', 'Toggle')
    // Requested before the change, and after it; both times the server has not got it yet.
    await respond(early, [milk, bread])
    await respond(await server.take('GET /todos'), [milk, { ...bread, title: 'Rye bread' }])
    expect(rows()).toEqual(['☑ Milk', '☐ Rye bread'])
    const late = await server.take('GET /todos')
    await respond(toggle, { ...milk, done: true })
    await respond(late, [milk, { ...bread, title: 'Rolls' }])
    expect(rows()).toEqual(['☑ Milk', '☐ Rolls'])
    expect(frames.flat()).not.toContain('☐ Milk')
    unmount()
  })

  it('shows the old value once the change has failed', async () => {
    const { server, unmount } = await openPage(Mode, List, <Poll />)
    const toggle = await click(server, '1', 'Toggle')
    await respond(await server.take('GET /todos'), [milk, bread])
    expect(rows()).toEqual(['☑ Milk', '☐ Bread'])
    await respond(toggle, {}, 422)
    expect(rows()).toEqual(['☐ Milk', '☐ Bread'])
    unmount()
  })
})

describe.each(pages)('a temporary id, in a list %s,', (_, Mode, List) => {
  async function addEggs(mode: Mode, list: List) {
    const world = await openPage(mode, list)
    await act(async () => {
      screen.getByText('Add').click()
      await turns()
    })
    expect(rows()).toEqual(['☐ Milk', '☐ Bread', '☐ Eggs'])
    const row = screen.getAllByRole('listitem')[2] as HTMLElement
    const input = within(row).getByLabelText<HTMLInputElement>('Comment')
    act(() => input.focus())
    fireEvent.change(input, { target: { value: 'a dozen' } })
    const isKept = () => {
      expect(screen.getAllByRole('listitem')).toContain(row)
      expect([document.activeElement, input.value]).toEqual([input, 'a dozen'])
    }
    return { ...world, isKept, request: await world.server.take('POST /todos') }
  }

  it('leaves the element with its focus and text when the real one comes', async () => {
    const { request, isKept, frames } = await addEggs(Mode, List)
    await respond(request, { id: '3', title: 'Eggs', done: false })
    isKept()
    expect(frames.every((frame) => frame.filter((it) => it.endsWith('Eggs')).length < 2)).toBe(true)
  })

  it('leaves it also after a refetch, and after a change of the row', async () => {
    const { server, request, isKept, controller } = await addEggs(Mode, List)
    const eggs = { id: '3', title: 'Eggs', done: false }
    await respond(request, eggs)
    const refetch = controller.fetch(getList)
    await respond(await server.take('GET /todos'), [eggs, milk, bread])
    await refetch
    expect(rows()).toEqual(['☐ Eggs', '☐ Milk', '☐ Bread'])
    isKept()
    const change = controller.fetch(partialUpdate, { id: '3' }, { done: true })
    await respond(await server.take('PATCH /todos/3'), { ...eggs, done: true })
    await change
    await waitFor(() => expect(rows()).toEqual(['☑ Eggs', '☐ Milk', '☐ Bread']))
    isKept()
    expect(controller.getResponse(get, { id: '3' }).data).toMatchObject({ done: true })
  })
})
