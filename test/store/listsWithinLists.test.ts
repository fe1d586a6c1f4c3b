import { http, HttpResponse } from 'msw'
import { Collection, Entity, Invalidate, RestEndpoint, schema, type Schema, Values } from 'rtk-rest'
import { expect, it, vi } from 'vitest'
import { API, server } from '../support/server'
import { createStore } from '../support/world'

// Lists that stand in objects within a list or a map, as the columns of a board do.

class Task extends Entity {
  id = ''
  static override key = 'Task'
}

const tasks = new Collection([Task])
const column = { title: '', tasks, count: 0 }

interface Column {
  readonly tasks: readonly { readonly id: string }[]
  readonly count: number
}

const ids = (shown: Column | undefined) => shown?.tasks.map(({ id }) => id)

const forms: readonly (readonly [string, Schema, (column: Column) => unknown])[] = [
  ['a list', [column], (it) => [it]],
  ['a schema.Array', new schema.Array(column), (it) => [it]],
  ['a map', new Values(column), (it) => ({ open: it })],
  ['a list in an object', { columns: [column] }, (it) => ({ columns: [it] })],
  ['a map in a list', [new Values(column)], (it) => [{ open: it }]],
]

/** The first column that a board shows, however deep. */
function columnIn(board: unknown): Column | undefined {
  if (typeof board !== 'object' || board === null) return undefined
  return 'tasks' in board ? (board as Column) : columnIn(Object.values(board)[0])
}

/** Two boards, each of one column with the task of its name. */
function boards(of: Schema, shape: (column: Column) => unknown) {
  const rows = new Map(['a', 'b'].map((name) => [name, [{ id: name }]]))
  const reads: string[] = []
  server.use(
    http.get<{ name: string }>(`${API}/boards/:name`, ({ params: { name } }) => {
      reads.push(name)
      const found = rows.get(name) ?? []
      return HttpResponse.json(shape({ tasks: found, count: found.length }) as object)
    }),
  )
  const { controller } = createStore()
  const get = (name: string) =>
    new RestEndpoint({ path: `/boards/${name}`, urlPrefix: API, schema: of })
  const [a, b] = [get('a'), get('b')]
  return {
    controller,
    rows,
    reads,
    a,
    b,
    shows: (endpoint: typeof a) => columnIn(controller.getResponse(endpoint).data),
  }
}

it.each(forms)('in %s belong to the address of their endpoint', async (_, of, shape) => {
  const { controller, a, b, shows } = boards(of, shape)
  await controller.fetch(a)
  await controller.fetch(b)
  expect(ids(shows(a))).toEqual(['a'])
  expect(ids(shows(b))).toEqual(['b'])
})

it.each(forms)('in %s have the number beside them asked for', async (_, of, shape) => {
  const { controller, a, rows, reads, shows } = boards(of, shape)
  const held = controller.retain(a)
  await vi.waitFor(() => expect(shows(a)?.count).toBe(1))
  rows.get('a')?.pop()
  controller.set(new Invalidate(Task), { id: 'a' })
  await vi.waitFor(() => expect(shows(a)?.count).toBe(0))
  expect(ids(shows(a))).toEqual([])
  expect(reads).toEqual(['a', 'a'])
  held.release()
})

it('of one address, but with different members, are told of', async () => {
  const warn = vi.mocked(console.warn).mockImplementation(() => undefined)
  const { controller, a, rows } = boards([{ tasks }], (it) => [it, { ...it, tasks: [] }])
  rows.set('a', [{ id: '1' }])
  await controller.fetch(a)
  expect(warn).toHaveBeenCalledWith(
    expect.stringContaining('One response has different lists [Task] at 0.tasks and at 1.tasks'),
  )
  warn.mockClear()
})
