import { act, screen } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { Collection, Entity, RestEndpoint } from 'rtk-rest'
import { useQuery, useSuspense } from 'rtk-rest/react'
import { describe, expect, it, vi } from 'vitest'
import { modes, renderApp } from '../support/renderApp'
import { API, server } from '../support/server'

class Task extends Entity {
  id = ''
  title = ''
  static override key = 'Task'
}

const MESSAGE =
  'The Collection [Task] belongs to getTasks and getArchive, which have different lists. Use the one that is meant: getTasks.schema, or getArchive.schema.'

/** A page that fetches tasks, and shows them by their Collection. */
function makePage() {
  server.use(http.get(`${API}/tasks`, () => HttpResponse.json([{ id: '1', title: 'Write' }])))
  const tasks = new Collection([Task])
  const getTasks = new RestEndpoint({
    path: '/tasks',
    urlPrefix: API,
    name: 'getTasks',
    schema: tasks,
  })
  function Titles() {
    return (
      <p>
        tasks:{' '}
        {useQuery(tasks, {})
          ?.map(({ title }) => title)
          .join()}
      </p>
    )
  }
  function Page() {
    useSuspense(getTasks)
    return <Titles />
  }
  return { getTasks, page: <Page /> }
}

describe.each(modes)('a Collection that a component reads by hand %s', (_, Mode) => {
  it('shows the list of the one endpoint that reads it', async () => {
    const { page } = makePage()
    renderApp(Mode, page)
    expect(await screen.findByText('tasks: Write')).toBeTruthy()
  })

  it('shows its boundary the error that names both endpoints', async () => {
    const { getTasks, page } = makePage()
    getTasks.extend({ path: '/archive', name: 'getArchive' })
    renderApp(Mode, page)
    expect((await screen.findByRole('alert')).textContent).toContain(MESSAGE)
  })

  it('shows it the error where the page makes the second endpoint later', async () => {
    const { getTasks, page } = makePage()
    const { controller } = renderApp(Mode, page)
    expect(await screen.findByText('tasks: Write')).toBeTruthy()
    getTasks.extend({ path: '/archive', name: 'getArchive' })
    act(() => void controller.set(getTasks.schema, {}, [{ id: '2', title: 'Read' }]))
    expect((await screen.findByRole('alert')).textContent).toContain(MESSAGE)
    const reported = vi.mocked(console.error)
    expect(reported.mock.calls).toEqual([[new TypeError(MESSAGE)]])
    reported.mockClear()
  })
})
