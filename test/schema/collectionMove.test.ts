import { Collection, denormalize, Entity, normalize, Union, unshift, Values } from 'rtk-rest'
import { describe, expect, it } from 'vitest'
import { row } from './rows'

class Task extends Entity {
  id = ''
  status = ''
  readonly kind: string = 'task'
  static override key = 'Task'
}

const tasks = new Collection([Task])
const todo = '{"status":"todo"}'
const done = '{"status":"done"}'

/** Three lists: of all tasks, of what is to be done with task 1 and 2 in it, and of what is done with task 3 in it. */
const entities = {
  '[Task]': { '{}': row(['1', '2', '3']), [todo]: row(['1', '2']), [done]: row(['3']) },
  Task: {
    1: row({ id: '1', status: 'todo' }),
    2: row({ id: '2', status: 'todo' }),
    3: row({ id: '3', status: 'done' }),
  },
}

function moved(
  input: unknown,
  args: readonly unknown[],
  edit = tasks.move,
  known: object = entities,
) {
  const after = normalize(edit, input, args, known as typeof entities)
  const rows = after.entities[edit.collection.key] ?? {}
  return Object.fromEntries(Object.entries(rows).map(([key, { data }]) => [key, data]))
}

describe('a moved entity', () => {
  it('leaves the lists of its former fields, and joins those of its new fields', () => {
    const input = { id: '1', status: 'done' }
    expect(moved(input, [{ id: '1' }, { status: 'done' }])).toEqual({
      [todo]: ['2'],
      [done]: ['3', '1'],
    })
    const after = normalize(tasks.move, input, [{ id: '1' }, {}], entities)
    expect(after.entities['Task']?.['1']?.data).toEqual({ id: '1', status: 'done' })
    expect(after.result).toBe('1')
    expect(denormalize(tasks.move, after.result, after.entities)).toBeInstanceOf(Task)
  })

  it('joins the lists that the request body names if the response omits the fields', () => {
    expect(moved({ id: '1' }, [{ id: '1' }, { status: 'done' }])).toEqual({
      [todo]: ['2'],
      [done]: ['3', '1'],
    })
    const form = new FormData()
    form.append('status', 'done')
    expect(moved({ id: '1' }, [{ id: '1' }, form])).toEqual({ [todo]: ['2'], [done]: ['3', '1'] })
  })

  it('may be the only argument, or not be an argument', () => {
    const both = { [todo]: ['2'], [done]: ['3', '1'] }
    expect(moved({ id: '1', status: 'done' }, [{ id: '1', status: 'done' }])).toEqual(both)
    expect(moved({ id: '1', status: 'done' }, [])).toEqual(both)
  })

  it('stays in a list that matches before and after', () => {
    expect(moved({ id: '1', status: 'todo' }, [{ id: '1' }, { status: 'todo' }])).toEqual({})
  })

  it('only joins lists if it was not stored before', () => {
    expect(moved({ id: '9', status: 'done' }, [{}, { status: 'done' }])).toEqual({
      '{}': ['1', '2', '3', '9'],
      [done]: ['3', '9'],
    })
  })

  it('joins and leaves the lists that the path parameters name', () => {
    const key = (status: string) => `{"project":"p","status":"${status}"}`
    const known = {
      ...entities,
      '[Task]': { [key('todo')]: row(['1']), [key('done')]: row([]), '{"project":"q"}': row([]) },
    }
    const args = [{ project: 'p', id: '1' }, { status: 'done' }]
    expect(moved({ id: '1', status: 'done' }, args, tasks.move, known)).toEqual({
      [key('todo')]: [],
      [key('done')]: ['1'],
    })
  })

  it('may be one of several', () => {
    const input = [
      { id: '1', status: 'done' },
      { id: '3', status: 'todo' },
    ]
    expect(moved(input, [input])).toEqual({ [todo]: ['2', '3'], [done]: ['1'] })
    expect(normalize(tasks.move, input, [input], entities).result).toEqual(['1', '3'])
  })

  it('is not affected by arguments that only sort', () => {
    const key = (status: string) => `{"orderBy":"name","status":"${status}"}`
    const known = {
      ...entities,
      '[Task]': { [key('todo')]: row(['1']), [key('done')]: row(['3']) },
    }
    expect(moved({ id: '1', status: 'done' }, [{ id: '1' }, {}], tasks.move, known)).toEqual({
      [key('todo')]: [],
      [key('done')]: ['3', '1'],
    })
  })

  it('is in a list once', () => {
    const known = { ...entities, '[Task]': { [todo]: row(['1']), [done]: row(['1', '3']) } }
    expect(moved({ id: '1', status: 'done' }, [{}, {}], tasks.move, known)).toEqual({ [todo]: [] })
  })

  it('can be added at the start, or by a merge function', () => {
    const input = { id: '1', status: 'done' }
    expect(moved(input, [{}, {}], tasks.moveWith(unshift))[done]).toEqual(['1', '3'])
    const sorted = tasks.moveWith((existing: string[], added: string[]) =>
      [...existing, ...added].toSorted(),
    )
    expect(moved(input, [{}, {}], sorted)[done]).toEqual(['1', '3'])
  })

  it('is moved by a custom filter', () => {
    const own = new Collection([Task], {
      filters: (task, { status }) => status === task.status,
    })
    expect(moved({ id: '1', status: 'done' }, [{}, {}], own.move)).toEqual({
      [todo]: ['2'],
      [done]: ['3', '1'],
    })
  })

  it('keeps its primary key as the key in a map', () => {
    const map = new Collection(new Values(Task))
    const known = { ...entities, '{Task}': { [todo]: row({ a: '1', b: '2' }), [done]: row({}) } }
    const input = { id: '1', status: 'done' }
    expect(moved(input, [{ id: '1' }, { status: 'done' }], map.move as never, known)).toEqual({
      [todo]: { b: '2' },
      [done]: { 1: '1' },
    })
  })

  it('may be a member of a union', () => {
    const mixed = new Collection([new Union({ task: Task }, 'kind')])
    const ref = (id: string) => ({ id, schema: 'task' })
    const known = { ...entities, '[Task]': { [todo]: row([ref('1')]), [done]: row([ref('3')]) } }
    const input = { id: '1', kind: 'task', status: 'done' }
    expect(moved(input, [{ id: '1' }, {}], mixed.move as never, known)).toEqual({
      [todo]: [],
      [done]: [ref('3'), ref('1')],
    })
  })
})
