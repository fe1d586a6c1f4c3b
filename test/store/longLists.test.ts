import * as fc from 'fast-check'
import { Collection, denormalize, Entity, getRow, Invalidate } from 'rtk-rest'
import type { DenormalizeDelegate } from 'rtk-rest/types'
import { describe, expect, it } from 'vitest'
import { runs } from '../support/runs'
import { differenceOf } from '../support/sameGraph'
import { createStore } from '../support/world'

class Tag extends Entity {
  id = ''
  label = ''
  static override key = 'Tag'
}

class Task extends Entity {
  id = ''
  title = ''
  tag: Tag | undefined = undefined
  static override key = 'Task'
  static override schema = { tag: Tag }

  static override denormalize(input: unknown, delegate: DenormalizeDelegate): unknown {
    if (typeof input === 'string') lookedUp.push(input)
    return super.denormalize(input, delegate)
  }
}

/** The members that were read since it was cleared. */
const lookedUp: string[] = []

const Tasks = new Collection([Task])
const taskOf = (at: number, title = 'old') => ({
  id: `${at}`,
  title,
  tag: { id: `${at % 7}`, label: 'old' },
})

const kinds = [
  'push',
  'unshift',
  'remove',
  'rename',
  'delete',
  'label',
  'cut',
  'turn',
  'reverse',
] as const

interface Step {
  readonly do: (typeof kinds)[number]
  readonly at: number
}

const step: fc.Arbitrary<Step> = fc.record({ do: fc.constantFrom(...kinds), at: fc.nat(70) })

/** A list of forty, and what changes it. */
function createList() {
  const world = createStore()
  const { controller, store } = world
  controller.set(
    Tasks,
    {},
    Array.from({ length: 40 }, (_, at) => taskOf(at)),
  )
  const read = () => controller.get(Tasks, {}) ?? []
  const replace = (ids: readonly string[]) => {
    controller.set(
      Tasks,
      {},
      ids.map((id) => ({ id })),
    )
  }
  const dataOf = (key: string, pk: string) =>
    getRow(store.getState().rest.entities[key], pk)?.data as unknown
  const ids = () => dataOf(Tasks.key, '{}') as readonly string[]
  const run = ({ do: what, at }: Step): void => {
    const all = ids()
    const id = all[at % Math.max(1, all.length)] ?? '0'
    if (what === 'push') controller.set(Tasks.push, {}, taskOf(at, 'new'))
    else if (what === 'unshift') controller.set(Tasks.unshift, {}, taskOf(at, 'new'))
    else if (what === 'remove') controller.set(Tasks.remove, {}, { id })
    else if (what === 'rename') controller.set(Task, { id }, { id, title: `${at}` })
    else if (what === 'delete') controller.set(new Invalidate(Task), { id })
    else if (what === 'label') {
      const tag = `${at % 7}`
      controller.set(Tag, { id: tag }, { id: tag, label: `${at}` })
    } else if (what === 'cut') replace(all.slice(0, at))
    else if (what === 'turn') replace([...all.slice(at), ...all.slice(0, at)])
    else replace(all.toReversed())
  }
  const fresh = () => {
    const { entities } = store.getState().rest
    return denormalize(Tasks, '{}', structuredClone(entities) as never, [{}])
  }
  /** The members by id, each with the data that it is made of. */
  const members = () =>
    new Map(
      read().map((task) => {
        const data = [dataOf('Task', task.id), dataOf('Tag', task.tag?.id ?? '')] as const
        return [task.id, { task, data }]
      }),
    )
  return { ...world, read, run, fresh, members }
}

describe('a long list whose members change', () => {
  it('gives the same result as without a cache, and keeps the objects of unchanged members', () => {
    fc.assert(
      fc.property(
        fc.array(step, { minLength: 1, maxLength: 12 }),
        fc.func(fc.boolean()),
        (steps, reads) => {
          const { run, read, fresh, members } = createList()
          let before = members()
          for (const [at, next] of steps.entries()) {
            run(next)
            if (!reads(at)) continue
            const list = read()
            expect(differenceOf(list, fresh())).toBeUndefined()
            expect(read()).toBe(list)
            const after = members()
            const same = [...after].filter(([id, { data }]) =>
              before.get(id)?.data.every((it, part) => it === data[part]),
            )
            expect(same.filter(([id, { task }]) => before.get(id)?.task !== task)).toEqual([])
            before = after
          }
        },
      ),
      { numRuns: runs(150) },
    )
  })

  it('reads only the members that are new or changed', () => {
    const { read, run } = createList()
    read()
    const readSince = (next: Step) => {
      lookedUp.length = 0
      run(next)
      read()
      return lookedUp.splice(0)
    }
    expect(readSince({ do: 'push', at: 60 })).toEqual(['60'])
    expect(readSince({ do: 'unshift', at: 61 })).toEqual(['61'])
    expect(readSince({ do: 'rename', at: 5 })).toEqual(['4'])
    expect(readSince({ do: 'remove', at: 5 })).toEqual([])
  })

  it('keeps the same object if a removed member changes', () => {
    const { read, run, controller } = createList()
    read()
    run({ do: 'rename', at: 0 })
    read()
    run({ do: 'cut', at: 35 })
    const before = read()
    controller.set(Task, { id: '36' }, { id: '36', title: 'left' })
    expect(read()).toBe(before)
  })
})
