import { http, HttpResponse } from 'msw'
import { Collection, Entity, Invalidate, pages, resource, RestEndpoint } from 'rtk-rest'
import { describe, expect, it, vi } from 'vitest'
import { API, server } from '../support/server'
import { turns } from '../support/turns'
import { createStore } from '../support/world'

class Task extends Entity {
  id = ''
  static override key = 'Task'
}

const options = { urlPrefix: API, searchParams: {} }
const list = new Collection([Task])

const getFeed = new RestEndpoint({
  ...options,
  path: '/feed',
  schema: { items: list, total: 0 },
  paginationField: [pages, 'page'],
})
const getTitles = new RestEndpoint({
  ...options,
  path: '/titles',
  schema: { items: new Collection([Task]), title: '' },
})
const path = '/tasks/:id'
const deletions = {
  'a resource': resource({ path, urlPrefix: API, schema: Task }).delete,
  'an endpoint of its own': new RestEndpoint({
    path,
    urlPrefix: API,
    method: 'DELETE',
    schema: new Invalidate(Task),
  }),
}

/** A server that deletes, and whose responses of deletions are lost. Lists have two of three tasks. */
function serve(): string[] {
  const sent: string[] = []
  let rows = [{ id: '1' }, { id: '2' }, { id: '3' }]
  server.use(
    http.get(`${API}/:list`, ({ params: { list: name } }) => {
      sent.push(String(name))
      const beside = name === 'feed' ? { total: rows.length } : { title: 'Tasks' }
      return HttpResponse.json({ items: rows.slice(0, 2), ...beside })
    }),
    http.delete(`${API}/tasks/:id`, ({ params: { id } }) => {
      rows = rows.filter((row) => row.id !== id)
      return HttpResponse.error()
    }),
  )
  return sent
}

describe.each(Object.entries(deletions))('a deletion of %s without a response', (_, deletion) => {
  it('has readers ask once for a number that may count what no page has brought', async () => {
    const sent = serve()
    const { controller, store, rest } = createStore()
    store.dispatch(rest.retain(getFeed))
    store.dispatch(rest.retain(getTitles))
    const total = () => controller.getResponse(getFeed).data?.total
    await vi.waitFor(() => expect(total()).toBe(3))
    await vi.waitFor(() => expect(controller.getResponse(getTitles).data).toBeDefined())
    sent.length = 0
    await expect(controller.fetch(deletion, { id: '3' })).rejects.toBeInstanceOf(Error)
    await vi.waitFor(() => expect(total()).toBe(2), { timeout: 1_000 })
    for (let at = 0; at < 20; at += 1) await turns()
    expect(sent).toEqual(['feed'])
  })
})
