import { http, HttpResponse } from 'msw'
import { Collection, Entity, resource, RestEndpoint } from 'rtk-rest'
import { expect, describe, it } from 'vitest'
import { API, server } from '../support/server'
import { turns } from '../support/turns'
import { createStore } from '../support/world'

class Task extends Entity {
  id = ''
  title = ''
  project = ''
  status = ''
  static override key = 'Task'
}

const tasks = resource({ path: '/tasks/:id', urlPrefix: API, schema: Task })

const rows = [
  { id: '1', title: 'Atlas', project: 'a', status: 'open' },
  { id: '2', title: 'Beacon', project: 'a', status: 'done' },
]

type Listing = readonly [path: string, ...args: readonly object[]]

/** A page that shows a list at an address of its own, and all tasks; how often the list is requested. */
async function showing([path, ...args]: Listing, ids: readonly string[] = ['1', '2']) {
  let requests = 0
  const isSearch = path === '/search'
  const respond = () => {
    requests += 1
    return HttpResponse.json(rows.filter(({ id }) => ids.includes(id)))
  }
  server.use(
    http.get(`${API}/tasks`, () => HttpResponse.json(rows)),
    http.patch(`${API}/tasks/:id`, async ({ request, params: { id } }) => {
      const row = rows.find((it) => it.id === id)
      return HttpResponse.json({ ...row, ...((await request.json()) as object) })
    }),
    http.all(`${API}${path}`, respond),
  )
  const options = isSearch ? { method: 'POST', sideEffect: false } : {}
  const schema = new Collection([Task])
  const list = new RestEndpoint({
    path,
    urlPrefix: API,
    schema,
    ...options,
  } as never) as RestEndpoint
  const { controller, store, rest } = createStore()
  store.dispatch(rest.retain(list, ...args))
  await controller.fetch(tasks.getList)
  const settled = async () => {
    for (let at = 0; at < 20; at += 1) await turns()
  }
  await settled()
  const patch = async (id: string, body: Partial<Task>) => {
    requests = 0
    await controller.fetch(tasks.partialUpdate, { id }, body)
    await settled()
    return requests
  }
  return { patch }
}

describe('an update of a task', () => {
  it.each<[string, Listing, Partial<Task>]>([
    ['a feed whose tasks have all had the project', ['/feed'], { project: 'b' }],
    ['a search for a word in any field', ['/search', { q: 'a' }], { title: 'Ember' }],
    ['a list by status', ['/board', { status: 'all' }], { status: 'doing' }],
    ['a list that is sorted by title', ['/board', { sort: 'title' }], { title: 'Zebra' }],
    ['a list of something that it named', ['/of/:owner', { owner: 'Atlas' }], { title: 'Ember' }],
  ])('asks once for %s', async (_, listing, change) => {
    const { patch } = await showing(listing)
    expect(await patch('1', change)).toBe(1)
  })

  it.each<[string, Listing, Partial<Task>]>([
    ['a feed whose tasks have different titles', ['/feed'], { title: 'Ember' }],
    ['a list by status', ['/board', { status: 'all' }], { title: 'Ember' }],
    ['a list that is sorted by title', ['/board', { sort: 'title' }], { status: 'doing' }],
    ['a list of something else', ['/of/:owner', { owner: 'ada' }], { title: 'Ember' }],
    ['a part of a list', ['/board', { limit: 2 }], { title: 'Ember' }],
  ])('asks nothing for %s', async (_, listing, change) => {
    const { patch } = await showing(listing)
    expect(await patch('1', change)).toBe(0)
  })

  it('asks for a list that it may have joined, and not where it left what has it no more', async () => {
    const { patch } = await showing(['/board', { status: 'open' }], ['1'])
    expect(await patch('2', { status: 'open' })).toBe(1)
    expect(await patch('2', { status: 'doing' })).toBe(0)
    expect(await patch('1', { status: 'doing' })).toBe(1)
  })
})

describe('a list of summaries that says which tasks it has', () => {
  class Whole extends Task {
    text = ''
  }
  const wholes = resource({
    path: '/tasks/:id',
    urlPrefix: API,
    schema: Whole,
    summary: Task,
    filters: () => false,
  })

  it.each<[string, RestEndpoint]>([
    ['an update', wholes.partialUpdate as RestEndpoint],
    ['an update without lists', wholes.partialUpdate.extend({ schema: Whole }) as RestEndpoint],
  ])('follows %s at another address without a request', async (_, update) => {
    const getOpen = new RestEndpoint({
      path: '/open',
      urlPrefix: API,
      schema: new Collection([Task], { filters: ({ status }) => status === 'open' }),
    })
    server.use(
      http.get(`${API}/tasks`, () => HttpResponse.json(rows)),
      http.get(`${API}/open`, () => HttpResponse.json(rows.slice(0, 1))),
      http.patch(`${API}/tasks/2`, () =>
        HttpResponse.json({ ...rows[1], status: 'open', text: '' }),
      ),
    )
    const { controller } = createStore()
    await controller.fetch(getOpen)
    await controller.fetch(wholes.getList)
    await controller.fetch(update, { id: '2' }, { status: 'open' })
    const { data } = controller.getResponse(getOpen)
    expect(data?.map(({ id }) => id)).toEqual(['1', '2'])
    expect(controller.fetchIfStale(getOpen)).not.toBeInstanceOf(Promise)
  })
})
