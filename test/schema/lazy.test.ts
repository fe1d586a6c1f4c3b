import { Collection, Entity, Lazy, normalize, denormalize, Values } from 'rtk-rest'
import type { PlainRows } from 'rtk-rest/types'
import { describe, expect, it } from 'vitest'
import { createStore } from '../support/world'

class Room extends Entity {
  id = ''
  static override key = 'Room'
}

class Building extends Entity {
  id = ''
  rooms: readonly string[] = []
  static override key = 'Building'
  static override schema = { rooms: new Lazy([Room]) }
}

const lists = new Collection([Building], { argsKey: ({ of }: { of: string }) => ({ of }) })

class Department extends Entity {
  id = ''
  buildings: readonly string[] = []
  main = ''
  byName: Readonly<Record<string, string>> = {}
  static override key = 'Department'
  static override schema = {
    buildings: new Lazy([Building]),
    main: new Lazy(Building),
    byName: new Lazy(new Values(Building)),
  }
}

const fields = Department.schema
const response = {
  id: 'd',
  buildings: [{ id: 'a', rooms: [{ id: 'r' }] }, { id: 'b' }],
  main: { id: 'a' },
  byName: { north: { id: 'b' } },
}

function knowing() {
  const { controller } = createStore()
  controller.set(Department, { id: 'd' }, response)
  return { controller, department: controller.get(Department, { id: 'd' }) as Department }
}

describe('a Lazy field', () => {
  it('stores its entities, and reads as primary keys', () => {
    const { entities } = normalize(Department, response)
    expect(Object.keys(entities).toSorted()).toEqual(['Building', 'Department', 'Room'])
    expect(denormalize(Department, 'd', entities as PlainRows)).toEqual(
      Department.fromJS({ id: 'd', buildings: ['a', 'b'], main: 'a', byName: { north: 'b' } }),
    )
  })

  it('can be written back unchanged', () => {
    const { controller, department } = knowing()
    controller.set(Department, { id: 'd' }, { ...department, main: 'b' })
    expect(controller.get(Department, { id: 'd' })).toMatchObject({
      buildings: ['a', 'b'],
      main: 'b',
    })
  })

  it('does not change its parent when its entities change', () => {
    const { controller, department } = knowing()
    controller.set(Building, { id: 'a' }, { id: 'a', rooms: ['other'] })
    expect(controller.get(Department, { id: 'd' })).toBe(department)
  })
})

describe('the query of a Lazy field', () => {
  it('reads the entities of the primary keys', () => {
    const { controller, department } = knowing()
    const buildings = controller.get(fields.buildings.query, department.buildings)
    expect(buildings?.map(({ id }) => id)).toEqual(['a', 'b'])
    expect(buildings?.[0]).toBeInstanceOf(Building)
    expect(buildings?.[0]?.rooms).toEqual(['r'])
    expect(controller.get(fields.byName.query, department.byName)).toEqual({
      north: expect.any(Building) as Building,
    })
  })

  it('finds an entity or a collection by its own arguments', () => {
    const { controller, department } = knowing()
    expect(controller.get(fields.main.query, department.main)).toMatchObject({ id: 'a' })
    expect(controller.get(fields.main.query, { id: 'b' })).toMatchObject({ id: 'b' })
    const list = new Lazy(lists)
    controller.set(lists, { of: 'd' }, [{ id: 'b' }])
    expect(controller.get(list.query, { of: 'd' })).toEqual([expect.any(Building)])
  })

  it('omits missing entities', () => {
    const { controller } = knowing()
    expect(controller.get(fields.buildings.query, ['a', 'x'])).toHaveLength(1)
    expect(controller.get(fields.buildings.query, [])).toEqual([])
    expect(controller.get(fields.buildings.query, undefined)).toBeUndefined()
    expect(controller.get(fields.main.query, { id: 'x' })).toBeUndefined()
  })

  it('is the same object at each access', () => {
    expect(fields.buildings.query).toBe(fields.buildings.query)
  })

  it('throws an error when constructed without a schema', () => {
    const make = Lazy as unknown as new () => unknown
    expect(() => new make()).toThrow('new Lazy() takes a schema')
  })
})
