import { render, screen } from '@testing-library/react'
import { http, HttpResponse, type JsonBodyType } from 'msw'
import { type ReactNode, version } from 'react'
import { Provider } from 'react-redux'
import { Entity, resource, Union } from 'rtk-rest'
import { AsyncBoundary, useDLE, useMutation, useSuspense } from 'rtk-rest/react'
import { describe, expect, it } from 'vitest'
import { said } from '../support/said'
import { API, server } from '../support/server'
import { createStore } from '../support/world'

/** An app whose classes have no keys of their own, and one name in a schema too many; new for each test, as each warns once. */
function declareTasks() {
  class Person extends Entity {
    id: string | number = ''
    name = ''
  }
  class Robot extends Entity {
    id = ''
  }
  class Task extends Entity {
    id: string | number = ''
    title = ''
    owners: (Person | Robot)[] = []
    author: Person | undefined = undefined
    static override schema = {
      author: Person,
      owners: [new Union({ person: Person, robot: Robot }, 'type')],
      reviewer: Person,
    }
  }
  return resource({ path: '/tasks/:id', urlPrefix: API, schema: Task })
}

type Tasks = ReturnType<typeof declareTasks>

const task = { id: '1', title: 'Atlas' }
const cat = { id: '2', type: 'cat' }
const dog = { id: '3', type: 'dog' }

/** Each has more that development would warn of than what does not fit, which comes last. */
const misfits: readonly [what: string, response: JsonBodyType, path: string][] = [
  ['an author without a primary key', { ...task, author: { name: 'Ada' } }, 'Task.author'],
  [
    'a list whose members are of unknown types or have no primary key',
    { ...task, author: { id: '7', name: 'Ada' }, owners: [cat, dog, { type: 'robot' }] },
    'Task.owners[2]',
  ],
  [
    'a primary key that was rounded, and text in place of a list',
    { id: 2 ** 60, author: { id: 2 ** 61 }, owners: 'nobody' },
    'Task.owners',
  ],
]

function respond(response: JsonBodyType): void {
  server.use(http.all(`${API}/tasks/:id`, () => HttpResponse.json(response)))
}

/** Renders a page as an app does, and gives what React says of errors that a boundary caught. */
function renderPage(page: ReactNode): readonly unknown[] {
  const caught: unknown[] = []
  render(
    <Provider store={createStore().store}>
      <AsyncBoundary errorComponent={({ error }) => <p role="alert">{error.message}</p>}>
        {page}
      </AsyncBoundary>
    </Provider>,
    { onCaughtError: (error) => void caught.push(error) },
  )
  return caught
}

function Suspending({ tasks }: { tasks: Tasks }) {
  return <p>{useSuspense(tasks.get, { id: '1' }).title}</p>
}

function Telling({ tasks }: { tasks: Tasks }) {
  const { error } = useDLE(tasks.get, { id: '1' })
  return error && <p role="alert">{error.message}</p>
}

function Renaming({ tasks }: { tasks: Tasks }) {
  const [update, { error }] = useMutation(tasks.update)
  return (
    <>
      <button onClick={() => void update({ id: '1' }, { title: 'Beryl' })}>Rename</button>
      {error && <p role="alert">{error.message}</p>}
    </>
  )
}

describe.each(misfits)('a response that does not fit, with %s,', (_, response, path) => {
  const text = new RegExp(`^${path.replaceAll(/[[\].]/g, String.raw`\$&`)}: expected `)

  it('is the error of the caller, and no other message', async () => {
    respond(response)
    const { controller, store, rest } = createStore()
    const { get } = declareTasks()
    await expect(controller.fetch(get, { id: '1' })).rejects.toThrow(text)
    const action = await store.dispatch(rest.fetch(get, { id: '1' }))
    expect(action).toHaveProperty('error.message', expect.stringMatching(text))
    expect(() => controller.setResponse(get, { id: '1' }, response)).toThrow(text)
    expect(said()).toEqual([])
  })

  it('is the error of the boundary, and no other message', async () => {
    respond(response)
    const caught = renderPage(<Suspending tasks={declareTasks()} />)
    expect((await screen.findByRole('alert')).textContent).toMatch(text)
    // React 18 has no option that tells of it.
    expect(caught).toHaveLength(version.startsWith('18') ? 0 : 1)
    expect(said()).toEqual([])
  })

  it('is the error of useDLE, and no other message', async () => {
    respond(response)
    expect(renderPage(<Telling tasks={declareTasks()} />)).toEqual([])
    expect((await screen.findByRole('alert')).textContent).toMatch(text)
    expect(said()).toEqual([])
  })

  it('is the error of useMutation, and no other message', async () => {
    respond(response)
    renderPage(<Renaming tasks={declareTasks()} />)
    screen.getByRole('button').click()
    expect((await screen.findByRole('alert')).textContent).toMatch(/: expected /)
    expect(said()).toEqual([])
  })
})

it('members of unknown types are one message, and none with the next response', async () => {
  respond({ ...task, owners: [cat, dog, cat] })
  const { controller } = createStore()
  const tasks = declareTasks()
  await controller.fetch(tasks.get, { id: '1' })
  await controller.fetch(tasks.get, { id: '1' })
  const leftOut = said().filter((it) => it.includes('left out'))
  expect(leftOut).toEqual([
    [
      'Task.owners[0] is left out of its list: expected an object whose `type` is "person" or "robot", found the string "cat".',
      'Task.owners[1] is left out of its list: expected an object whose `type` is "person" or "robot", found the string "dog".',
    ].join('\n'),
  ])
})

it('a class is warned of by the first response that fits', async () => {
  const { controller } = createStore()
  const tasks = declareTasks()
  respond({ ...task, owners: 'nobody' })
  await expect(controller.fetch(tasks.get, { id: '1' })).rejects.toThrow('Task.owners')
  expect(said()).toEqual([])
  respond(task)
  await controller.fetch(tasks.get, { id: '1' })
  expect(said()).toEqual([
    expect.stringContaining('Task has no `static key`'),
    expect.stringContaining('names `reviewer`, which neither the class nor its first response has'),
  ])
})
