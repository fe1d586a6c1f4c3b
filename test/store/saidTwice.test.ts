import { http, HttpResponse } from 'msw'
import { Entity, resource } from 'rtk-rest'
import { expect, it, vi } from 'vitest'
import { API, server } from '../support/server'
import { turns } from '../support/turns'
import { createStore } from '../support/world'

class Task extends Entity {
  id = ''
  title = ''
  static override key = 'Task'
}

const tasks = resource({ path: '/tasks/:id', urlPrefix: API, schema: Task })
const search = tasks.getList.extend({ searchParams: {} as { q: string } })

it('a message that says what a creation said asks for no search again that was requested since', async () => {
  vi.mocked(console.warn).mockImplementationOnce(() => undefined)
  const rows = [{ id: '1', title: 'Atlas' }]
  const sent: string[] = []
  server.use(
    http.get(`${API}/tasks`, ({ request }) => {
      const q = new URL(request.url).searchParams.get('q') ?? ''
      sent.push(q)
      return HttpResponse.json(rows.filter(({ title }) => title.includes(q)))
    }),
    http.post(`${API}/tasks`, async ({ request }) => {
      const row = { id: '2', ...((await request.json()) as { title: string }) }
      rows.push(row)
      return HttpResponse.json(row)
    }),
  )
  const { controller, store, rest } = createStore()
  for (const q of ['At', 'l', 'Be']) store.dispatch(rest.retain(search, { q }))
  await controller.allSettled()
  sent.length = 0
  const created = await controller.fetch(tasks.getList.push, { title: 'Beryl' })
  for (let at = 0; at < 20; at += 1) await turns()
  await controller.allSettled()
  expect(sent.toSorted()).toEqual(['At', 'Be', 'l'])
  // Some of these have brought the task again, and later than others were requested.
  controller.set(tasks.getList.schema.push, { ...created })
  for (let at = 0; at < 20; at += 1) await turns()
  expect(sent.length).toBe(3)
  const shown = controller.getResponse(search, { q: 'l' }).data
  vi.mocked(console.warn).mockClear()
  expect(shown?.map(({ title }) => title)).toEqual(['Atlas', 'Beryl'])
})
