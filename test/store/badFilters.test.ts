import { http, HttpResponse } from 'msw'
import { Collection, Entity, resource } from 'rtk-rest'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { said } from '../support/said'
import { API, server } from '../support/server'
import { turns } from '../support/turns'
import { createStore } from '../support/world'

class Task extends Entity {
  id = ''
  title = ''
  status = ''
  static override key = 'Task'
}

interface Args {
  readonly status: string
  readonly word?: string
  readonly near?: string
}

const unhandled = vi.fn()

beforeEach(() => void process.on('unhandledRejection', unhandled))

afterEach(() => {
  process.off('unhandledRejection', unhandled)
  unhandled.mockClear()
})

/** A page with a list of tasks; mutations tell how often it requests the list again. */
async function showing(filters: unknown, args: Args = { status: 'open' }) {
  const rows = [{ id: '1', title: 'Write', status: 'open' }]
  let requests = 0
  server.use(
    http.get(`${API}/tasks`, () => {
      requests += 1
      return HttpResponse.json(rows)
    }),
    http.post(`${API}/tasks`, async ({ request }) => {
      rows.push({ id: `${rows.length + 1}`, ...((await request.json()) as Omit<Task, 'id'>) })
      return HttpResponse.json(rows[rows.length - 1])
    }),
    http.patch(`${API}/tasks/1`, async ({ request }) =>
      HttpResponse.json(Object.assign(rows[0] ?? {}, await request.json())),
    ),
  )
  const tasks = resource({
    path: '/tasks/:id',
    urlPrefix: API,
    searchParams: {} as Args,
    // Messages come once for each class, too.
    schema: class extends Task {},
    filters: filters as never,
  })
  const { controller } = createStore()
  controller.retain(tasks.getList, args)
  await controller.allSettled()
  const counted = async (mutation: Promise<unknown>) => {
    requests = 0
    await mutation
    await controller.allSettled()
    await turns()
    await controller.allSettled()
    return requests
  }
  const shown = () => controller.getResponse(tasks.getList, args).data
  const create = (title: string) => {
    const task = { title, status: 'open' } as Task
    return counted(controller.fetch(tasks.getList.push, args, task))
  }
  const update = (task: Partial<Task>) =>
    counted(controller.fetch(tasks.partialUpdate, { id: '1' }, task))
  return { create, update, shown }
}

const fail = () => {
  throw new Error('no status')
}
const mistakes: [string, string, (task: Task) => unknown][] = [
  ['throws', 'threw "no status"', (_task) => fail()],
  ['returns a promise', 'returned a Promise', async (task) => task.status === 'open'],
  ['returns a promise that rejects', 'returned a Promise', async (_task) => fail()],
  ['returns nothing', 'returned undefined', (_task) => undefined],
]

describe.each(mistakes)('a rule that %s', (_, problem, rule) => {
  it.each([
    ['for one argument', { status: rule }, '`filters.status`'],
    ['for all arguments', rule, '`filters`'],
  ])('asks the server for the list, and is named once: %s', async (_name, filters, name) => {
    const { create, update, shown } = await showing(
      // Each test has a rule of its own.
      typeof filters === 'function'
        ? (task: Task) => filters(task)
        : { status: (task: Task) => rule(task) },
    )
    expect(await create('Read')).toBe(1)
    expect(shown()).toMatchObject([{ title: 'Write' }, { title: 'Read' }])
    expect(await update({ status: 'done' })).toBe(1)
    expect(await create('Rest')).toBe(1)
    expect(said()).toEqual([
      `${name} of the Collection [Task] ${problem}, so its lists are fetched again. Return true where the entity is on the list, else false.`,
    ])
    expect(unhandled).not.toHaveBeenCalled()
  })
})

describe('the rules of one Collection', () => {
  it('are named one by one, and so is an argument without a rule', async () => {
    const args = { status: 'open', word: 'e', near: 'Zurich' }
    const { update } = await showing({ status: () => undefined, word: fail }, args)
    expect(await update({ title: 'Rewrite' })).toBe(1)
    expect(said()).toEqual([
      expect.stringContaining('`filters.status` of the Collection [Task] returned undefined'),
      expect.stringContaining('`filters.word` of the Collection [Task] threw "no status"'),
      expect.stringContaining('with `near` are fetched again'),
    ])
  })
})

describe('a function for a whole list that names no parameter', () => {
  it.each([
    ['rest parameters', (...[task]: [Task]) => task.status === 'open'],
    ['a default', (task = {} as Task) => task.status === 'open' || undefined],
    ['true alone', () => true],
  ])('is refused where the Collection is made: %s', (_, filters) => {
    expect(() => new Collection([Task], { filters: filters as never })).toThrow(
      '`filters` of a Collection is a function of the entity, and names it without a default',
    )
  })

  it('may say that other addresses do not concern the list', () => {
    expect(() => new Collection([Task], { filters: () => false })).not.toThrow()
  })
})

describe('a rule that is none', () => {
  it.each([
    ['a word', 'sever', 'the string "sever"'],
    ['a number', 5, '5'],
    ['null', null, 'null'],
  ])('is refused where the Collection is made: %s', (_, rule, found) => {
    const make = () => new Collection([Task], { filters: { near: rule as never } })
    expect(make).toThrow('`filters.near` of a Collection is a function of the entity')
    expect(make).toThrow(`found ${found}.`)
  })

  it.each([undefined, 'order', 'window', 'server', () => true] as const)('is not %s', (near) => {
    expect(() => new Collection([Task], { filters: { near } as never })).not.toThrow()
  })
})
