import { act } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import type { ArgsOf } from 'rtk-rest'
import { respond } from '../recipes/api'
import { pageIn, TaskResource } from '../recipes/servers/django'
import { controller } from '../recipes/store'
import { djangoServer } from './djangoServer'
import { expectTruth, requestsOf, show } from './reads'

const { get, getList, create, update, partialUpdate } = TaskResource

// Of these, every second one is done: Bravo, Delta, Fox.
const TITLES = ['Alpha', 'Bravo', 'Charlie', 'Delta', 'Echo', 'Fox', 'Golf']

beforeEach(() => respond(djangoServer(TITLES)))

async function showTasks(filters: ArgsOf<typeof getList>[0] = {}) {
  const read = await show(getList, [filters], ({ next }, by) => {
    const page = pageIn(next)
    return page && by.fetch(getList.getPage, { ...filters, page })
  })
  return Object.assign(read, {
    titles: () =>
      read()
        ?.results.map(({ title }) => title)
        .join(' '),
  })
}

describe('an app of a Django REST framework', () => {
  it('pages by whole addresses, and fetches all pages again in their order', async () => {
    const tasks = await showTasks()
    expect(tasks.titles()).toBe('Golf Fox Echo')
    expect(await requestsOf(tasks.more)).toEqual(['GET /tasks/?page=2'])
    expect(tasks.titles()).toBe('Golf Fox Echo Delta Charlie Bravo')
    expect(tasks()?.count).toBe(7)
    const again = await requestsOf(() => controller.fetch(getList, {}))
    expect(again).toEqual(['GET /tasks/', 'GET /tasks/?page=2'])
    await expectTruth()
    await act(tasks.more)
    expect(tasks.titles()).toBe('Golf Fox Echo Delta Charlie Bravo Alpha')
    expect(tasks()?.next).toBe(null)
    await expectTruth()
  })

  it('shows what is created, changed and deleted in lists with pages and filters', async () => {
    const tasks = await showTasks()
    const open = await showTasks({ done: false })
    const done = await showTasks({ done: true })
    await tasks.more()
    expect([open.titles(), done.titles()]).toEqual(['Golf Echo Charlie', 'Fox Delta Bravo'])

    const created = await requestsOf(() => controller.fetch(create, { title: 'Hotel' }))
    expect(created).toEqual(['POST /tasks/'])
    expect(tasks.titles()).toBe('Hotel Golf Fox Echo Delta Charlie Bravo')
    expect([tasks()?.count, open()?.count, done()?.count]).toEqual([8, 5, 3])
    await expectTruth()

    const moved = await requestsOf(() => controller.fetch(partialUpdate, { id: 7 }, { done: true }))
    expect(moved).toEqual(['PATCH /tasks/7/'])
    expect(open.titles()).toBe('Hotel Echo Charlie')
    expect(done.titles()).toBe('Golf Fox Delta Bravo')
    await expectTruth()

    const deleted = await requestsOf(() => controller.fetch(TaskResource.delete, { id: 6 }))
    expect(deleted).toEqual(['DELETE /tasks/6/'])
    expect(done.titles()).toBe('Golf Delta Bravo')
    await expectTruth()
    await act(tasks.more)
    await act(open.more)
    await expectTruth()
    expect(tasks.titles()).toBe('Hotel Golf Echo Delta Charlie Bravo Alpha')
  })

  it('asks for a list whose order only the server knows, and searches as it does', async () => {
    const found = await showTasks({ search: 'a' })
    const sorted = await showTasks({ ordering: 'title' })
    const created = await requestsOf(() => controller.fetch(create, { title: 'Anchor' }))
    expect(created).toEqual(['POST /tasks/', 'GET /tasks/?ordering=title'])
    expect(sorted.titles()).toBe('Alpha Anchor Bravo')
    await expectTruth()
    const renamed = await requestsOf(() =>
      controller.fetch(update, { id: 1 }, { title: 'Zulu', done: false }),
    )
    expect(renamed).toEqual(['PUT /tasks/1/', 'GET /tasks/?ordering=title'])
    expect(found.titles()).toBe('Anchor Delta Charlie Bravo')
    await expectTruth()
  })

  it('reads a detail from its list, and sends the slash', async () => {
    await showTasks()
    const detail = await requestsOf(() => show(get, [{ id: 7 }]))
    expect(detail).toEqual([])
    expect(await requestsOf(() => show(get, [{ id: 1 }]))).toEqual(['GET /tasks/1/'])
    await expectTruth()
  })

  it('has the errors of fields for a form', async () => {
    const tasks = await showTasks()
    const failed = await controller.fetch(create, { title: ' ' }).catch((error) => error)
    expect(failed.data).toEqual({ title: ['This field may not be blank.'] })
    expect(tasks()?.count).toBe(7)
    await expectTruth()
  })
})
