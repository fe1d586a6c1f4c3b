import { http, HttpResponse } from 'msw'
import { Entity, resource, RestEndpoint } from 'rtk-rest'
import { describe, expect, it, vi } from 'vitest'
import { API, server } from '../support/server'
import { turns } from '../support/turns'
import { createStore, deferred } from '../support/world'

class Task extends Entity {
  id = ''
  status = ''
  static override key = 'Task'
}

type Query = { readonly status?: string }
const Tasks = resource({
  path: '/tasks/:id',
  urlPrefix: API,
  schema: Task,
  searchParams: undefined as unknown as Query,
})
const RuledTasks = resource({
  path: '/tasks/:id',
  urlPrefix: API,
  schema: Task,
  searchParams: undefined as unknown as Query,
  filters: (task, { status = '' }) => ['', task.status].includes(status),
})
const close = new RestEndpoint({
  urlPrefix: API,
  path: '/tasks/:id/close',
  method: 'POST',
  name: 'close',
  body: undefined,
  schema: Task,
})

describe('two mutations in flight of which each sets what a list filters by', () => {
  it.each([
    ['as it was sent', ['close', 'patch'], 'open'],
    ['the other way round', ['patch', 'close'], 'done'],
  ] as const)('show on the list what the server has, which did them %s', async (_, order, last) => {
    const tasks = new Map(
      ['1', '2'].map(
        (id) => [id, { id, status: 'done' }] as [string, { id: string; status: string }],
      ),
    )
    const gates = { close: deferred<undefined>(), patch: deferred<undefined>() }
    const ended = { close: deferred<undefined>(), patch: deferred<undefined>() }
    const doIt = (name: 'close' | 'patch', status: string) => async () => {
      await gates[name].promise
      const task = { id: '1', status }
      tasks.set('1', task)
      ended[name].resolve(undefined)
      return HttpResponse.json(task)
    }
    const requested: string[] = []
    server.use(
      http.get(`${API}/tasks`, ({ request }) => {
        const { search, searchParams } = new URL(request.url)
        requested.push(search)
        return HttpResponse.json(
          [...tasks.values()].filter((it) => it.status === searchParams.get('status')),
        )
      }),
      http.post(`${API}/tasks/1/close`, doIt('close', 'done')),
      http.patch(`${API}/tasks/1`, doIt('patch', 'open')),
    )
    const { controller, rest, store } = createStore()
    const readers = ['done', 'open'].map((status) => controller.retain(Tasks.getList, { status }))
    await controller.allSettled()
    const calls = [
      controller.fetch(close, { id: '1' }),
      controller.fetch(Tasks.partialUpdate, { id: '1' }, { status: 'open' }),
    ]
    await turns()
    for (const name of order) {
      gates[name].resolve(undefined)
      await ended[name].promise
      await turns(20)
    }
    await Promise.all(calls)
    const idsOf = (status: string) =>
      rest.selectors.selectData(store.getState(), Tasks.getList, { status })?.map(({ id }) => id)
    await vi.waitFor(() => {
      expect(idsOf('done')).toEqual(last === 'done' ? ['1', '2'] : ['2'])
      expect(idsOf('open')).toEqual(last === 'open' ? ['1'] : [])
    }, 3000)
    for (const it of readers) it.release()
  })

  it.each([
    ['first', ['pin', 'close'], Tasks],
    ['last', ['close', 'pin'], Tasks],
    ['first, with a rule of the app', ['pin', 'close'], RuledTasks],
    ['last, with a rule of the app', ['close', 'pin'], RuledTasks],
  ] as const)(
    'show it also without a body, where the later one is processed first, and answered %s',
    async (_, order, { getList }) => {
      const task = { id: '1', status: 'open', pinned: false }
      const gates = { close: deferred<undefined>(), pin: deferred<undefined>() }
      const sent = deferred<undefined>()
      const doIt = (name: 'close' | 'pin', fields: object) => async () => {
        if (name === 'close') await sent.promise
        const response = HttpResponse.json({ ...Object.assign(task, fields) })
        if (name === 'pin') sent.resolve(undefined)
        await gates[name].promise
        return response
      }
      server.use(
        http.get(`${API}/tasks`, ({ request }) => {
          const isListed = task.status === new URL(request.url).searchParams.get('status')
          return HttpResponse.json(isListed ? [task] : [])
        }),
        http.post(`${API}/tasks/1/close`, doIt('close', { status: 'done' })),
        http.put(`${API}/tasks/1/pin`, doIt('pin', { pinned: true })),
      )
      const { controller, rest, store } = createStore()
      const readers = ['done', 'open'].map((status) => controller.retain(getList, { status }))
      await controller.allSettled()
      const pin = close.extend({ name: 'pin', path: '/tasks/:id/pin', method: 'PUT' })
      const calls = {
        close: controller.fetch(close, { id: '1' }),
        pin: controller.fetch(pin, { id: '1' }),
      }
      for (const name of order) {
        gates[name].resolve(undefined)
        await calls[name]
      }
      const idsOf = (status: string) =>
        rest.selectors.selectData(store.getState(), getList, { status })?.map(({ id }) => id)
      await vi.waitFor(() => expect([idsOf('open'), idsOf('done')]).toEqual([[], ['1']]), 3000)
      for (const reader of readers) reader.release()
    },
  )
})
